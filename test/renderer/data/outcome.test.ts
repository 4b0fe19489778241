import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRetryAfter } from '../../../electron/shared/retryAfter.ts';
import { type Answer, mayRetry, readAnswer } from '../../../renderer/data/outcome.ts';
import { dataPath } from '../../../renderer/data/request.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: new Headers(headers),
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const read = (from: Answer) => readAnswer(from, '/x', 5);

const redirect = (to: string) => answer(200, { pageProps: { __N_REDIRECT: to, __N_REDIRECT_STATUS: 308 } });
const isFault = (fault: object) => ({ kind: 'fault', fault: expect.objectContaining(fault) });
const noSignIn = expect.not.objectContaining({ signIn: true });

it.each<[string, Answer, object]>([
  ['data', answer(200, { pageProps: { a: 1 }, __N_SSG: true }), { kind: 'props', pageProps: { a: 1 } }],
  ['a missing page', answer(404, { notFound: true }), { kind: 'notFound' }],
  ...[{ notFound: false }, {}, '<html>', '', 'null', '"notFound"'].map((body): [string, Answer, object] => [
    'a missing page that the server does not name',
    answer(404, body),
    isFault({ kind: 'http', code: 404, detail: 'Failed to load static props' }),
  ]),
  ...['/login', 'https://other.example/a'].flatMap((to) =>
    [redirect(to), answer(308, '', { 'x-nextjs-redirect': to })].map((from): [string, Answer, object] => [
      'a redirect, by the data or by a header',
      from,
      { kind: 'redirect', to, external: to !== '/login', status: 308 },
    ]),
  ),
  ...[
    ...['javascript:alert(1)', '//other.example', '/\\other.example', 'data:text/html,x'],
    ...['file:///etc/passwd', '', 'x'],
  ].map((to): [string, Answer, object] => ['no redirect', redirect(to), isFault({ kind: 'data' })]),
  ...[401, 418, 429, 503].map((code): [string, Answer, object] => [
    'the status as it is',
    answer(code, 'x'),
    isFault({ kind: 'http', code, url: '/x', at: 5 }),
  ]),
  [
    'a sign-in',
    answer(401, '', { 'www-authenticate': 'Bearer, Basic realm="a"' }),
    isFault({ signIn: true }),
  ],
  ['no sign-in', answer(401, '', { 'www-authenticate': 'Bearer' }), { kind: 'fault', fault: noSignIn }],
  ['no sign-in', answer(403, '', { 'www-authenticate': 'Basic' }), { kind: 'fault', fault: noSignIn }],
  ['any object, as the framework', answer(200, { pageProps: [] }), { kind: 'props', pageProps: [] }],
  ['a wait', answer(503, '', { 'retry-after': '20' }), isFault({ code: 503, retryAfter: 20_000 })],
  ...['<html>', '', 'null', '1', '[]', '{}', '{"pageProps":null}', '{"pageProps":"x"}', '{"pageProps":'].map(
    (body): [string, Answer, object] => ['no empty page', answer(200, body), isFault({ kind: 'data' })],
  ),
  [
    'the reason why the server was not reached',
    answer(502, 'Error: net::ERR_X', { 'x-holdfast-error': 'ERR_X' }),
    isFault({ kind: 'data', code: 'ERR_X', detail: 'Error: net::ERR_X', retryable: true }),
  ],
])('a response is %s: %j', (_what, from, outcome) => {
  expect(read(from)).toEqual(outcome);
});

it('a response is never an exception', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, body) => {
      expect(read(answer(status, body))).toHaveProperty('kind');
    }),
    { numRuns: 1000, seed: 20261120 },
  );
});

it.each([
  [500, {}, true],
  [500, { 'x-holdfast-error': 'ERR_X' }, false],
  // The server wants no immediate retry.
  [503, { 'retry-after': '1' }, false],
  [499, {}, false],
])('an answer of %i with %j may be tried again: %j', (status, headers, may) => {
  expect(mayRetry(answer(status, '', headers as Record<string, string>))).toBe(may);
});

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
])('the path of the data of %s%s is as the framework makes it', (pathname, search, params, path) => {
  expect(dataPath('B', { pathname, search, params })).toBe(path);
});

const AT = Date.UTC(2026, 10, 22);
it.each([
  ['120', 120_000],
  [new Date(AT + 90_000).toUTCString(), 90_000],
  [new Date(AT - 90_000).toUTCString(), 0],
  ['999999999', 3_600_000],
  ['soon', undefined],
  [null, undefined],
])('a server that asks for %j is waited for %s ms', (value, wait) =>
  expect(readRetryAfter(value, AT)).toBe(wait),
);
