/** The app at its own address: the window shows a server's pages, what they reach, and what their worker keeps. */
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { PROJECT } from '../../support/app.ts';
import { fakeBrowser } from '../../support/browser.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { click, pressKey } from '../../support/input.ts';
import { choose } from '../../support/menu.ts';
import { html, PAGE, startOrigin, usual } from '../../support/origin.ts';
import { bundle, initOf } from '../../support/ownSdk.ts';
import { type Watched, type WatchOptions, watch } from '../../support/recovery.ts';
import { captureInMain } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';
import { waits } from '../../support/waiting.ts';

let app: Watched;
/** Requests before the first test. */
const held: Parameters<RequestListener>[] = [];

const start = (options: WatchOptions = {}) =>
  watch({
    ...options,
    userData,
    env: browser.env,
    ingest,
    settings: { signInHosts: [id.url] },
    config: { web: { address: `${shop.url}/start` } },
  });

const [shop, id, other] = await Promise.all([startOrigin(usual), startOrigin(usual), startOrigin(usual)]);
const browser = await fakeBrowser();
const ingest = await startEnvelopeServer();
const userData = fileFolder();
shop.answer = (...exchange) => void held.push(exchange);
app = await start();
await until('the first request', () => held.length > 0);
beforeEach(() => {
  for (const server of [shop, id, other]) server.answer = usual;
});

const go = (address: string) => app.page(`void setTimeout(() => location.assign('${address}'))`);

it('the window opens on the address; before the server answers it has a sign of waiting', async () => {
  const isUncovered = await waits(app);
  // It runs no script.
  shop.answer = html(PAGE('the sandbox'), 200, { 'Content-Security-Policy': 'sandbox' });
  for (const exchange of held) shop.answer(...exchange);
  await app.shows('The shop at the sandbox');
  await until('the end of the sign', isUncovered);
  expect(await app.page('location.href')).toBe(`${shop.url}/start`);
  const stamp = join(userData, 'start.json');
  await until('the end of the start', async () => JSON.parse(await readFile(stamp, 'utf8')).attempts === 0);
});

it('it shows pages that a browser shows, although they have no text', async () => {
  const pages: Record<string, RequestListener> = {
    '/frames': html('<title>Shop</title><frameset cols="30%,70%"><frame src="/left"><frame src="/right">'),
    '/elsewhere': html('<meta http-equiv="Refresh" content="0; url=/there">'),
  };
  shop.answer = (request, response) => (pages[request.url ?? ''] ?? usual)(request, response);
  const open = (path: string) =>
    app.main(`void electron.app.emit('second-instance', {}, ['holdfast', 'holdfast://open${path}'], '')`);
  await open('/frames');
  await until('the frames', () => app.page(`frames[1]?.document.body?.innerText.includes('/right')`));
  expect(await app.page('[location.pathname, globalThis.holdfastIsBlank?.()]')).toEqual(['/frames', false]);
  await open('/elsewhere');
  await app.shows('The shop at /there');
});

it('its errors are reported whatever its policy, by the SDK of the shell and by one of its own', async () => {
  const policy =
    "default-src 'none'; script-src 'nonce-own'; connect-src 'self'; require-trusted-types-for 'script'";
  const script = `<script nonce="own">addEventListener('click', () => { throw new Error('thrown at the address'); });</script>`;
  shop.answer = html(PAGE('the policy', script), 200, { 'Content-Security-Policy': policy });
  await go('/policy');
  await app.shows('The shop at the policy');
  await until('the SDK', () => app.page('Boolean(globalThis.__SENTRY__)'));
  await app.page(`document.querySelector('h1').click()`);
  await until('the report', () =>
    ingest.events().find(({ exception }) => exception?.values[0]?.value === 'thrown at the address'),
  );
  const event = { event_id: 'b'.repeat(32), message: 'from an SDK of its own' };
  const envelope = [{ dsn: ingest.dsn }, { type: 'event' }, event]
    .map((part) => JSON.stringify(part))
    .join('\n');
  const posted = `fetch('app://shell/_holdfast/envelope', { method: 'POST', body: ${JSON.stringify(envelope)} })
    .then(({ status }) => status)`;
  expect(await app.page(posted)).toBe(200);
  await ingest.event(event.event_id);
  // Nothing else of the policy is gone.
  expect(await app.page(`fetch('${other.url}/').catch(({ name }) => name)`)).toBe('TypeError');
});

it('its own SDK is the only one, even if its script comes long after the first paint', async () => {
  const sdk = await bundle(
    initOf('@sentry/browser', "tunnel: 'app://shell/_holdfast/envelope'"),
    PROJECT,
    ingest.dsn,
  );
  shop.answer = (request, response) => {
    if (request.url !== '/sdk.js')
      return html(
        PAGE(
          'the late script',
          '<button id="throw">throw</button><button id="empty">empty</button><script defer src="/sdk.js"></script>',
        ),
      )(request, response);
    // Longer than the shell's SDK waits for a paint.
    setTimeout(() => response.setHeader('Content-Type', 'text/javascript').end(sdk), 2_000);
  };
  await go('/late');
  await app.shows('The shop at the late script');
  await until('its SDK', () => app.page('Boolean(globalThis.Sentry)'));
  await until('a replay', () => ingest.items('replay_event').length > 0);
  await app.page(`document.getElementById('throw').click()`);
  await ingest.error('thrown in the shop');
  await app.main(`(() => {${captureInMain('of main')}})()`);
  const { breadcrumbs = [] } = await ingest.error('of main');
  const messages = breadcrumbs.map(({ message }) => message);
  expect(messages).toContain('body > button#throw');
  expect(messages.filter((message) => message?.includes('Sentry started before'))).toEqual([]);
});

it('a sign-in goes to signInHosts and back in the window; it has no bridge there', async () => {
  await go(`${id.url}/sign-in`);
  await app.shows('The shop at /sign-in');
  expect(await app.page('[location.origin, typeof holdfast]')).toEqual([id.url, 'undefined']);
  await go(`${shop.url}/welcome`);
  await app.shows('The shop at /welcome');
  expect(await app.page('typeof holdfast')).toBe('object');
});

it('no other server is shown: it opens in the browser after a click', async () => {
  other.asked.length = 0;
  for (const to of [`${other.url}/link`, `http://localhost:${new URL(shop.url).port}/`]) {
    await go(to);
    const { origin } = new URL(to);
    await until(`the refusal of ${origin}`, () => app.stderr().includes(`The page wanted to open ${origin}`));
    await app.shows('The shop at /welcome');
  }
  expect(await app.page('location.href')).toBe(`${shop.url}/welcome`);
  expect(other.asked).toEqual([]);
});

it('a redirect to a host that is not listed: after a click the browser, otherwise a page that names it', async () => {
  shop.answer = (request, response) => {
    if (request.url === '/away') return response.writeHead(302, { Location: `${other.url}/?x=1` }).end();
    if (request.url === '/odd') return response.writeHead(302, { Location: 'slack://open' }).end();
    usual(request, response);
  };
  const led = async (times: number) => {
    await until('the browser', async () => (await browser.opened()).length === times);
    expect(new Set(await browser.opened())).toEqual(new Set([`${other.url}/?x=1`]));
  };
  await pressKey(app, 'a');
  await go('/away');
  await led(1);
  expect(await app.page('location.href')).toBe(`${shop.url}/welcome`);
  await go('/away');
  await app.shows(`This page is at ${new URL(other.url).host}`, 'ERR_INVALID_REDIRECT');
  expect(await app.page('document.body.textContent')).toContain(
    `the server led to ${other.url}; signInHosts does not list it`,
  );
  expect(other.asked).toEqual([]);
  await click(app, `[...document.links].find(({ textContent }) => textContent === 'Open in the browser')`);
  await led(2);
  await go('/odd');
  await app.shows('The address can’t be opened', 'the server led to slack:');
  await go(`${shop.url}/welcome`);
  await app.shows('The shop at /welcome');
});

it("a frame of another server's does not load, and pages of the shell's do not open", async () => {
  await app.page(`new Promise((resolve) => {
    location.assign('app://shell/_holdfast/fault?for=%2F');
    const add = (src, onload) => document.body.append(Object.assign(document.createElement('iframe'), { src, onload }));
    for (const src of ['${other.url}/frame', 'app://shell/_holdfast/diagnostics']) add(src, null);
    add('/last', resolve);
  })`);
  expect(await app.page('location.href')).toBe(`${shop.url}/welcome`);
  expect(other.asked).toEqual([]);
  const frames = await app.main<string[]>(
    `electron.BrowserWindow.getAllWindows()[0].webContents.mainFrame.framesInSubtree.map(({ url, origin }) => url + ' ' + origin)`,
  );
  expect(frames.filter((frame) => /diagnostics|frame/.test(frame))).toEqual([]);
});

/** Keeps the start page. */
const WORKER = `
  addEventListener('install', (event) => event.waitUntil(caches.open('pages').then((kept) => kept.add('/start'))));
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(
    fetch(event.request).catch(async (error) => (await caches.match(event.request)) ?? Promise.reject(error))));
`;

it('its service worker answers a later start without a network, a reload and a crash, and the page stays when the network is back', async () => {
  shop.answer = (request, response) =>
    request.url === '/worker.js'
      ? void response.setHeader('Content-Type', 'text/javascript').end(WORKER)
      : usual(request, response);
  await app.page(
    `navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(Boolean)`,
  );
  await until('its pages', () => app.page('Boolean(navigator.serviceWorker.controller)'));
  expect(await app.stop()).toBe(0);
  await shop.close();
  app = await start({ durations: { retryMs: 500, readyMs: 6_000 } });
  await app.shows('The shop at /start');
  await app.replacedBy(() => choose(app, 'reload'));
  await app.shows('The shop at /start');
  await app.replacedBy(() =>
    app.main('void electron.BrowserWindow.getAllWindows()[0].webContents.forcefullyCrashRenderer()'),
  );
  await app.shows('The shop at /start');
  await app.mark();
  await shop.listen();
  await app.page('void holdfast.online()');
  expect(await app.page(`fetch('/live').then(({ status }) => status)`)).toBe(200);
  expect(await app.page('window.isOld')).toBe(true);
  // It passes on a 503 that names a time: that time.
  shop.answer = html('', 503, { 'Retry-After': '240' });
  await go('/busy');
  await app.shows(/Reconnecting in \d+ min/);
  shop.answer = usual;
  await choose(app, 'reload');
  await app.shows('The shop at /busy');
});

it('a page that its worker does not keep is an error page, and comes when the network is back', async () => {
  await shop.close();
  await app.page(`void setTimeout(() => location.assign('/orders'))`);
  await app.shows('ERR_FAILED', /Reconnecting/);
  await shop.listen();
  await app.shows('The shop at /orders');
});
