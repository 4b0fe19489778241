import http from 'node:http';
import type { SerializedTraceData } from '@sentry/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createCounters, LIMITS } from '../../../../electron/shared/limitValues/limits.ts';
import {
  boundBaggage,
  limitHeaders,
  limitRequests,
} from '../../../../electron/telemetry/sentry/traceHeaders.ts';
import { type Origin, startOrigin } from '../../../support/origin.ts';

vi.mock('electron', async () => (await import('../stubElectron.ts')).electron);

const MOST = LIMITS.baggage.value;
const sentry = 'sentry-environment=production,sentry-trace_id=771a43a4192642f0b136d5159a501700';
const counters = createCounters();
limitRequests(counters, [])(undefined);

let received: string[] = [];
let origin: Origin;
beforeAll(async () => {
  origin = await startOrigin(({ rawHeaders }, response) => {
    received = rawHeaders.filter((_, at) => at % 2 && rawHeaders[at - 1]?.toLowerCase() === 'baggage');
    response.end();
  });
});

function send(options: http.RequestOptions) {
  return new Promise<void>((resolve, reject) => {
    const request = http.request(origin.url, options, (response) => response.resume().on('end', resolve));
    request.on('error', reject).end();
  });
}

const long = `a=1,${'k'.repeat(MOST)}=v`;

it.each<[string, () => Promise<unknown>, string[]]>([
  ['fetch, pairs', () => fetch(origin.url, { headers: [['Baggage', long]] }), ['a=1']],
  ['http, headers in an object', () => send({ headers: { baggage: long } }), ['a=1']],
  ['http, several', () => send({ headers: { baggage: [...long.split(','), 'b=2'] } }), ['a=1,b=2']],
  ['http, nothing that fits', () => send({ headers: { baggage: long.slice(4) } }), []],
  ['http without baggage', () => send({}), []],
  ['short baggage', () => send({ headers: { baggage: 'userId=alice;p=1' } }), ['userId=alice;p=1']],
])("baggage of requests by Node's clients: %s", async (_, request, expected) => {
  await request();
  expect(received).toEqual(expected);
});

it('the trace is removed if it is not allowed', () => {
  const trace = 'a'.repeat(32);
  const headers = {
    'x-a': '1',
    Baggage: `${sentry},${long}`,
    'sentry-trace': `${trace}-${'b'.repeat(16)}-1`,
    Traceparent: `00-${trace}-${'b'.repeat(16)}-01`,
  };
  const limited = (trace?: SerializedTraceData) =>
    Object.fromEntries(limitHeaders(Object.entries(headers), trace, counters));
  const { Baggage: _, ...others } = headers;
  expect(limited({})).toEqual({ ...others, baggage: `a=1,${sentry}` });
  expect(limited()).toEqual({ 'x-a': '1', baggage: 'a=1' });
  expect(limitHeaders([['baggage', sentry]], undefined, counters)).toEqual([]);
  // Of the app's own tracing.
  const own = ['traceparent', `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`] as const;
  const both = [own, ['sentry-trace', headers['sentry-trace']]] as const;
  expect(limitHeaders(both, undefined, counters)).toEqual([own]);
  // Main's is not added beside it.
  expect(limitHeaders(both, { 'sentry-trace': 'main', baggage: sentry }, counters)).toEqual(both);
});

describe('a bounded baggage header', () => {
  const bounded = (entries: string) => boundBaggage(entries, true);

  it.each([
    ['an entry at the limit', `k=${'v'.repeat(MOST - 2)}`, `k=${'v'.repeat(MOST - 2)}`, 0],
    ['a longer one', `k=${'v'.repeat(MOST - 1)}`, '', 1],
    ["Sentry's entries", 'a=1,sentry-release=x,b=2', 'a=1,b=2,sentry-release=x', 0],
    ["two of Sentry's with one key", 'sentry-a=1,sentry-a=2', 'sentry-a=1', 0],
    ['properties, spaces and empty entries', ' a=v;ttl=5 ,,b="é\\"', 'a=v;ttl=5,b="é\\"', 0],
  ])('%s', (_name, given, value, dropped) => expect(bounded(given)).toEqual({ value, dropped }));

  it("drops entries of generated headers whole, Sentry's first, and none while there is room", () => {
    const entry = fc
      .tuple(fc.constantFrom('k', 'user.id', 'sentry-x'), fc.nat(999), fc.nat(4_000))
      .map(([name, number, length]) => `${name}${number}=${'v'.repeat(length)}`);
    const entries = fc.uniqueArray(entry, { maxLength: 12, selector: (one) => one.split('=')[0] });
    fc.assert(
      fc.property(entries, (all) => {
        const { value, dropped } = bounded(all.join(','));
        const kept = value.split(',').filter(Boolean);
        const left = all.filter((one) => !kept.includes(one));
        const apps = kept.filter((one) => !one.startsWith('sentry-'));
        expect(value.length).toBeLessThanOrEqual(MOST);
        expect([kept.length + dropped, left.length]).toEqual([all.length, dropped]);
        expect(kept.slice(0, apps.length)).toEqual(apps);
        for (const one of left) {
          const before = one.startsWith('sentry-') ? kept : apps;
          expect(before.join(',').length + 1 + one.length).toBeGreaterThan(MOST);
        }
      }),
    );
  });
});
