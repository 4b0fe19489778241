/**
 * Structured clone as text, for values that cross between page and main. Electron carries them with the
 * structured clone algorithm; the stand-in's channel carries strings only.
 *
 * Both functions are also injected into pages as their source text, so they must not use anything from outside.
 */

/**
 * Writes a value as JSON that keeps what structured clone keeps: undefined, NaN, BigInt, boxed primitives, Date,
 * RegExp, Map, Set, Error, ArrayBuffer, typed arrays, cycles and shared references.
 * Throws `An object could not be cloned.` for functions, symbols, promises, weak collections and the objects of
 * the platform (nodes, windows), as Electron does.
 */
export function encode(value: unknown): string {
  const seen = new Map<object, number>();
  const nodes: unknown[] = [];
  const refuse = (): never => {
    throw new Error('An object could not be cloned.');
  };
  const base64 = (bytes: Uint8Array): string => {
    const parts: string[] = [];
    for (let at = 0; at < bytes.length; at += 0x8000) {
      parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
    }
    return btoa(parts.join(''));
  };
  const put = (item: unknown): unknown => {
    if (item === null || typeof item === 'string' || typeof item === 'boolean') return { v: item };
    if (item === undefined) return { u: 1 };
    if (typeof item === 'number') {
      return Number.isFinite(item) && !Object.is(item, -0)
        ? { v: item }
        : { n: Object.is(item, -0) ? '-0' : String(item) };
    }
    if (typeof item === 'bigint') return { b: String(item) };
    if (typeof item !== 'object') return refuse();
    const known = seen.get(item);
    if (known !== undefined) return { r: known };
    const index = nodes.length;
    seen.set(item, index);
    nodes.push(null);
    nodes[index] = write(item);
    return { r: index };
  };
  /** Made by the platform and not by a script: the class is native, and none of those that are cloned. */
  const isOfPlatform = (item: object): boolean => {
    const prototype: object | null = Object.getPrototypeOf(item);
    const maker = prototype?.constructor;
    return (
      typeof maker === 'function' && maker.name !== 'Object' && /\[native code\]\s*\}$/.test(String(maker))
    );
  };
  const write = (item: object): unknown => {
    if (Array.isArray(item)) return ['a', Array.from(item, put)];
    if (item instanceof Date) return ['d', put(item.getTime())];
    if (item instanceof RegExp) return ['x', item.source, item.flags];
    if (item instanceof Map) return ['m', [...item].map(([key, entry]) => [put(key), put(entry)])];
    if (item instanceof Set) return ['s', [...item].map(put)];
    if (item instanceof ArrayBuffer) return ['f', 'ArrayBuffer', base64(new Uint8Array(item))];
    if (ArrayBuffer.isView(item)) {
      const bytes = new Uint8Array(item.buffer, item.byteOffset, item.byteLength);
      // Node's Buffer arrives as a Uint8Array, as it does through Electron.
      const tag = Object.prototype.toString.call(item).slice(8, -1);
      return ['f', tag, base64(bytes)];
    }
    if (item instanceof Error) {
      const cause = 'cause' in item ? [put(item.cause)] : [];
      return ['e', item.name, item.message, item.stack ?? '', ...cause];
    }
    if (item instanceof Number || item instanceof String || item instanceof Boolean) {
      return ['p', put(item.valueOf())];
    }
    if (isOfPlatform(item)) return refuse();
    return ['o', Object.keys(item).map((key) => [key, put((item as Record<string, unknown>)[key])])];
  };
  const root = put(value);
  return JSON.stringify({ root, nodes });
}

/** Reads what `encode` wrote. Throws a SyntaxError when the text is not of that form. */
export function decode(text: string): unknown {
  const { root, nodes } = JSON.parse(text) as { root: Record<string, unknown>; nodes: unknown[][] };
  const made: unknown[] = [];
  const errors: Readonly<Record<string, ErrorConstructor>> = {
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
  };
  const bytesOf = (encoded: string): Uint8Array<ArrayBuffer> => {
    const chars = atob(encoded);
    const bytes = new Uint8Array(chars.length);
    for (let at = 0; at < chars.length; at++) bytes[at] = chars.charCodeAt(at);
    return bytes;
  };
  const get = (item: unknown): unknown => {
    const written = item as Record<string, unknown>;
    if ('v' in written) return written.v;
    if ('u' in written) return undefined;
    if ('n' in written) return Number(written.n);
    if ('b' in written) return BigInt(written.b as string);
    return node(written.r as number);
  };
  const node = (index: number): unknown => {
    if (index in made) return made[index];
    const [kind, first, second, third, fourth] = nodes[index] as [string, ...unknown[]];
    const keep = <T>(object: T): T => {
      made[index] = object;
      return object;
    };
    switch (kind) {
      case 'a': {
        const list = keep([] as unknown[]);
        for (const item of first as unknown[]) list.push(get(item));
        return list;
      }
      case 'd':
        return keep(new Date(get(first) as number));
      case 'x':
        return keep(new RegExp(first as string, second as string));
      case 'm': {
        const map = keep(new Map());
        for (const [key, entry] of first as [unknown, unknown][]) map.set(get(key), get(entry));
        return map;
      }
      case 's': {
        const set = keep(new Set());
        for (const item of first as unknown[]) set.add(get(item));
        return set;
      }
      case 'f': {
        const { buffer } = bytesOf(second as string);
        if (first === 'ArrayBuffer') return keep(buffer);
        const views = globalThis as unknown as Record<string, new (buffer: ArrayBuffer) => unknown>;
        const View = views[first as string];
        return keep(View && new View(buffer));
      }
      case 'e': {
        // A class of errors of somebody's own arrives as a plain Error.
        const error = keep(new (errors[first as string] ?? Error)(second as string));
        const stack = { value: third, writable: true, configurable: true, enumerable: false };
        Object.defineProperty(error, 'stack', stack);
        if (fourth !== undefined) Object.defineProperty(error, 'cause', { ...stack, value: get(fourth) });
        return error;
      }
      case 'p':
        return keep(Object(get(first)));
      case 'o': {
        const object = keep({} as Record<string, unknown>);
        for (const [key, entry] of first as [string, unknown][]) {
          const value = get(entry);
          Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
        }
        return object;
      }
      default:
        throw new SyntaxError(`Unknown kind of clone: ${kind}`);
    }
  };
  return get(root);
}
