import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../electron/shared/fault.ts';
import { readRetryAfter } from '../../../electron/shared/retryAfter.ts';
import { type Answer, readAnswer, shouldRetry } from '../../../renderer/data/outcome.ts';
import { dataPath } from '../../../renderer/data/request.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: new Headers(headers),
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const read = (from: Answer) => readAnswer(from, '/x', 5);

describe('the outcome of a response', () => {
  it('is data', () => {
    expect(read(answer(200, { pageProps: { a: 1 }, __N_SSG: true }))).toEqual({
      kind: 'props',
      pageProps: { a: 1 },
    });
  });

  it('is a missing page only if the server says so', () => {
    expect(read(answer(404, { notFound: true }))).toEqual({ kind: 'notFound' });
    for (const body of [{ notFound: false }, {}, '<html>', '', 'null', '"notFound"']) {
      expect(read(answer(404, body))).toMatchObject({
        kind: 'fault',
        fault: { kind: 'http', code: 404, detail: 'Failed to load static props' },
      });
    }
  });

  it.each([
    ['/login', { kind: 'redirect', to: '/login', external: false, status: 308 }],
    [
      'https://other.example/a',
      { kind: 'redirect', to: 'https://other.example/a', external: true, status: 308 },
    ],
  ])('a redirect to %s, by the data or by a header', (to, outcome) => {
    expect(read(answer(200, { pageProps: { __N_REDIRECT: to, __N_REDIRECT_STATUS: 308 } }))).toEqual(outcome);
    expect(read(answer(308, '', { 'x-nextjs-redirect': to }))).toEqual(outcome);
  });

  it.each([
    ...['javascript:alert(1)', '//other.example', '/\\other.example', 'data:text/html,x'],
    ...['file:///etc/passwd', '', 'x'],
  ])('a redirect to %j is not followed', (to) => {
    expect(read(answer(200, { pageProps: { __N_REDIRECT: to } }))).toMatchObject({
      kind: 'fault',
      fault: { kind: 'data' },
    });
  });

  it.each([401, 418, 429, 503])('shows the status %i as it is', (status) => {
    expect(read(answer(status, 'x'))).toMatchObject({
      kind: 'fault',
      fault: { kind: 'http', code: status, url: '/x', at: 5 },
    });
  });

  it.each([
    [401, 'Bearer, Basic realm="a"', true],
    [401, 'Bearer', undefined],
    [403, 'Basic', undefined],
  ])('a %i with the challenge %j asks for a sign-in: %s', (status, challenge, signIn) => {
    const { fault } = read(answer(status, '', { 'www-authenticate': challenge })) as { fault?: Fault };
    expect(fault).toHaveProperty('code', status);
    expect(fault?.signIn).toBe(signIn);
  });

  it.each([
    ...['<html>', '', 'null', '1', '"x"', '[]', '{}'],
    ...['{"pageProps":null}', '{"pageProps":"x"}', '{"pageProps":'],
  ])('200 with %j is a fault, not an empty page', (body) => {
    expect(read(answer(200, body))).toMatchObject({
      kind: 'fault',
      fault: { kind: 'data', retryable: true },
    });
  });

  it('has the error code if the server was not reached', () => {
    expect(read(answer(502, 'Error: net::ERR_X', { 'x-holdfast-error': 'ERR_X' }))).toEqual({
      kind: 'fault',
      fault: {
        id: expect.any(String),
        kind: 'data',
        code: 'ERR_X',
        detail: 'Error: net::ERR_X',
        url: '/x',
        at: 5,
        retryable: true,
      },
    });
  });

  it('is never an exception', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, body) => {
        expect(read(answer(status, body))).toHaveProperty('kind');
      }),
      { numRuns: 1000, seed: 20261120 },
    );
  });
});

it.each([
  [500, {}, [true, true, false]],
  [503, {}, [true, true, false]],
  [500, { 'x-holdfast-error': 'ERR_X' }, [false, false, false]],
  // The server wants no immediate retry.
  [503, { 'retry-after': '1' }, [false, false, false]],
  [429, {}, [false, false, false]],
  [200, {}, [false, false, false]],
])('an answer of %i with %j is retried after attempt 1, 2 and 3: %j', (status, headers, retries) => {
  const made = answer(status, '', headers as Record<string, string>);
  expect([1, 2, 3].map((attempt) => shouldRetry(made, attempt, 3))).toEqual(retries);
});

describe('the path of page data', () => {
  it.each([
    ['/', '', {}, '/_next/data/B/index.json'],
    ['/about', '', {}, '/_next/data/B/about.json'],
    ['/about/', '', {}, '/_next/data/B/about.json'],
    ['/index', '', {}, '/_next/data/B/index/index.json'],
    ['/index/a', '', {}, '/_next/data/B/index/index/a.json'],
    ['/indexes', '', {}, '/_next/data/B/indexes.json'],
    ['/a%20b', '?q=1', {}, '/_next/data/B/a%20b.json?q=1'],
    ['/posts/1', '?id=9&q=1', { id: '1' }, '/_next/data/B/posts/1.json?q=1&id=1'],
    ['/docs/a/b', '', { path: ['a', 'b'] }, '/_next/data/B/docs/a/b.json?path=a&path=b'],
  ])('of %s%s is as the framework makes it', (pathname, search, params, path) => {
    expect(dataPath('B', { pathname, search, params })).toBe(path);
  });
});

describe('the wait that a server asks for', () => {
  const AT = Date.UTC(2026, 10, 22);
  it.each([
    ['120', 120_000],
    [new Date(AT + 90_000).toUTCString(), 90_000],
    [new Date(AT - 90_000).toUTCString(), 0],
    ['999999999', 3_600_000],
    ['soon', undefined],
    [null, undefined],
  ])('%j is in %s ms', (value, wait) => expect(readRetryAfter(value, AT)).toBe(wait));

  it('is in the fault', () => {
    const fault = answer(503, '', { 'retry-after': '20' });
    expect(read(fault)).toMatchObject({ kind: 'fault', fault: { code: 503, retryAfter: 20_000 } });
  });
});
