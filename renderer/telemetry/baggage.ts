/** Keeps the baggage of every request of the page within its limit: fetch and XMLHttpRequest. */
import { boundBaggage, boundInit } from '../../electron/shared/baggage.ts';

/** What is changed: the page's globals. */
export interface RequestGlobals {
  fetch: typeof fetch;
  XMLHttpRequest: typeof XMLHttpRequest;
}

/**
 * Wraps fetch and XMLHttpRequest. Call it before the Sentry SDK starts: the SDK then wraps these wrappers, and
 * what it adds to a header passes through them.
 * `onDropped` gets the number of entries left off a request, never 0.
 */
export function limitBaggage(globals: RequestGlobals, onDropped: (entries: number) => void): void {
  const count = (entries: number) => {
    if (entries > 0) onDropped(entries);
  };
  const send = globals.fetch;
  // Named like the original: pages that look at it see a function called fetch.
  globals.fetch = function fetch(input, init) {
    return send.call(globalThis, input, boundInit(input, init, count));
  };
  limitXhr(globals.XMLHttpRequest.prototype, count);
}

/** A request header can be added to, not replaced: so baggage is held back until the request is sent. */
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
    // Before open() and after send() the original throws, as it must.
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
