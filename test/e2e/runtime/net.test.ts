/** Requests of main, against docs/api/net.md, client-request.md and incoming-message.md. */
import { beforeAll, describe, expect, it } from 'vitest';
import { runScenario, type Told } from './scenario.ts';

let told: Told;
beforeAll(async () => {
  told = await runScenario('net');
});
interface Sent {
  events: string[][];
  status?: number;
  message?: string;
  headers?: Record<string, unknown>;
  body?: string;
}
const sent = (name: string) => told.of(name) as Sent;
/** The names of a request's events, without `close`, whose place the documentation leaves open. */
const events = (name: string) =>
  sent(name)
    .events.map(([event]) => event)
    .filter((event) => event !== 'close');
const errorOf = (name: string) => sent(name).events.find(([event]) => event === 'error')?.[1];

describe('net.request', () => {
  it('cannot be made before the app is ready, nor with wrong options (net.request)', () => {
    expect(told.of('before ready')).toBe('Error: net module can only be used after app is ready');
    expect(told.of('bad options')).toEqual([
      'Error: redirect mode should be one of follow, error or manual',
      'Error: ClientRequest only supports http: and https: protocols',
      "Error: Invalid header name: 'bad name'",
      expect.stringContaining("Error: Invalid value for header 'good'"),
    ]);
  });

  it('finishes, then gives the response and its body (events finish, response)', () => {
    expect(events('get')).toEqual(['finish', 'response']);
    expect(sent('get')).toMatchObject({
      status: 200,
      message: 'OK',
      body: 'body',
      headers: { 'x-answer': 'yes' },
    });
    expect(sent('status')).toMatchObject({ status: 503, body: 'later' });
    expect(sent('slow').body).toBe('firstlast');
    expect(told.of('agent')).toBe(true);
  });

  it('sends headers and body, at once or in chunks (request.setHeader, write, chunkedEncoding)', () => {
    expect(told.of('header')).toEqual(['one', 'one']);
    expect(told.of('posted')).toEqual({
      body: 'one two three',
      mine: 'one',
      gone: false,
      length: '13',
      method: 'POST',
    });
    expect(told.of('sent in chunks')).toEqual({ length: 100_001, encoding: 'chunked' });
    expect(told.of('header after write')).toBe("Can't set headers after they are sent");
  });

  it('unpacks what was packed for the way, and joins headers but set-cookie (response.headers)', () => {
    expect(sent('gzip').body).toBe('unpacked');
    expect(sent('cookies').headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-list': '1, 2' });
  });

  it('follows redirects, with the method that belongs to them (event redirect)', () => {
    expect(events('follow')).toEqual(['finish', 'redirect', 'response']);
    expect(sent('follow').status).toBe(200);
    expect(told.of('method after 303')).toBe('GET');
    expect(told.of('after 307')).toEqual({ method: 'POST', body: 'kept' });
    expect(errorOf('loop')).toBe('Error: net::ERR_TOO_MANY_REDIRECTS');
  });

  it('refuses redirects by its mode (options.redirect, request.followRedirect)', () => {
    expect(errorOf('error mode')).toBe("Error: Attempted to redirect, but redirect policy was 'error'");
    expect(errorOf('manual')).toBe('Error: Redirect was cancelled');
    expect(told.of('redirect')).toEqual({ status: 302, method: 'GET', to: '/there', headers: ['/there'] });
    expect(sent('manual followed').status).toBe(200);
    expect(told.of('nothing to follow')).toBe('followRedirect() called, but was not waiting for a redirect');
  });

  it('can be aborted, once (request.abort, event abort)', () => {
    expect(events('aborted')).toEqual(['finish', 'abort']);
  });

  it('fails in Chromium’s words (event error)', () => {
    expect(told.of('refused')).toBe('net::ERR_CONNECTION_REFUSED');
    expect(errorOf('drops')).toBe('Error: net::ERR_EMPTY_RESPONSE');
    expect(errorOf('restricted')).toBe('Error: net::ERR_INVALID_ARGUMENT');
    expect(sent('breaks').events.some(([event]) => event === 'response error')).toBe(true);
    expect(sent('breaks').body).toBeUndefined();
  });
});

describe('net.fetch', () => {
  it('gives what the server answers (net.fetch)', () => {
    expect(told.of('fetch')).toEqual({ status: 200, text: 'body', answer: 'yes' });
    expect(told.of('fetch sent')).toEqual({ body: 'text', header: 'b' });
    expect(told.of('fetch empty')).toMatchObject({ status: 204, text: '' });
    expect(told.of('fetch head')).toMatchObject({ status: 200, text: '' });
    expect(told.of('fetch gzip')).toMatchObject({ text: 'unpacked' });
    expect(told.of('fetch followed')).toMatchObject({ status: 200 });
    expect(told.of('stream')).toBe('first');
  });

  it('fails for redirects that it may not follow, unlike fetch in a page', () => {
    expect(told.of('fetch manual')).toEqual({ error: 'Error: Redirect was cancelled' });
    expect(told.of('fetch error')).toEqual({
      error: "Error: Attempted to redirect, but redirect policy was 'error'",
    });
  });

  it('fails by its signal, and in Chromium’s words', () => {
    expect(told.of('fetch aborted')).toEqual({ error: 'AbortError: This operation was aborted' });
    expect(told.of('fetch timed out')).toEqual({ error: expect.stringContaining('TimeoutError') });
    expect(told.of('fetch refused')).toBe('Error: net::ERR_CONNECTION_REFUSED');
  });
});

it('says whether there is a network (net.isOnline, net.online)', () => {
  expect(told.of('online')).toEqual(['boolean', true]);
});

describe('net.request in a session of its own', () => {
  it('takes an address in parts (options.protocol, hostname, port, path, session)', () => {
    expect(told.of('same session')).toBe(true);
    expect(told.of('in parts')).toEqual([200, '/parts?a=b']);
  });

  it('is asked about first, and may be cancelled (webRequest.onBeforeRequest)', () => {
    expect(told.of('let through')).toBe(200);
    expect(told.of('cancelled')).toBe('Error: net::ERR_BLOCKED_BY_CLIENT');
    expect(told.of('cancelled by name')).toBe('Error: net::ERR_BLOCKED_BY_CLIENT');
    expect(told.of('another name')).toBe(200);
    expect(told.of('asked')).toEqual(['GET /parts?a=b', 'GET /there', 'GET /there']);
    expect(told.of('no listener')).toBe(200);
  });
});
