/**
 * What runs inside a page. Both functions are injected as their source text (Chromium knows no modules here), so they
 * use nothing from outside but their arguments. The preload has an isolated world of its own, as with Electron's
 * context isolation: it shares the document with the page but no JavaScript object.
 */
import type { makePeer as MakePeer } from './bridge.ts';
import type { decode as Decode, encode as Encode } from './clone.ts';

/** What both functions are given. */
export interface WorldOptions {
  nonce: string;
  /** Names of the CDP bindings that carry text to the stand-in: IPC of the preload's world, windows of the page's. */
  ipcBinding: string;
  openBinding: string;
  /** Name of the function through which the stand-in speaks to the preload's world. */
  receiver: string;
  /** What a sandboxed preload sees as `process`. */
  process: Record<string, unknown>;
}

/** The page's own world: takes what the preload exposes, copied and frozen, and opens no windows. */
export function mainWorld(
  options: WorldOptions,
  encode: typeof Encode,
  decode: typeof Decode,
  makePeer: typeof MakePeer,
): void {
  const bindings = window as unknown as Record<string, unknown>;
  const tellOpen = bindings[options.openBinding] as (text: string) => void;
  delete bindings[options.openBinding];
  const open = window.open.bind(window);
  // A window that the app refuses opens as null, and the stand-in knows no other.
  window.open = (url = '', frameName = '', features = '') => {
    const known = ['_self', '_parent', '_top'].includes(frameName);
    const frames = window.top as unknown as Record<string, unknown> | null;
    if (known || (frameName && Object.prototype.toString.call(frames?.[frameName]) === '[object Window]'))
      return open(url, frameName, features);
    const parsed = URL.parse(url || 'about:blank', document.baseURI);
    if (!parsed) {
      const problem = `Unable to open a window with invalid URL '${url}'.`;
      throw new DOMException(`Failed to execute 'open' on 'Window': ${problem}`, 'SyntaxError');
    }
    const name = frameName === '_blank' ? '' : frameName;
    tellOpen(JSON.stringify({ url: parsed.href, frameName: name, features }));
    return null;
  };
  if (window !== window.top) return;
  if (location.protocol === 'chrome-error:') {
    // Electron shows nothing where Chrome shows a page about the error.
    const wipe = () => document.documentElement?.replaceChildren();
    new MutationObserver(wipe).observe(document, { childList: true, subtree: true });
  }
  const freeze = (value: unknown): unknown => {
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (isObject && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
      Object.freeze(value);
      for (const item of Object.values(value as object)) freeze(item);
    }
    return value;
  };
  makePeer(options.nonce, 'main', 'isolated', encode, decode, (message) => {
    Object.defineProperty(window, message.expose as string, {
      value: freeze(message.value),
      enumerable: true,
    });
  });
}

/** A preload's own parameters, as Electron wraps a sandboxed one. */
export type Preload = (
  require: (name: string) => unknown,
  process: unknown,
  exports: object,
  module: object,
) => void;

export interface PreloadScript {
  path: string;
  /** Why there is none although there should be one. */
  problem: { isSyntax: boolean; message: string } | undefined;
  run: Preload | undefined;
}

/** The preload's world: Electron's renderer modules as a sandboxed preload has them, then the preload itself. */
export function isolatedWorld(
  options: WorldOptions,
  encode: typeof Encode,
  decode: typeof Decode,
  makePeer: typeof MakePeer,
  preloads: readonly PreloadScript[],
): void {
  const world = globalThis as unknown as Record<string, unknown>;
  const send = world[options.ipcBinding] as (text: string) => void;
  delete world[options.ipcBinding];
  delete world[options.openBinding];
  if (window !== window.top) return;
  type Listener = (...args: unknown[]) => void;
  const post = (message: Record<string, unknown>) => send(encode(message));
  const strict = (target: object, name: string): object =>
    new Proxy(target, {
      get(object, property, receiver) {
        if (property in object || typeof property === 'symbol')
          return Reflect.get(object, property, receiver);
        throw new Error(`stand-in: ${name}.${property} is not implemented`);
      },
    });

  const listeners = new Map<string, { listener: Listener; once: boolean }[]>();
  const invocations = new Map<number, { resolve: (v: unknown) => void; reject: (e: unknown) => void }>();
  let lastInvocation = 0;
  const add = (channel: string, listener: Listener, once: boolean) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, once }]);
    return ipcRenderer;
  };
  const remove = (channel: string, listener: Listener) => {
    const rest = listeners.get(channel) ?? [];
    const at = rest.findIndex((entry) => entry.listener === listener);
    if (at >= 0) listeners.set(channel, rest.toSpliced(at, 1));
    return ipcRenderer;
  };
  // Its methods are the class's, so that exposing it as a whole exposes nothing.
  class IpcRenderer {
    send(channel: string, ...args: unknown[]) {
      post({ kind: 'send', channel, args });
    }
    invoke(channel: string, ...args: unknown[]) {
      return new Promise((resolve, reject) => {
        const id = ++lastInvocation;
        post({ kind: 'invoke', id, channel, args });
        invocations.set(id, { resolve, reject });
      });
    }
    on(channel: string, listener: Listener) {
      return add(channel, listener, false);
    }
    addListener(channel: string, listener: Listener) {
      return add(channel, listener, false);
    }
    once(channel: string, listener: Listener) {
      return add(channel, listener, true);
    }
    off(channel: string, listener: Listener) {
      return remove(channel, listener);
    }
    removeListener(channel: string, listener: Listener) {
      return remove(channel, listener);
    }
    removeAllListeners(channel?: string) {
      if (channel === undefined) listeners.clear();
      else listeners.delete(channel);
      return ipcRenderer;
    }
  }
  const ipcRenderer: object = strict(new IpcRenderer(), 'ipcRenderer');

  // The page's world only answers and says that it is there.
  const peer = makePeer(options.nonce, 'isolated', 'main', encode, decode, () => undefined);
  /** What every window has; the page's has nothing else before its own scripts run. */
  const taken = new Set<string>();
  for (let object: object | null = window; object; object = Object.getPrototypeOf(object))
    for (const name of Object.getOwnPropertyNames(object)) taken.add(name);
  const contextBridge = strict(
    {
      exposeInMainWorld: (key: string, api: unknown) => {
        if (taken.has(key))
          throw new Error('Cannot bind an API on top of an existing property on the window object');
        const message = { expose: key, value: peer.pack(api) };
        // What cannot be cloned is refused here, not when the page's world is there.
        encode(message);
        taken.add(key);
        peer.tell(message);
      },
    },
    'contextBridge',
  );

  world[options.receiver] = (text: string) => {
    const message = decode(text) as Record<string, unknown>;
    if (message.kind === 'reply') {
      const invocation = invocations.get(message.id as number);
      invocations.delete(message.id as number);
      if ('error' in message) invocation?.reject(new Error(message.error as string));
      else invocation?.resolve(message.value);
      return;
    }
    const channel = message.channel as string;
    for (const entry of listeners.get(channel) ?? []) {
      if (entry.once) remove(channel, entry.listener);
      entry.listener({ sender: ipcRenderer, ports: [] }, ...(message.args as unknown[]));
    }
  };

  /** Names as in Electron's InputEvent. What comes often is told twice a second, and without a name. */
  const inputs: Readonly<Record<string, string>> = {
    mousedown: 'mouseDown',
    mouseup: 'mouseUp',
    keydown: 'rawKeyDown',
    keyup: 'keyUp',
    touchstart: 'touchStart',
    touchend: 'touchEnd',
    wheel: '',
    pointermove: '',
  };
  let lastInput = 0;
  const input = ({ type, isTrusted }: Event) => {
    if (!isTrusted || (!inputs[type] && Date.now() - lastInput < 500)) return;
    lastInput = Date.now();
    post({ kind: 'input', input: inputs[type] });
  };
  for (const type of Object.keys(inputs))
    window.addEventListener(type, input, { capture: true, passive: true });

  let title = '';
  const titles = new MutationObserver(() => {
    titles.disconnect();
    titles.observe(document, { childList: true });
    if (document.documentElement) titles.observe(document.documentElement, { childList: true });
    if (document.head) titles.observe(document.head, { childList: true, characterData: true, subtree: true });
    if (document.title !== title) post({ kind: 'title', title: document.title });
    title = document.title;
  });
  titles.observe(document, { childList: true });

  const modules: Record<string, object> = { electron: strict({ ipcRenderer, contextBridge }, 'electron') };
  modules['electron/renderer'] = modules.electron as object;
  const require = (name: string) => {
    const found = modules[name];
    // What Electron's sandbox has and the stand-in has not is said apart from what neither has.
    if (!found && /^(node:)?(events|timers|url)$|^electron\/common$/.test(name))
      throw new Error(`stand-in: require('${name}') in a preload is not implemented`);
    if (!found) throw new Error(`module not found: ${name}`);
    return found;
  };
  for (const { path, problem, run } of preloads) {
    const module = { exports: {} };
    try {
      if (problem?.isSyntax) throw new SyntaxError(problem.message);
      if (problem) throw new Error(problem.message);
      run?.(require, strict(options.process, 'process'), module.exports, module);
    } catch (error) {
      console.error(`Unable to load preload script: ${path}`);
      console.error(error);
      post({ kind: 'preload-error', path, error });
    }
  }
}
