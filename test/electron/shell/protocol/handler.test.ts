import { describe, expect, it, vi } from 'vitest';
import { textResponse } from '../../../../electron/common/message.ts';
import { Origins, serverAt } from '../../../../electron/common/origins.ts';
import { type Fault, loadFault } from '../../../../electron/shared/fault.ts';
import { SITE_PATHS } from '../../../../electron/shared/site.ts';
import { faultPagePath } from '../../../../electron/shell/protocol/faultPage.ts';
import type { Handler, ProtocolOptions } from '../../../../electron/shell/protocol/handler.ts';
import { NOT_ALLOWED, NOT_FOUND, SERVER_ERROR } from '../../../support/words.ts';
import { INDEX, makeServedFolder, SCRIPT, serve } from './folder.ts';

const served = makeServedFolder();

const PAGE =
  '<title>{{documentTitle}}</title><h1>{{heading}}</h1><a href="{{ways.href}}"></a><pre>{{details}}</pre>';

const text = (words: string, status = 200) => textResponse(status, 'text/plain', words);

function setUp(options: Partial<ProtocolOptions> = {}) {
  const { send, errors } = serve({
    folder: served.folder,
    documents: { coded: PAGE, uncoded: PAGE },
    styleHashes: ["'sha256-abc='"],
    now: () => Date.UTC(2026, 10, 20),
    ...options,
  });
  const navigate = (path: string, init: RequestInit = {}) =>
    send(path, { headers: { Accept: 'text/html,*/*;q=0.8' }, ...init });
  const fetched = (path: string) => send(path, { headers: { Accept: '*/*' } });
  return { send, navigate, fetched, errors };
}

describe('a response of app://shell', () => {
  it('says that there are no pages at all', async () => {
    const onFault = vi.fn((fault: Fault) => fault);
    await setUp({ onFault, pages: () => [] }).navigate('/');
    await setUp({ onFault, pages: () => [{ path: '/a' }] }).navigate('/');
    expect(onFault.mock.calls.map(([{ noPages }]) => noPages)).toEqual([true, undefined]);
  });

  it('is a page at a path that no file can have, and 404 for a fetch of a file', async () => {
    const { navigate, fetched } = setUp();
    expect(await (await navigate('/posts/a%2Fb')).text()).toBe(INDEX);
    expect((await fetched('/posts/a%2Fb')).status).toBe(404);
  });

  it('goes only to the app, if Electron says who requests it', async () => {
    const handler = vi.fn(() => text('secret'));
    const { send } = setUp({ handlers: [handler] });
    for (const initiatorOrigin of ['https://id.example.com', 'null', 'app://other']) {
      expect((await send('/api/me', { method: 'POST' }, initiatorOrigin)).status).toBe(403);
      expect((await send('/_holdfast/plain.js', {}, initiatorOrigin)).status).toBe(403);
    }
    expect(handler).not.toHaveBeenCalled();
    expect(await (await send('/api/me', {}, 'app://shell')).text()).toBe('secret');
  });

  it("lets pages of the window's server read what they import, and nothing else", async () => {
    const origin = 'https://shop.example.com';
    const { send } = setUp({ origins: new Origins(serverAt(origin)) });
    const read = async (path: string) => {
      const { status, headers } = await send(path, {}, origin);
      return [status, headers.get('Access-Control-Allow-Origin')];
    };
    expect(await read('/_holdfast/plain.js')).toEqual([200, origin]);
    // Why a request failed: a build at its server's address has an answer there.
    expect(await read(SITE_PATHS.failure)).toEqual([404, origin]);
    expect(await read('/data.json')).toEqual([403, null]);
  });

  it('has no body for HEAD, and the same length as for GET', async () => {
    const response = await setUp().navigate('/_holdfast/plain.js', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Length')).toBe(String(SCRIPT.length));
    expect(response.body).toBeNull();
  });

  it('has a new nonce in each document and its policy, and is not cached', async () => {
    const meta = '<meta property="csp-nonce" />';
    const { navigate } = setUp({ documents: { coded: meta + PAGE, uncoded: PAGE } });
    const nonces = [];
    for (const path of ['/%', '/%', `/%${meta}`]) {
      const response = await navigate(path);
      const text = await response.text();
      const [, nonce] = /<meta property="csp-nonce" nonce="([^"]+)" \/>/.exec(text) ?? [];
      expect(response.headers.get('Content-Security-Policy')).toContain(` 'nonce-${nonce}';`);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(text.split(nonce ?? '')).toHaveLength(2);
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(3);
  });
});

it.each([
  ['img-src data: blob:; img-src https://*.test', "img-src 'self' data: blob: https://*.test;"],
  ['media-src data:', 'media-src data:;'],
  ['frame-src https://video.example.com', 'frame-src https://video.example.com;'],
  ["script-src 'wasm-unsafe-eval'", "script-src app://shell/_holdfast/ 'wasm-unsafe-eval';"],
  ["script-src 'unsafe-eval'", "script-src app://shell/_holdfast/ 'unsafe-eval';"],
  // Browsers ignore it beside a hash or a nonce.
  ["style-src 'unsafe-inline'", "style-src app://shell/_holdfast/ 'unsafe-inline';"],
])('gives a document %s under the setting %j', async (policy, part) => {
  const response = await setUp({ policy: policy.split('; ') }).navigate('/');
  expect(response.headers.get('Content-Security-Policy')).toContain(part);
});

describe('the error page', () => {
  it('links to the requested path and query, inside the app', async () => {
    const { navigate } = setUp();
    const text = await (await navigate('/_holdfast/none.js?a=1&b')).text();
    expect(text).toContain('href="/_holdfast/none.js?a=1&#38;b"');
    expect(text).toContain('The app has no such file.');
    expect(await (await navigate('//host/x')).text()).toContain('href="/.//host/x"');
  });

  it.each(['POST', 'OPTIONS'])('a %s is 405, with the allowed methods', async (method) => {
    const response = await setUp().navigate('/', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD');
    expect(await response.text()).toContain(`<title>405: ${NOT_ALLOWED}</title>`);
  });

  it.each([
    [{ Accept: '*/*' }, 'text/plain'],
    [{}, 'text/html'],
  ])('a request with %j that finds nothing gets %s', async (headers, type) => {
    const response = await setUp().navigate('/_holdfast/none.js', { headers });
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toBe(`${type}; charset=utf-8`);
    expect(await response.text()).toContain(`${NOT_FOUND}.`);
  });

  it.each(['app://other/', 'app://shell:80/', 'app://SHELL/', 'https://shell/'])(
    '%s is another host: 404',
    async (url) => {
      const response = await setUp().send(url);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('The app has no host');
    },
  );

  it('redirects what `//host/path` means in a page to https, where the policy decides', async () => {
    const { status, headers } = await setUp().send('app://cdn.example.com/a.png?b=1');
    expect([status, headers.get('location')]).toEqual([307, 'https://cdn.example.com/a.png?b=1']);
  });
});

const bang = new RangeError('out of range');
const throws: Handler = () => {
  throw bang;
};
const rejects: Handler = () => Promise.reject(bang);

it.each([throws, rejects])(
  'a handler that throws is 500 with the error page, and reported',
  async (route) => {
    const { navigate, errors } = setUp({ handlers: [route] });
    const response = await navigate('/');
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain(`<title>500: ${SERVER_ERROR}</title>`);
    expect(text).toContain('RangeError: out of range');
    expect(errors).toEqual([bang]);
    // The stack is shown in development.
    expect(text).not.toContain('handler.test');
    const inDevelopment = setUp({ handlers: [route], isPackaged: false });
    expect(await (await inDevelopment.navigate('/')).text()).toContain('handler.test');
  },
);

describe('handlers', () => {
  it('run before the files, get a well-formed path as requested, and the first response wins', async () => {
    const note = vi.fn((..._: Parameters<Handler>) => undefined);
    const data: Handler = (_, path) =>
      path.startsWith('/_next/data/') ? textResponse(200, 'application/json', '{"ok":true}') : undefined;
    const never: Handler = () => text('too late');
    const { navigate } = setUp({ handlers: [note, data, never] });
    const response = await navigate('/_next/data/b%20c/index.json?x=1');
    expect(await response.json()).toEqual({ ok: true });
    expect((await navigate('/_next/%ff')).status).toBe(400);
    expect(note.mock.calls.map(([, path]) => path)).toEqual(['/_next/data/b%20c/index.json']);
  });

  it('may have a stricter policy, but not change how a response is interpreted', async () => {
    const own = { 'content-security-policy': 'sandbox', 'x-content-type-options': 'off' };
    const handler: Handler = () => ({ status: 200, headers: own, body: null });
    const { headers } = await setUp({ handlers: [handler] }).navigate('/x');
    expect(headers.get('Content-Security-Policy')).toBe('sandbox');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });
});

it("main's page for a fault is served at its own address; any other leads to the failed page", async () => {
  const fault = loadFault('ERR_FAILED', '/orders', Date.UTC(2026, 10, 20));
  const own = faultPagePath('/orders', 'b');
  const takeFaultPage = (path: string) =>
    path === own ? { fault, retryAt: null, help: [], script: false } : undefined;
  const { navigate } = setUp({ takeFaultPage });
  expect(await (await navigate(own)).text()).toContain('ERR_FAILED');
  const other = await navigate(faultPagePath('/orders#a', 'a'));
  expect([other.status, other.headers.get('Refresh')]).toEqual([200, '0; url=/orders#a']);
  expect((await navigate('/_holdfast/fault?fault=a')).headers.get('Refresh')).toBe('0; url=/');
});
