import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../electron/shared/limits.ts';
import { createDataClient, KEPT_PAGES } from '../../../renderer/data/client.ts';
import type { Outcome } from '../../../renderer/data/outcome.ts';
import type { RequestWorld } from '../../../renderer/data/request.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';

let origin: Origin;
let pauses: number[];
const onChange = vi.fn();

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** A server-rendered page: each response is different. */
let visits: number;
const dynamic: Origin['answer'] = (_, response) =>
  json(response, { pageProps: { visits: ++visits }, __N_SSP: true });
const fixed: Origin['answer'] = (_, response) => json(response, { pageProps: { a: 1 }, __N_SSG: true });

beforeEach(async () => {
  visits = 0;
  pauses = [];
  onChange.mockReset();
  origin = await startOrigin(dynamic);
});
afterEach(() => origin.close());

function client(world: Partial<RequestWorld> = {}) {
  return createDataClient({ id: 'B1' }, onChange, {
    fetch: (path, init) => fetch(origin.url + path, init),
    now: () => 1e12,
    random: () => 0.5,
    sleep: async (ms) => void pauses.push(ms),
    limit: 5_000,
    ...world,
  });
}

const pageOf = (pathname: string) => ({ pathname, search: '', params: {} });
const never = new AbortController().signal;
const first = { first: true, signal: never };
const later = { first: false, signal: never };
const failed = (code: string | number) => ({ kind: 'fault', fault: { code } });
const propsOf = (outcome: Outcome) => (outcome.kind === 'props' ? outcome.pageProps : outcome);

describe('a request for page data', () => {
  it('is a GET with the marker header', async () => {
    expect(propsOf(await client().load(pageOf('/a'), first))).toEqual({ visits: 1 });
    expect(origin.requests).toMatchObject([
      { url: '/_next/data/B1/a.json', headers: { 'x-nextjs-data': '1' } },
    ]);
    expect(origin.requests[0]?.headers).not.toHaveProperty('purpose');
  });

  it('is tried again on a 5xx for the first load, with pauses', async () => {
    origin.answer = (_, response) => json(response, {}, 503);
    expect(await client().load(pageOf('/a'), first)).toMatchObject(failed(503));
    expect(origin.asked.length).toBe(LIMITS.pageDataAttempts.value);
    expect(pauses.slice(0, 2)).toEqual([300, 600]);
  });

  it.each([
    ['a later load', 500, later],
    ['a 4xx', 429, first],
    ['a 404', 404, first],
  ])('is tried once for %s', async (_name, status, options) => {
    origin.answer = (_, response) => json(response, {}, status);
    await client().load(pageOf('/a'), options);
    expect(origin.asked.length).toBe(1);
  });

  it('is not retried when main could not reach the server, or does not respond itself', async () => {
    origin.answer = (_, response) => response.writeHead(502, { 'x-holdfast-error': 'ERR_X' }).end();
    expect(await client().load(pageOf('/a'), first)).toMatchObject(failed('ERR_X'));
    origin.answer = (_, response) => response.destroy();
    expect(await client().load(pageOf('/a'), first)).toMatchObject(failed('ERR_FAILED'));
    expect(origin.asked.length).toBe(2);
  });

  it('is aborted after its time limit, even in the middle of the body', async () => {
    for (const answer of [() => undefined, (_: unknown, response: ServerResponse) => response.write('{')]) {
      origin.answer = answer;
      expect(await client({ limit: 30 }).load(pageOf('/a'), first)).toMatchObject({
        kind: 'fault',
        fault: { kind: 'data', code: 'ERR_TIMED_OUT', retryable: true },
      });
    }
    // On a busy machine the time may be up before the request reaches the server.
    expect(origin.asked.length).toBeLessThanOrEqual(2);
  });

  it('is not retried if the user leaves during a pause', async () => {
    origin.answer = (_, response) => json(response, {}, 500);
    const controller = new AbortController();
    const sleep = async () => controller.abort(new Error('moved on'));
    const load = client({ sleep }).load(pageOf('/a'), { first: true, signal: controller.signal });
    await expect(load).rejects.toThrow('moved on');
    expect(origin.asked.length).toBe(1);
  });

  it('is a fault with the reason if the build is unknown', async () => {
    const data = createDataClient({ unknown: 'The settings have no origin.' }, onChange);
    expect(await data.load(pageOf('/a'), first)).toMatchObject({
      kind: 'fault',
      fault: { kind: 'data', detail: 'The settings have no origin.', url: '/a' },
    });
  });
});

describe('data of a page that is visited again', () => {
  it('is shown at once if it is static, and is replaced, with a notice, when the refresh brings other data', async () => {
    origin.answer = fixed;
    const data = client();
    await data.load(pageOf('/a'), first);
    await data.load(pageOf('/a'), later);
    await expect.poll(() => origin.asked.length).toBe(2);
    expect(onChange).not.toHaveBeenCalled();
    origin.answer = (_, response) => json(response, { pageProps: { a: 2 }, __N_SSG: true });
    await data.load(pageOf('/a'), later);
    await expect.poll(() => onChange.mock.calls.length).toBe(1);
    expect(onChange).toHaveBeenCalledWith(pageOf('/a'));
    expect(propsOf(await data.load(pageOf('/a'), later))).toEqual({ a: 2 });
  });

  it('stays when the refresh fails, and is dropped when the page no longer exists', async () => {
    origin.answer = fixed;
    const data = client();
    await data.load(pageOf('/a'), first);
    origin.answer = (_, response) => json(response, {}, 500);
    while (origin.asked.length < 3) {
      expect(propsOf(await data.load(pageOf('/a'), later))).toEqual({ a: 1 });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    origin.answer = (_, response) => json(response, { notFound: true }, 404);
    await vi.waitFor(async () => {
      await data.load(pageOf('/a'), later);
      expect(onChange).toHaveBeenCalled();
    });
    expect(await data.load(pageOf('/a'), later)).toEqual({ kind: 'notFound' });
  });

  it('is requested again if it was a saved copy, static or not', async () => {
    origin.answer = (_, response) => {
      response.setHeader('x-holdfast-saved-at', '5');
      json(response, { pageProps: { a: 0 }, __N_SSG: true });
    };
    const data = client();
    expect(await data.load(pageOf('/a'), first)).toMatchObject({ savedAt: 5 });
    origin.answer = fixed;
    expect(await data.load(pageOf('/a'), later)).toMatchObject({ savedAt: undefined, pageProps: { a: 1 } });
  });

  it(`is kept for ${KEPT_PAGES} static pages`, async () => {
    origin.answer = fixed;
    const data = client();
    for (let i = 0; i <= KEPT_PAGES; i++) await data.load(pageOf(`/${i}`), later);
    origin.answer = dynamic;
    expect(propsOf(await data.load(pageOf('/1'), later))).toEqual({ a: 1 });
    expect(propsOf(await data.load(pageOf('/0'), later))).toHaveProperty('visits');
  });
});
