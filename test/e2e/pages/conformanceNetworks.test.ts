/** The same requests in a plain window and in the app: a server with HTTP/2, and networks that do not let them through. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createSecureServer, type Http2SecureServer, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { CASES, HELPERS } from '../../support/conformance/cases.ts';
import { differences, same } from '../../support/conformance/compare.ts';
import { conformanceServer, type Seen } from '../../support/conformance/server.ts';
import { plainWindow } from '../../support/plainWindow.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { selfSigned } from '../../support/selfSigned.ts';
import { webBuild } from '../../support/webBuild.ts';

const DOCUMENT =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><body><h1>Page of the app</h1></body></html>';

let seen: Seen[] = [];
let ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  ends = [];
});

async function listening(server: Server | Http2SecureServer): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Both windows, on a page of this origin. */
async function start(
  origin: string,
  args: string[],
  proxy: unknown = ['/api/*'],
): Promise<[Screen, Watched]> {
  const plain = await plainWindow(`${origin}/`, args);
  ends.push(plain.stop);
  await plain.shows('Page of the app');
  const app = await watch({
    settings: { origin, proxy },
    args,
    alter: webBuild({ 'index.html': DOCUMENT }),
  });
  ends.push(async () => expect(await app.stop()).toBe(0));
  await app.shows('Page of the app');
  return [plain, app];
}

async function run(window: Screen, origin: string, code: string) {
  seen = [];
  const page = await window.page(`(async () => { ${HELPERS}; return await (${code}); })()`, 60_000);
  return same({ page, server: seen }, origin);
}

/** By name. */
const HTTP2: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'fetch: GET',
      'fetch: HEAD',
      'fetch: POST an empty body',
      'fetch: PUT JSON',
      'fetch: DELETE',
      'fetch: 2 MB',
      'fetch: 20 MB',
      'fetch: 200 at a time',
      'fetch: encodings',
      'fetch: ranges',
      'fetch: early hints',
      'fetch: trailers',
      'fetch: aborted at once',
      'fetch: aborted before the headers',
      'fetch: aborted in the body',
      'EventSource: comes back with the last id',
      'video: is sought',
    ].flatMap((name) => (CASES[name] ? [[name, CASES[name]]] : [])),
  ),
  'a stream up': `(async () => {
    const parts = ['one', '', 'two'];
    const stream = new ReadableStream({ async pull(it) {
      await new Promise((done) => setTimeout(done, 50));
      const part = parts.shift();
      if (part === undefined) it.close(); else it.enqueue(new TextEncoder().encode(part));
    } });
    return await read('echo', body(stream, { duplex: 'half' }));
  })()`,
  'a stream up that breaks off': `(async () => {
    const stream = new ReadableStream({ start(it) { it.enqueue(new Uint8Array(10)); setTimeout(() => it.error(new Error('mine')), 200); } });
    return await read('echo', body(stream, { duplex: 'half' }));
  })()`,
  'a stream that is reset': `each(['CANCEL', 'REFUSED'], (why) => read('resetStream/' + why))`,
  'a stream that is reset in the body': `read('resetLater')`,
};

/** HTTP/2 has no reason phrases, so Electron puts in the usual ones; main's requests have one priority. */
const KNOWN =
  /^page\.(?:\d\.)?reason: "" -> |headers\.priority: "u=\d, i" -> "u=4, i"$|^page\.\d\.headers\.content-length: .* -> nothing$/;

const OTHERS: RequestListener = (request, response) => {
  const [, why] = /^\/api\/reset(\w+\/?\w*)/.exec(request.url ?? '') ?? [];
  const { stream } = response as unknown as Http2ServerResponse;
  if (!why) return common(request, response);
  seen.push({ method: request.method ?? '', url: request.url ?? '', headers: {}, body: '' });
  if (why === 'Later') {
    response.writeHead(200, { 'content-type': 'application/json' }).write('part');
    return void setTimeout(() => stream.close(8), 50);
  }
  stream.close(why.endsWith('CANCEL') ? 8 : 7);
};
const common = conformanceServer({ '/': DOCUMENT }, (one) => seen.push(one));

it('a server with HTTP/2, with a certificate that both trust', async () => {
  const server = createSecureServer(selfSigned(), OTHERS as never);
  const origin = `https://${await listening(server)}`;
  const [plain, app] = await start(origin, ['--ignore-certificate-errors']);
  const found: Record<string, string[]> = {};
  for (const [name, code] of Object.entries(HTTP2)) {
    const lines = differences(await run(plain, origin, code), await run(app, origin, code));
    const others = lines.filter((line) => !KNOWN.test(line));
    if (others.length > 0) found[name] = others;
  }
  expect(found).toEqual({});
});

it('a proxy that wants a sign-in: the request comes once more, whole', async () => {
  const sent: string[] = [];
  const proxy = createServer((request, response) => {
    const url = new URL(request.url ?? '');
    const isIn =
      request.headers['proxy-authorization'] === `Basic ${Buffer.from('ann:right').toString('base64')}`;
    sent.push(`${request.method} ${url.pathname} ${isIn}`);
    request.url = url.pathname + url.search;
    if (isIn || url.pathname === '/') return void common(request, response);
    response.writeHead(407, { 'proxy-authenticate': 'Basic realm="Corp"' });
    request.resume().on('end', () => response.end('<p>Who are you?'));
  });
  const origin = 'http://app.localhost';
  const args = [`--proxy-server=http://${await listening(proxy)}`, '--proxy-bypass-list=<-loopback>'];
  const [plain, app] = await start(origin, args);
  for (const init of ['{}', `body('once')`, `body(new Uint8Array(12_000_000))`]) {
    sent.length = 0;
    const expected = await run(plain, origin, `read('echo', ${init})`);
    const sentByPlain = sent.splice(0);
    const found = run(app, origin, `read('echo', ${init})`);
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
    expect(sent, init).toEqual(sentByPlain);
  }
});

it('a name that is not found, and a portal that answers in place of the server', async () => {
  const portal = createServer((request, response) => {
    if (request.url === '/') return void common(request, response);
    if (request.url?.startsWith('/api/moved'))
      response.writeHead(302, { location: 'http://portal.test/login' });
    else response.writeHead(request.url?.startsWith('/api/511') ? 511 : 200, { 'content-type': 'text/html' });
    request.resume().on('end', () => response.end('<h1>Buy an hour'));
  });
  const origin = `http://${await listening(portal)}`;
  const rules = '--host-resolver-rules=MAP *.test ~NOTFOUND';
  const [plain, app] = await start(origin, [rules], {
    '/api/*': `${origin}/api/*`,
    '/gone/*': 'https://gone.test/*',
  });
  for (const path of ['json', '511']) {
    for (const init of ['{}', `body('x')`]) {
      const code = `fetch('/api/${path}', ${init}).then(async (r) => [r.status, r.headers.get('content-type'), await r.json().catch(failed)]).catch(failed)`;
      expect(differences(await run(plain, origin, code), await run(app, origin, code)), path).toEqual([]);
    }
  }
  const moved = `read('moved').then((it) => it.status ?? it)`;
  expect([(await run(plain, origin, moved)).page, (await run(app, origin, moved)).page]).toEqual([
    'TypeError',
    502,
  ]);
  const gone = (address: string) => `fetch('${address}').catch(failed)`;
  expect((await run(plain, origin, gone('https://gone.test/x'))).page).toBe('TypeError');
  expect((await run(app, origin, gone('/gone/x'))).page).toBe('TypeError');
});
