/** The same requests in a plain window of a server and in the app through `proxy`: what the page and the server see. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CASES, FORMS, HELPERS, WORKER } from '../../support/conformance/cases.ts';
import { conformanceServer, type Seen, SOUND } from '../../support/conformance/server.ts';
import { answerWebSockets } from '../../support/conformance/webSocket.ts';
import { type CountedServer, expectNothingLeft, startCounted } from '../../support/countedServer.ts';
import { plainWindow } from '../../support/plainWindow.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { until } from '../../support/until.ts';
import { webBuild } from '../../support/webBuild.ts';

const DOCUMENT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body><h1>Page of the app</h1></body></html>';

let server: CountedServer;
let app: Watched;
let plain: Awaited<ReturnType<typeof plainWindow>>;
let seen: Seen[] = [];

beforeAll(async () => {
  server = await startCounted(
    conformanceServer({ '/': DOCUMENT, '/worker.js': WORKER, '/sound.wav': SOUND }, (one) => seen.push(one)),
  );
  answerWebSockets(server.server, (one) => seen.push(one));
  plain = await plainWindow(server.origin);
  app = await watch({
    settings: { origin: server.origin, proxy: ['/api/*'] },
    alter: webBuild({ 'index.html': DOCUMENT, 'worker.js': WORKER, 'sound.wav': SOUND }),
  });
  await app.shows('Page of the app');
});
afterAll(async () => {
  await plain.stop();
  expect(await app.stop()).toBe(0);
  await server.close();
});

interface Exchange {
  /** What the page sees. */
  page: unknown;
  server: Seen[];
}

/** Without anything that identifies the window. */
function same(value: Exchange): Exchange {
  const text = JSON.stringify(value)
    .replaceAll('app://shell', 'ORIGIN')
    .replaceAll(server.origin, 'ORIGIN')
    .replace(/(\(KHTML, like Gecko\)) \S+ /g, '$1 APP ')
    .replace(/----WebKitFormBoundary\w+/g, 'BOUNDARY');
  return JSON.parse(text);
}

async function run(window: Screen, code: string) {
  seen = [];
  const page = await window.page<unknown>(
    `(async () => { ${HELPERS}; globalThis.SERVER = '${server.origin}'; return await (${code}); })()`,
    60_000,
  );
  return same({ page, server: seen });
}

/** Each value by its path: `server.0.headers.accept`. */
function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, JSON.stringify(value) ?? 'undefined']];
  return Object.entries(value).flatMap(([key, one]) => leaves(one, path ? `${path}.${key}` : key));
}

/** Lines such as `page.status: 422 -> 400`; a request that only one side has is one line. */
function differences(expected: Exchange, found: Exchange): string[] {
  const count = Math.min(expected.server.length, found.server.length);
  const told = ({ method, url }: Seen) => `${method} ${url}`;
  const [before, after] = [expected, found].map(
    ({ page, server: all }) => new Map(leaves({ page, server: all.slice(0, count) })),
  ) as [Map<string, string>, Map<string, string>];
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const at = (values: Map<string, string>, path: string) => values.get(path) ?? 'nothing';
  return [
    ...paths
      .filter((path) => before.get(path) !== after.get(path))
      .map((path) => `${path}: ${at(before, path)} -> ${at(after, path)}`),
    ...expected.server.slice(count).map((one) => `server: ${told(one)} -> nothing`),
    ...found.server.slice(count).map((one) => `server: nothing -> ${told(one)}`),
  ];
}

/** Differences in every request. */
const ALWAYS = [
  // Random.
  /^server\.\d+\.headers\.sec-websocket-key: /,
  // Chromium identifies itself only to servers of pages, and the app's pages send no referrer.
  /^server\.\d+\.headers\.(?:sec-ch-ua(?:-mobile|-platform)?|referer): .* -> nothing$/,
  // Main does not know which kind of element made the request.
  /^server\.\d+\.headers\.sec-fetch-(?:mode|dest): "(?:no-cors|navigate|image|style|document|video)" -> "(?:cors|no-cors|empty)"$/,
  // Set by the protocol itself.
  /^page\.(?:\d+\.)?headers\.(?:content-security-policy|document-policy|permissions-policy|referrer-policy|x-content-type-options): /,
  // A form is sent like a link.
  /^server\.0\.headers\.cache-control: "max-age=0" -> nothing$/,
  // About one connection, or about what main has decoded.
  /^page\.(?:\d+\.)?headers\.(?:transfer-encoding|trailer|content-encoding): .* -> nothing$/,
];

const REDIRECTED = /^page\.(?:\d\.)?(?:redirected|url): /;
const UPLOAD_EVENTS = /^page\.events\./;
const ASKED_AGAIN =
  /^server: nothing -> GET |headers\.(?:if-none-match|cache-control|pragma): .* -> nothing$|x-kind/;

/** Differences in one case; the guide describes them (electron/tool/README.md). */
const DIFFERS: Readonly<Record<string, RegExp>> = {
  'fetch: a method in small letters': /^(?:page|server)/,
  'fetch: HEAD of much': /x-latin|headers\.content-length: .* -> nothing$/,
  'fetch: headers': /x-latin/,
  'fetch: response headers': /x-latin/,
  'fetch: a reason phrase': /^page\.reason: /,
  'fetch: reason phrases of statuses': /^page\.3\.1: "Unprocessable Entity" -> ""$/,
  'fetch: cookies that a script reads': /^page: .* -> ""$/,
  'fetch: without cookies': /headers\.cookie: nothing -> /,
  'fetch: redirects of GET': REDIRECTED,
  'fetch: redirects of POST': REDIRECTED,
  'fetch: redirects of a long POST': REDIRECTED,
  'fetch: redirects of PUT': REDIRECTED,
  'fetch: redirect: manual': /^(?:page|server)/,
  'fetch: redirect: error': /^(?:page|server)/,
  'fetch: a redirect with a hash': REDIRECTED,
  'fetch: a redirect to elsewhere': /^page/,
  'fetch: encodings': /headers\.content-length: .* -> nothing$/,
  'fetch: ranges': /headers\.content-length: .* -> nothing$|reason: /,
  'fetch: kept for a time': ASKED_AGAIN,
  'fetch: asked whether it changed': ASKED_AGAIN,
  'fetch: kept for each kind': ASKED_AGAIN,
  'fetch: modes of the cache': ASKED_AGAIN,
  'fetch: parts as they come': /^page\.[245]\./,
  'XHR: GET': /x-latin/,
  'XHR: POST': UPLOAD_EVENTS,
  'XHR: progress of an upload': UPLOAD_EVENTS,
  'video: without ranges': /^page\.[35]/,
  'XHR: aborted before the headers': UPLOAD_EVENTS,
  'XHR: a redirect': REDIRECTED,
  beacon: /^page: true -> "TypeError"$|^server: POST /,
  script: /^page: "loadnumber" -> "errorundefined"$|^server: GET /,
};

it.each(Object.entries(CASES))('%s', async (name, code) => {
  const found = differences(await run(plain, code), await run(app, code));
  const others = found.filter((line) => !ALWAYS.some((known) => known.test(line)));
  const known = DIFFERS[name];
  expect(
    others.filter((line) => !known?.test(line)),
    name,
  ).toEqual([]);
  // A fixed difference leaves the table.
  expect(others.length > 0, name).toBe(known !== undefined);
  await expectNothingLeft(server, app);
});

it.each(Object.entries(FORMS))('%s', async (name, code) => {
  const sent = async (window: Screen) => {
    seen = [];
    await window.page(`{ ${HELPERS}; ${code} }`);
    await until('the request', () => seen.length > 0);
    const found = same({ page: '', server: seen });
    await window.page(`void setTimeout(() => location.assign('/'))`);
    await until('the page', () =>
      window.page(`document.body?.innerText.includes('Page of the app')`).catch(() => false),
    );
    return found;
  };
  const found = differences(await sent(plain), await sent(app));
  const others = found.filter((line) => !ALWAYS.some((known) => known.test(line)));
  expect(others, name).toEqual([]);
});

it("a worker's requests end with the last page", async () => {
  await app.page(`void new Worker('/worker.js').postMessage('/api/silent')`);
  await until('the request', () => server.open().length === 1);
  await app.page('void setTimeout(() => location.reload())');
  await expectNothingLeft(server, app);
});
