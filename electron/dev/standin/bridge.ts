/**
 * The way between a page's world and the preload's, as Electron's contextBridge has it. Injected into both as its
 * source text (Chromium knows no modules here), so it uses nothing from outside but its arguments.
 */
import type { decode as Decode, encode as Encode } from './clone.ts';

/** One end of the way between the two worlds. */
export interface Peer {
  pack(value: unknown): unknown;
  tell(message: Record<string, unknown>): void;
}

/**
 * Joins this world with the other one over events of the document that both share. Values are copied; functions and
 * promises are proxied; of errors only the message arrives. `onMessage` gets what `tell` of the other world sent,
 * with its `value` unpacked.
 */
export function makePeer(
  nonce: string,
  mine: string,
  theirs: string,
  encode: typeof Encode,
  decode: typeof Decode,
  onMessage: (message: Record<string, unknown>) => void,
): Peer {
  type Fn = (...args: unknown[]) => unknown;
  type Marked = { kind: 'function' | 'promise' | 'own' | 'error'; id: number; message: string };
  const functions = new Map<number, Fn>();
  const ids = new WeakMap<Fn, number>();
  /** Functions of the other world as they are here, by their id there. */
  const proxies = new WeakMap<Fn, number>();
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  const returned = new Map<number, Record<string, unknown>>();
  let lastId = 0;
  // The page may replace these later.
  const { CustomEvent } = window;
  const dispatchEvent = document.dispatchEvent.bind(document);

  const isCopiedByName = (value: object) =>
    ![Date, RegExp, Map, Set, ArrayBuffer, WeakMap, WeakSet, Number, String, Boolean].some(
      (exotic) => value instanceof exotic,
    ) && !ArrayBuffer.isView(value);
  const mark = (marked: Partial<Marked>) => ({ [nonce]: marked });
  const idOf = (value: Fn) => {
    const id = ids.get(value) ?? ++lastId;
    ids.set(value, id);
    functions.set(id, value);
    return id;
  };
  const pack = (value: unknown, seen = new Map<object, unknown>(), depth = 0): unknown => {
    if (depth > 1000) {
      throw new TypeError(
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
      );
    }
    if (typeof value === 'function') {
      const theirId = proxies.get(value as Fn);
      if (theirId !== undefined) return mark({ kind: 'own', id: theirId });
      return mark({ kind: 'function', id: idOf(value as Fn) });
    }
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    if (value instanceof Promise) {
      const id = ++lastId;
      value.then(
        (result) => settle(id, 'value', result),
        (error) => settle(id, 'error', error),
      );
      return mark({ kind: 'promise', id });
    }
    if (value instanceof Error) return mark({ kind: 'error', message: value.message });
    if (value instanceof Node || value instanceof Blob)
      throw new Error('stand-in: an element or a blob over the contextBridge is not implemented');
    if (!Array.isArray(value) && !isCopiedByName(value)) return value;
    const copy: object = Array.isArray(value) ? [] : {};
    seen.set(value, copy);
    for (const key of Object.keys(value)) {
      const item = pack((value as Record<string, unknown>)[key], seen, depth + 1);
      Object.defineProperty(copy, key, { value: item, enumerable: true, writable: true, configurable: true });
    }
    return copy;
  };
  /** Nobody there holds a function of ours any more. */
  const unheld = new FinalizationRegistry<number>((id) => dispatch({ release: id }));
  const unpack = (value: unknown, seen = new Set<object>()): unknown => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return value;
    if (!Array.isArray(value) && !isCopiedByName(value)) return value;
    const marked = (value as Record<string, Marked>)[nonce];
    if (marked?.kind === 'own') return functions.get(marked.id);
    if (marked?.kind === 'error') return new Error(marked.message);
    if (marked?.kind === 'function') {
      const proxy: Fn = (...args) => call(marked.id, args);
      proxies.set(proxy, marked.id);
      unheld.register(proxy, marked.id);
      return proxy;
    }
    if (marked?.kind === 'promise') {
      return new Promise((resolve, reject) => waiting.set(marked.id, { resolve, reject }));
    }
    seen.add(value);
    const object = value as Record<string, unknown>;
    for (const key of Object.keys(object)) object[key] = unpack(object[key], seen);
    return object;
  };
  /** The preload's world is there first: what it says before the page's world listens waits here. */
  let held: Record<string, unknown>[] | undefined = mine === 'isolated' ? [] : undefined;
  const dispatch = (message: Record<string, unknown>) => {
    if (held) held.push(message);
    else dispatchEvent(new CustomEvent(nonce + theirs, { detail: encode(message) }));
  };
  const settle = (id: number, kind: 'value' | 'error', result: unknown) => {
    try {
      dispatch({ settle: id, kind, value: pack(result) });
    } catch (error) {
      dispatch({ settle: id, kind: 'error', value: pack(error) });
    }
  };
  const call = (id: number, args: unknown[]): unknown => {
    const sequence = ++lastId;
    dispatch({ call: id, sequence, args: pack(args) });
    const answer = returned.get(sequence);
    returned.delete(sequence);
    if (!answer) throw new Error('The other world did not answer.');
    if ('thrown' in answer) throw new Error(answer.thrown as string);
    return unpack(answer.value);
  };
  const messageOf = (error: unknown): string =>
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
      ? error.message
      : 'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.';
  document.addEventListener(nonce + mine, (event) => {
    const message = decode((event as CustomEvent<string>).detail) as Record<string, unknown>;
    if ('hello' in message) {
      const waiting = held ?? [];
      held = undefined;
      for (const one of waiting) dispatch(one);
    } else if ('call' in message) {
      const { sequence } = message;
      try {
        const args = unpack(message.args) as unknown[];
        dispatch({ returns: sequence, value: pack(functions.get(message.call as number)?.(...args)) });
      } catch (error) {
        dispatch({ returns: sequence, thrown: messageOf(error) });
      }
    } else if ('returns' in message) {
      returned.set(message.returns as number, message);
    } else if ('release' in message) {
      functions.delete(message.release as number);
    } else if ('settle' in message) {
      const promise = waiting.get(message.settle as number);
      waiting.delete(message.settle as number);
      if (message.kind === 'error') promise?.reject(unpack(message.value));
      else promise?.resolve(unpack(message.value));
    } else {
      onMessage({ ...message, value: unpack(message.value) });
    }
  });
  if (!held) dispatch({ hello: true });
  return { pack, tell: dispatch };
}
