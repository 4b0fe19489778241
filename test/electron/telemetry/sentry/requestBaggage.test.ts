import http from 'node:http';
import type { Net } from 'electron';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCounters, LIMITS } from '../../../../electron/shared/limits.ts';
import { limitBaggage, limitHeaders } from '../../../../electron/telemetry/sentry/requestBaggage.ts';
import { type Origin, startOrigin } from '../../webapp/data/origin.ts';
import { NetRequest } from '../stubElectron.ts';

vi.mock('electron', async () => (await import('../stubElectron.ts')).electron);

const MOST = LIMITS.baggage.value;
const sentry = 'sentry-environment=production,sentry-trace_id=771a43a4192642f0b136d5159a501700';

/** What the server read of the last request's baggage: each header as it came. */
let received: string[] = [];
let url = '';
let origin: Origin;

const net = {
  // As the SDK leaves it: the app's header is overwritten.
  request: (options: never) => {
    const request = new NetRequest(options);
    request.setHeader('baggage', sentry);
    return request;
  },
} as unknown as Pick<Net, 'request'>;
const counters = createCounters();

beforeAll(async () => {
  limitBaggage(counters, net)();
  origin = await startOrigin(({ rawHeaders }, response) => {
    received = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'baggage');
    response.end();
  });
  url = `${origin.url}/`;
});
afterAll(() => origin.close());

function send(options: http.RequestOptions, change: (request: http.ClientRequest) => void = () => undefined) {
  return new Promise<void>((resolve, reject) => {
    const request = http.request(url, options, (response) => response.resume().on('end', resolve));
    request.on('error', reject);
    change(request);
    request.end();
  });
}

const long = `a=1,${'k'.repeat(MOST)}=v`;

describe('baggage of requests in main', () => {
  it.each<[string, () => Promise<unknown>, string[]]>([
    ['fetch, headers in an object', () => fetch(url, { headers: { baggage: long } }), ['a=1']],
    ['fetch, Headers', () => fetch(url, { headers: new Headers({ baggage: long }) }), ['a=1']],
    ['fetch, pairs', () => fetch(url, { headers: [['Baggage', long]] }), ['a=1']],
    ['fetch, a Request', () => fetch(new Request(url, { headers: { baggage: long } })), ['a=1']],
    ['http, headers in an object', () => send({ headers: { baggage: long } }), ['a=1']],
    ['http, several', () => send({ headers: { baggage: [...long.split(','), 'b=2'] } }), ['a=1,b=2']],
    ['http, a list', () => send({ headers: ['Host', '127.0.0.1', 'baggage', long] }), ['a=1']],
    ['http, set later', () => send({}, (request) => request.setHeader('Baggage', long)), ['a=1']],
    [
      'http, added later',
      () =>
        send({ headers: { baggage: 'a=1' } }, (request) =>
          request.appendHeader('baggage', `b=${'v'.repeat(MOST)}`),
        ),
      ['a=1'],
    ],
    [
      'http, all set',
      () => send({}, (request) => request.setHeaders(new Headers({ baggage: long }))),
      ['a=1'],
    ],
    ['another header of http', () => send({ headers: { 'x-a': '1' } }), []],
    ['fetch without headers', () => fetch(url), []],
    ['short baggage', () => fetch(url, { headers: { baggage: 'userId=alice;p=1' } }), ['userId=alice;p=1']],
  ])('%s', async (_, request, expected) => {
    await request();
    expect(received).toEqual(expected);
  });

  it("electron.net: the app's entries stay, given at once or set later, and come first", () => {
    const given = net.request({ url, headers: { Baggage: 'userId=alice' } });
    expect(given.getHeader('baggage')).toBe(`userId=alice,${sentry}`);
    const later = net.request(url);
    expect(later.getHeader('baggage')).toBe(sentry);
    later.setHeader('baggage', `userId=bob,${'k'.repeat(MOST)}=v`);
    expect(later.getHeader('baggage')).toBe(`userId=bob,${sentry}`);
    later.setHeader('x-a', '1');
    expect(later.getHeader('x-a')).toBe('1');
  });

  it("of a page: what is Sentry's is there only if its trace may be named", () => {
    const headers = { 'x-a': '1', Baggage: `${sentry},${long}`, 'sentry-trace': 'x', Traceparent: 'y' };
    const allowed = { ...headers, Baggage: `a=1,${sentry}` };
    expect(limitHeaders(headers, true, counters)).toEqual(allowed);
    expect(limitHeaders(headers, false, counters)).toEqual({ 'x-a': '1', Baggage: 'a=1' });
    expect(limitHeaders({ baggage: sentry }, false, counters)).toEqual({});
  });
});
