/**
 * The same requests in a plain window of a server and in the app through `proxy`: what the page and the server see, of a
 * plain server, of one with HTTP/2, and in networks that do not let them through.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { CASES, FORMS, HELPERS, WORKER } from '../../support/conformance/cases.ts';
import { differences, same } from '../../support/conformance/compare.ts';
import { HTTP2, type Networks, startNetworks } from '../../support/conformance/networks.ts';
import { conformanceServer, type Seen, SOUND, untilEnded } from '../../support/conformance/server.ts';
import { answerWebSockets } from '../../support/conformance/webSocket.ts';
import { type CountedServer, expectNothingLeft, startCounted } from '../../support/countedServer.ts';
import { pressInLine } from '../../support/line.ts';
import { plainWindow } from '../../support/plainWindow.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { until } from '../../support/until.ts';
import { webBuild } from '../../support/webBuild.ts';

const DOCUMENT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body><h1>Page of the app</h1></body></html>';

/** Bodies made of `files`. */
const CHOSEN = {
  'in a form': `files.reduce((form, file) => (form.append('files', file), form), new FormData())`,
  alone: 'files[0]',
  'a part of one': 'files[1].slice(3, 9)',
  joined: 'new Blob([...files, "and text"])',
};

let server: CountedServer;
let networks: Networks;
let app: Watched;
let plain: Awaited<ReturnType<typeof plainWindow>>;
let seen: Seen[] = [];

beforeAll(async () => {
  server = await startCounted(
    conformanceServer({ '/': DOCUMENT, '/worker.js': WORKER, '/sound.wav': SOUND }, (one) => seen.push(one)),
  );
  answerWebSockets(server.server, (one) => seen.push(one));
  networks = await startNetworks(DOCUMENT, (one) => seen.push(one));
  plain = await plainWindow(server.url, networks.args);
  const proxy = {
    '/api/*': `${server.url}/api/*`,
    '/http2/*': `${networks.http2}/api/*`,
    '/proxied/*': `${networks.behindProxy}/api/*`,
    '/portal/*': `${networks.portal}/api/*`,
    '/gone/*': 'https://gone.test/*',
  };
  app = await watch({
    settings: { origin: server.url, proxy },
    args: networks.args,
    alter: webBuild({ 'index.html': DOCUMENT, 'worker.js': WORKER, 'sound.wav': SOUND }),
  });
  await app.shows('Page of the app');
});
afterAll(async () => {
  await plain.stop();
  expect(await app.stop()).toBe(0);
  await server.close();
  networks.close();
});

async function run(window: Screen, code: string) {
  seen = [];
  const page = await window.page<unknown>(
    `(async () => { ${HELPERS}; globalThis.SERVER = '${server.url}'; return await (${code}); })()`,
    60_000,
  );
  await untilEnded();
  return same({ page, server: seen }, server.url);
}

const REDIRECTED = /^page\.(?:\d\.)?(?:redirected|url): /;
const UPLOAD_EVENTS = /^page\.events\./;
const ASKED_AGAIN =
  /^server: nothing -> GET |headers\.(?:if-none-match|cache-control|pragma): .* -> nothing$|x-kind/;

/** Differences in one case; the guide describes them (electron/webapp/README.md). */
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
  const known = DIFFERS[name];
  expect(
    found.filter((line) => !known?.test(line)),
    name,
  ).toEqual([]);
  // A fixed difference leaves the table. In this case the abort may come before either page hears of its upload.
  if (name !== 'XHR: aborted before the headers') expect(found.length > 0, name).toBe(known !== undefined);
  await expectNothingLeft(server, app);
});

it.each(Object.entries(FORMS))('%s', async (name, code) => {
  const sent = async (window: Screen) => {
    seen = [];
    await window.page(`{ ${HELPERS}; ${code} }`);
    await until('the request', () => seen.length > 0);
    const found = same({ page: '', server: seen }, server.url);
    // Nobody has pressed in the app for the file.
    if (window === app && name === 'form: GET') await pressInLine(app, en.dialogs.cancel);
    await window.page(`globalThis.isOld = true; void setTimeout(() => location.assign('/'))`);
    await until('the new page', () =>
      window
        .page(`!globalThis.isOld && document.body?.innerText.includes('Page of the app')`)
        .catch(() => false),
    );
    return found;
  };
  expect(differences(await sent(plain), await sent(app)), name).toEqual([]);
});

it.each(Object.entries(CHOSEN))('files that somebody has chosen: %s', async (_name, body) => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-chosen-'));
  // Without a UTF-8 locale, as in CI, pages cannot open files with other letters in their names.
  const files = ['one.txt', 'two.bin'].map((name) => join(folder, name));
  for (const file of files) await writeFile(file, `content of ${basename(file)}`);
  const upload = async (window: Screen) => {
    // One of a try that failed may still be there.
    await window.page(`document.querySelector('#files')?.remove();
      void Object.assign(document.body.appendChild(document.createElement('input')),
        { type: 'file', multiple: true, id: 'files', name: 'files' })`);
    const sessionId = (await window.windows()).at(-1)?.sessionId;
    const send = <T>(method: string, params = {}) => window.browser.send<T>(method, params, { sessionId });
    const { root } = await send<{ root: { nodeId: number } }>('DOM.getDocument');
    const { nodeId } = await send<{ nodeId: number }>('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: '#files',
    });
    await send('DOM.setFileInputFiles', { nodeId, files });
    await until('the files', () => window.page(`document.querySelector('#files').files.length === 2`));
    const found = await run(
      window,
      `(async (files) => (await read('echo?chosen', body(${body}))).status)([...document.querySelector('#files').files])`,
    );
    await window.page(`document.querySelector('#files').remove()`);
    const text = JSON.stringify(found)
      .replace(/boundary=[^"]*/g, '')
      .replace(/-{4,}\w+/g, '-');
    return JSON.parse(text);
  };
  expect(differences(await upload(plain), await upload(app))).toEqual([]);
  await rm(folder, { recursive: true });
});

it("a worker's requests end with the last page", async () => {
  await app.page(`void new Worker('/worker.js').postMessage('/api/silent')`);
  await until('the request', () => server.open().length === 1);
  await app.page('void setTimeout(() => location.reload())');
  await expectNothingLeft(server, app);
});

/** In the plain window and in the app; there the requests lead to `origin` by another name than `/api`. */
async function runAt(origin: string, name: string, code: string) {
  if ((await plain.page('location.origin')) !== origin) {
    await plain.page(`void setTimeout(() => location.assign('${origin}'))`);
    // The app's window covers it, so it is not painted.
    const isThere = `location.origin === '${origin}' && document.body?.innerText.includes('Page of the app')`;
    await until(origin, () => plain.page(isThere).catch(() => false));
  }
  const found = async (window: Screen, path: string) => {
    seen = [];
    const script = `(async () => { ${HELPERS}; return await (${code}); })()`.replaceAll('/api/', path);
    const page = await window.page(script, 60_000);
    await untilEnded();
    const text = JSON.stringify(same({ page, server: seen }, origin)).replaceAll(
      `ORIGIN${path}`,
      'ORIGIN/api/',
    );
    return JSON.parse(text);
  };
  return { expected: await found(plain, '/api/'), inApp: () => found(app, `/${name}/`) };
}

/** HTTP/2 has no reason phrases, so Electron puts in the usual ones; main's requests have one priority. */
const HTTP2_DIFFERS =
  /^page\.(?:\d\.)?reason: "" -> |headers\.priority: "u=\d, i" -> "u=4, i"$|^page\.\d\.headers\.content-length: .* -> nothing$/;

it.each(Object.entries(HTTP2))('a server with HTTP/2: %s', async (name, code) => {
  const { expected, inApp } = await runAt(networks.http2, 'http2', code);
  const lines = differences(expected, await inApp());
  expect(
    lines.filter((line) => !HTTP2_DIFFERS.test(line)),
    name,
  ).toEqual([]);
});

it('a proxy that wants a sign-in: the request comes once more, whole', async () => {
  const { sent, behindProxy } = networks;
  for (const init of ['{}', `body('once')`, `body(new Uint8Array(12_000_000))`]) {
    const { expected, inApp } = await runAt(behindProxy, 'proxied', `read('echo', ${init})`);
    const sentByPlain = sent.splice(0).filter((line) => line.includes('/api/'));
    const found = inApp();
    if (init === '{}') {
      await app.shows(en.authentication.proxy.heading);
      await app.page(`(() => {
        const [username, password] = document.querySelectorAll('input');
        username.value = 'ann';
        password.value = 'right';
        document.querySelector('button').click();
      })()`);
    }
    expect(differences(expected, await found), init).toEqual([]);
    expect(sent.splice(0), init).toEqual(sentByPlain);
  }
});

it('a name that is not found, and a portal that answers in place of the server', async () => {
  const both = async (code: string) => {
    const { expected, inApp } = await runAt(networks.portal, 'portal', code);
    return [expected, await inApp()] as const;
  };
  for (const path of ['json', '511']) {
    for (const init of ['{}', `body('x')`]) {
      const [expected, found] = await both(
        `fetch('/api/${path}', ${init}).then(async (r) => [r.status, r.headers.get('content-type'), await r.json().catch(failed)]).catch(failed)`,
      );
      expect(differences(expected, found), path).toEqual([]);
    }
  }
  const moved = await both(`read('moved').then((it) => it.status ?? it)`);
  expect(moved.map(({ page }) => page)).toEqual(['TypeError', 502]);
  const gone = (window: Screen, address: string) =>
    window.page(`fetch('${address}').catch(({ name }) => name)`);
  expect(await gone(plain, 'https://gone.test/x')).toBe('TypeError');
  expect(await gone(app, '/gone/x')).toBe('TypeError');
});
