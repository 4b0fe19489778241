/** An app's own server with a service worker: without a network it starts as in a browser. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { choose } from '../../support/menu.ts';
import { type Origin, startOrigin, usual } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

/** Keeps each page that was shown once. */
const WORKER = `
  addEventListener('install', (event) => event.waitUntil(caches.open('pages').then((kept) => kept.add('/'))));
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(
    fetch(event.request).catch(async (error) => (await caches.match(event.request)) ?? Promise.reject(error))));
`;

let shop: Origin;
let userData: string;
let app: Watched;

const start = () =>
  watch({
    userData,
    durations: { retryMs: 500, readyMs: 6_000 },
    alter: (folder) =>
      writeFile(join(folder, '.build', 'config.json'), JSON.stringify({ web: { address: shop.url } })),
  });

beforeAll(async () => {
  userData = await mkdtemp(join(tmpdir(), 'holdfast-offline-'));
  shop = await startOrigin(usual);
  shop.answer = (request, response) =>
    request.url === '/worker.js'
      ? void response.setHeader('Content-Type', 'text/javascript').end(WORKER)
      : usual(request, response);
  app = await start();
  await app.shows('The shop at /');
  // On a busy machine a line that says that the page loads may be over it: that is the newest page, without workers.
  await until('the worker', () =>
    app.page(
      `navigator.serviceWorker?.register('/worker.js').then(() => navigator.serviceWorker.ready).then(Boolean)`,
    ),
  );
  await until('its pages', () => app.page('Boolean(navigator.serviceWorker?.controller)'));
  expect(await app.stop()).toBe(0);
  await shop.close();
});
afterAll(async () => {
  await rm(userData, { recursive: true, force: true, maxRetries: 5 });
});

it('its worker answers a later start, a reload and a crash, and the page stays when the network is back', async () => {
  app = await start();
  await app.shows('The shop at /');
  await app.mark();
  await choose(app, 'reload');
  await app.replaced();
  await app.shows('The shop at /');
  await app.mark();
  await app.main('void electron.BrowserWindow.getAllWindows()[0].webContents.forcefullyCrashRenderer()');
  await app.replaced();
  await app.shows('The shop at /');
  await app.mark();
  await shop.listen();
  await app.page('void holdfast.online()');
  expect(await app.page(`fetch('/live').then(({ status }) => status)`)).toBe(200);
  expect(await app.page('window.isOld')).toBe(true);
});

it('a page that it does not keep is an error page, and comes when the network is back', async () => {
  await shop.close();
  await app.page(`void setTimeout(() => location.assign('/orders'))`);
  await app.shows('ERR_FAILED', /Reconnecting/);
  await shop.listen();
  await app.shows('The shop at /orders');
  await shop.close();
  expect(await app.stop()).toBe(0);
});
