import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../electron/shared/limits.ts';
import { limitBaggage, type RequestGlobals } from '../../../renderer/telemetry/baggage.ts';

const MOST = LIMITS.baggage.value;
const sentry = 'sentry-environment=production,sentry-trace_id=771a43a4192642f0b136d5159a501700';
const long = `a=1,${'k'.repeat(MOST)}=v`;

/** XMLHttpRequest as its standard has the request headers: set before send, and added to, never replaced. */
class Xhr {
  static OPENED = 1;
  OPENED = 1;
  readyState = 0;
  headers = new Map<string, string>();
  #sent = false;
  open() {
    this.readyState = 1;
    this.headers.clear();
    this.#sent = false;
  }
  setRequestHeader(name: string, value: string) {
    if (this.readyState !== 1 || this.#sent)
      throw new DOMException('The object is in an invalid state.', 'InvalidStateError');
    const key = name.toLowerCase();
    const before = this.headers.get(key);
    this.headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  send() {
    this.#sent = true;
  }
}

function harness() {
  const fetched: [unknown, RequestInit | undefined][] = [];
  const dropped: number[] = [];
  // A class of its own for each test: the wrapper changes the prototype.
  class Own extends Xhr {
    override open() {
      super.open();
    }
    override setRequestHeader(name: string, value: string) {
      super.setRequestHeader(name, value);
    }
    override send() {
      super.send();
    }
  }
  const globals = {
    fetch: (input: unknown, init?: RequestInit) => Promise.resolve(void fetched.push([input, init])),
    XMLHttpRequest: Own,
  } as unknown as RequestGlobals;
  limitBaggage(globals, (entries) => dropped.push(entries));
  const xhr = () => new Own() as unknown as XMLHttpRequest & Xhr;
  return { globals, fetched, dropped, xhr };
}

describe('fetch in a page', () => {
  it('has its headers bounded, those of a Request too', async () => {
    const { globals, fetched, dropped } = harness();
    await globals.fetch(new Request('http://localhost/', { headers: { baggage: long } }));
    expect(new Headers(fetched[0]?.[1]?.headers).get('baggage')).toBe('a=1');
    expect(dropped).toEqual([1]);
  });

  it('is called with what the page gave when there is nothing to do, and rejects as before', async () => {
    const { globals, fetched, dropped } = harness();
    const init = { method: 'POST', headers: { baggage: 'a=1' } };
    await globals.fetch('http://localhost/', init);
    expect(fetched).toEqual([['http://localhost/', init]]);
    expect(fetched[0]?.[1]).toBe(init);
    expect(dropped).toEqual([]);
    expect(globals.fetch.name).toBe('fetch');
  });
});

describe('XMLHttpRequest in a page', () => {
  it("sends the app's entries and the SDK's as one header, whole and within the limit", () => {
    const { xhr, dropped } = harness();
    const request = xhr();
    request.open('GET', '/');
    request.setRequestHeader('Baggage', `big=${'x'.repeat(MOST - 40)}`);
    request.setRequestHeader('baggage', sentry);
    request.send();
    expect(request.headers.get('baggage')).toBe(`big=${'x'.repeat(MOST - 40)},sentry-environment=production`);
    expect(dropped).toEqual([1]);
  });

  it('leaves other headers and requests alone', () => {
    const { xhr } = harness();
    const request = xhr();
    request.open('GET', '/');
    request.setRequestHeader('x-a', '1');
    request.setRequestHeader('X-A', '2');
    request.send();
    expect([...request.headers]).toEqual([['x-a', '1, 2']]);
  });

  it('throws before open and after send, as the original', () => {
    const { xhr } = harness();
    const request = xhr();
    expect(() => request.setRequestHeader('baggage', 'a=1')).toThrow('invalid state');
    request.open('GET', '/');
    request.send();
    expect(() => request.setRequestHeader('baggage', 'a=1')).toThrow('invalid state');
  });

  it('forgets what was set when it is opened again', () => {
    const { xhr } = harness();
    const request = xhr();
    request.open('GET', '/');
    request.setRequestHeader('baggage', 'a=1');
    request.open('GET', '/');
    request.setRequestHeader('baggage', 'b=2');
    request.send();
    expect(request.headers.get('baggage')).toBe('b=2');
    request.open('GET', '/');
    request.setRequestHeader('baggage', long);
    request.send();
    expect(request.headers.get('baggage')).toBe('a=1');
  });
});
