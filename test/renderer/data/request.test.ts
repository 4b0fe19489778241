import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../electron/shared/limitValues/limits.ts';
import { browserWorld, loadData, type RequestWorld } from '../../../renderer/data/request.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';

let origin: Origin;
let pauses: number[];

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

beforeEach(async () => {
  pauses = [];
  origin = await startOrigin((_, response) => json(response, { pageProps: { a: 1 } }));
});

/** Loads the data of the page `/a`. */
const load = (options: typeof first, world: Partial<RequestWorld> = {}) =>
  loadData('B1', PAGE, options, {
    ...browserWorld,
    fetch: (path, init) => fetch(origin.url + path, init),
    now: () => 1e12,
    random: () => 0.5,
    sleep: async (ms) => void pauses.push(ms),
    limit: 5_000,
    ...world,
  });

const PAGE = { pathname: '/a', search: '', params: {} };
const never = new AbortController().signal;
const first = { first: true, signal: never };
const later = { first: false, signal: never };
const failed = (code: string | number) => ({ kind: 'fault', fault: { code } });

describe('a request for page data', () => {
  it('is a GET with the marker header', async () => {
    expect(await load(first)).toEqual({ kind: 'props', pageProps: { a: 1 } });
    const headers = { 'x-nextjs-data': '1' };
    expect(origin.requests).toMatchObject([{ url: '/_next/data/B1/a.json', headers }]);
    expect(origin.requests[0]?.headers).not.toHaveProperty('purpose');
  });

  it('is tried again on a 5xx for the first load, with pauses', async () => {
    origin.answer = (_, response) => json(response, {}, 503);
    expect(await load(first)).toMatchObject(failed(503));
    expect(origin.asked.length).toBe(LIMITS.pageDataAttempts.value);
    expect(pauses.slice(0, 2)).toEqual([300, 600]);
  });

  it.each([
    ['a later load', 500, later, 500],
    ['a 4xx', 429, first, 429],
    ['a server that main could not reach', 502, first, 'ERR_X'],
    ['a main that does not respond', 0, first, 'ERR_FAILED'],
  ])('is tried once for %s', async (_name, status, options, code) => {
    const headers: Record<string, string> = status === 502 ? { 'x-holdfast-error': 'ERR_X' } : {};
    origin.answer = (_, response) =>
      status === 0 ? void response.destroy() : void response.writeHead(status, headers).end('{}');
    expect(await load(options)).toMatchObject(failed(code));
    expect(origin.asked.length).toBe(1);
  });

  it('is aborted after its time limit, even in the middle of the body', async () => {
    for (const answer of [() => undefined, (_: unknown, response: ServerResponse) => response.write('{')]) {
      origin.answer = answer;
      const fault = { kind: 'data', code: 'ERR_TIMED_OUT', retryable: true };
      expect(await load(first, { limit: 30 })).toMatchObject({ kind: 'fault', fault });
    }
    // On a busy machine the time may be up before the request reaches the server.
    expect(origin.asked.length).toBeLessThanOrEqual(2);
  });

  it('is not retried if the user leaves during a pause', async () => {
    origin.answer = (_, response) => json(response, {}, 500);
    const controller = new AbortController();
    const sleep = async () => controller.abort(new Error('moved on'));
    const left = load({ first: true, signal: controller.signal }, { sleep });
    await expect(left).rejects.toThrow('moved on');
    expect(origin.asked.length).toBe(1);
  });

  it('is a fault with the reason if the build is unknown', async () => {
    const detail = 'The settings have no origin: page data needs one.';
    const fault = { kind: 'data', detail, url: '/a' };
    expect(await loadData(undefined, PAGE, first)).toMatchObject({ kind: 'fault', fault });
  });
});
