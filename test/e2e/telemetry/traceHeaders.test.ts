/**
 * Trace headers contain the release, the key and the trace. Nobody gets them before a yes, and other hosts never. The
 * app's own baggage stays, within the limit.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../electron/shared/limits.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { bench, server, type TelemetryApp, withBench } from '../../support/telemetryApp.ts';

const SENTRY_TRACE = `${'a'.repeat(32)}-${'b'.repeat(16)}-1`;

/** The app's entries: all that have room are sent. */
const OWN = 'own=1';
const GIVEN = `${OWN},${'k'.repeat(LIMITS.baggage.value)}=v`;

let app: TelemetryApp;
let origin: Origin;
/** Received headers, by the name of the request. */
const received = new Map<string, IncomingHttpHeaders>();

withBench({ pages: true });
beforeAll(async () => {
  origin = await startOrigin(({ url = '', headers }, response) => {
    received.set(new URL(url, 'http://localhost').searchParams.get('name') ?? '', headers);
    response.writeHead(404, { 'content-type': 'text/html' }).end('none');
  });
  const settings = { sentryDsn: server.dsn, origin: origin.url, buildId: 'b1' };
  app = await bench.start({ settings, userData: await bench.folder() });
});
afterAll(() => origin.close());

/** Sends a request with each client, with the app's baggage, and one from a page that traces. */
async function request(run: string): Promise<void> {
  const headers = JSON.stringify({ baggage: GIVEN });
  const traced = JSON.stringify({
    'x-nextjs-data': '1',
    baggage: `${GIVEN},sentry-release=x`,
    'sentry-trace': SENTRY_TRACE,
  });
  await app.page(`fetch('/_next/data/b1/x.json?name=${run}-page', { headers: ${traced} })`);
  await app.main(`
    for (const [whose, host] of [['own', '127.0.0.1'], ['other', 'localhost']]) {
      const url = (way) => 'http://' + host + ':${origin.port}/?name=${run}-' + whose + '-' + way;
      await fetch(url('fetch'), { headers: ${headers} });
      await electron.net.fetch(url('netFetch'), { headers: ${headers} });
      await new Promise((resolve) => {
        const request = electron.net.request({ url: url('net'), headers: ${headers} });
        request.on('response', (response) => response.on('data', () => 0).on('end', resolve)).end();
      });
    }
  `);
}
const isTraced = (headers: IncomingHttpHeaders | undefined) =>
  `${headers?.['sentry-trace'] ?? ''}${headers?.traceparent ?? ''}${headers?.baggage ?? ''}`.includes(
    'sentry-',
  ) || headers?.['sentry-trace'] !== undefined;
const traced = (run: string) =>
  [...received].filter(([name, headers]) => name.startsWith(run) && isTraced(headers)).map(([name]) => name);

it('until the user answers, no request has trace headers, and the app keeps its own baggage', async () => {
  await request('ask');
  expect([...received.keys()].filter((name) => name.startsWith('ask'))).toHaveLength(7);
  expect(traced('ask')).toEqual([]);
  for (const [name, { baggage }] of received) if (name.startsWith('ask')) expect(baggage, name).toBe(OWN);
});

describe('after a yes', () => {
  beforeAll(() => app.choose('on'));

  it("only the app's origin gets trace headers", async () => {
    await request('on');
    expect(traced('on').sort()).toEqual(['on-own-fetch', 'on-own-net', 'on-own-netFetch', 'on-page']);
    for (const [name, { baggage = '' }] of received) {
      if (!name.startsWith('on')) continue;
      expect(baggage, name).toMatch(/^own=1(,sentry-[^,]+)*$/);
      expect(baggage.length, name).toBeLessThanOrEqual(LIMITS.baggage.value);
    }
  });
});

it('after a no, no host gets trace headers', async () => {
  await app.choose('off');
  await request('off');
  expect(traced('off')).toEqual([]);
});
