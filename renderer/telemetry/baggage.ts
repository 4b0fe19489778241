/** Keeps the baggage header of the page's requests within its limit: fetch and XMLHttpRequest. */
import { boundBaggage, boundInit } from '../../electron/shared/baggage.ts';

/** The globals that are patched. */
export interface RequestGlobals {
  fetch: typeof fetch;
  XMLHttpRequest: typeof XMLHttpRequest;
}

/**
 * Wraps fetch and XMLHttpRequest. Call it before the SDK starts: the SDK then wraps these wrappers, so that its own
 * entries pass through them. `onDropped` gets the number of entries dropped from a request, if any.
 */
export function limitBaggage(globals: RequestGlobals, onDropped: (entries: number) => void): void {
  const count = (entries: number) => {
    if (entries > 0) onDropped(entries);
  };
  const send = globals.fetch;
  // Keeps the original's name for code that inspects it.
  globals.fetch = function fetch(input, init) {
    return send.call(globalThis, input, boundInit(input, init, count));
  };
  limitXhr(globals.XMLHttpRequest.prototype, count);
}

/** XMLHttpRequest can append to a header but not replace it, so baggage is held back until send(). */
function limitXhr(prototype: XMLHttpRequest, count: (entries: number) => void): void {
  const held = new WeakMap<XMLHttpRequest, string[]>();
  const sent = new WeakSet<XMLHttpRequest>();
  const { open, setRequestHeader, send } = prototype;

  prototype.open = function (this: XMLHttpRequest, ...args: Parameters<XMLHttpRequest['open']>) {
    held.delete(this);
    sent.delete(this);
    return open.apply(this, args);
  } as XMLHttpRequest['open'];

  prototype.setRequestHeader = function (name, value) {
    // The original throws before open() and after send(), as it should.
    const settable = this.readyState === this.OPENED && !sent.has(this);
    if (!settable || String(name).toLowerCase() !== 'baggage')
      return setRequestHeader.call(this, name, value);
    held.set(this, [...(held.get(this) ?? []), String(value)]);
  };

  prototype.send = function (body) {
    const values = held.get(this);
    if (values) {
      held.delete(this);
      const { value, dropped } = boundBaggage(values.join(','));
      count(dropped);
      if (value) setRequestHeader.call(this, 'baggage', value);
    }
    sent.add(this);
    return send.call(this, body);
  };
}
