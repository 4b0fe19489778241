import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { freePort } from '../../support/freePort.ts';
import { lacks } from '../../support/lacks.ts';
import { html } from '../../support/origin.ts';
import { watch } from '../../support/recovery.ts';
import { STRANGER, startStranger } from '../../support/stranger.ts';
import { until } from '../../support/until.ts';
import { PAGE_FAILED } from '../../support/words.ts';

const PAGE = (path: string) => `<!doctype html><title>Shop</title>
<script>globalThis.early = [typeof holdfast, typeof holdfastTelemetry, document.readyState];</script>
<h1>The shop at ${path}</h1><a href="/orders">Orders</a><input id="name">
<script>document.querySelector('h1').addEventListener('click', () => { throw new Error('thrown in development'); });</script>`;

/** A dev server: `/away` redirects to another one. @param port an earlier one, to come back there */
async function serve(port = 0) {
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    if (url === '/away')
      return response.writeHead(302, { Location: `http://localhost:${other.port}/` }).end();
    if (url === '/broken') return html('<h1>Overlay</h1>', 500)(request, response);
    return html(PAGE(url))(request, response);
  });
  await once(server.listen(port, 'localhost'), 'listening');
  const { address: host, port: taken } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  };
  return { host, port: taken, stop };
}

let other: Awaited<ReturnType<typeof serve>>;
let dev: Awaited<ReturnType<typeof serve>>;

const ingest = await startEnvelopeServer();
[other, dev] = await Promise.all([serve(), serve(await freePort())]);
const address = `http://localhost:${dev.port}`;
await dev.stop();
const app = await watch({
  ingest,
  config: { packaged: false, web: { dev: address } },
  args: ['--open=/cart?x=1'],
  // Main takes no page that a test has emptied for one that shows nothing.
  durations: { lookMs: 600_000, pressedMs: 600_000 },
});
afterAll(async () => {
  expect(await app.stop()).toBe(0);
  await Promise.all([other.stop(), dev.stop()]);
});

const go = (path: string) => app.page(`void setTimeout(() => location.assign('${path}'))`);
const pause = (ms: number) => app.page(`new Promise((resolve) => setTimeout(resolve, ${ms}))`);

it('a server that is not up yet is a fault page that gives way to it by itself', async () => {
  await app.shows('ERR_CONNECTION_REFUSED', /Reconnecting in/);
  dev = await serve(dev.port);
  await app.shows('The shop at /cart?x=1');
});

it('gives it the bridge and the page script before its own scripts, and reports its errors', async () => {
  expect(await app.page('globalThis.early')).toEqual(['object', 'object', 'loading']);
  await app.page(`document.getElementById('name').value = 'Ada'`);
  await app.page(`document.querySelector('h1').click()`);
  const report = await until('the report', () =>
    ingest.events().find(({ exception }) => exception?.values[0]?.value === 'thrown in development'),
  );
  expect(report.exception?.values[0]?.mechanism?.handled).toBe(false);
  // By the page's own SDK, as for the app's pages.
  await until('the SDK', () => app.page('Boolean(globalThis.__SENTRY__)'));
  await pause(1_500);
  expect(await app.page(`document.getElementById('name').value`)).toBe('Ada');
  await app.replacedBy(() => app.click('Orders'));
  await app.shows('The shop at /orders');
  // Its own error page stays.
  await go('/broken');
  await app.shows('Overlay');
  await app.page(`history.back()`);
  await app.shows('The shop at /orders');
});

it("lets the page's own Sentry SDK reach main at the tunnel's full address", async () => {
  const event = { event_id: 'a'.repeat(32), message: 'from the dev server' };
  const envelope = [{ dsn: ingest.dsn }, { type: 'event' }, event].map((part) => JSON.stringify(part));
  const posted = `fetch('app://shell/_holdfast/envelope', {
    method: 'POST', keepalive: true, body: ${JSON.stringify(envelope.join('\n'))},
  }).then(({ status }) => status)`;
  expect(await app.page(posted)).toBe(200);
  await ingest.event(event.event_id);
});

it('Home leads to the server', async () => {
  await app.page(
    `document.body.replaceChildren(); void setTimeout(() => { throw new Error('left nothing'); })`,
  );
  await app.shows(PAGE_FAILED);
  expect(await app.page('location.origin')).toBe('app://shell');
  await app.click(en.errorPage.home);
  await app.shows('The shop at /');
  expect(await app.page('location.href')).toBe(`${address}/`);
});

it('keeps other servers out of the window: by a link, a redirect, or a frame', async () => {
  const away = `http://localhost:${other.port}/`;
  await go('/away');
  await app.shows(`This page is at localhost:${other.port}`);
  await app.click(en.errorPage.tryAgain);
  await app.shows('The shop at /');
  for (const to of [away, 'https://evil.invalid/']) {
    await go(to);
    await pause(700);
    expect(await app.page('location.origin')).toBe(address);
    await app.shows('The shop at /');
  }
  await app.page(`new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.src = '${away}';
    document.body.append(frame);
    setTimeout(resolve, 700);
  })`);
  const frames = await app.main<string[]>(
    `electron.BrowserWindow.getAllWindows()[0].webContents.mainFrame.framesInSubtree.map(({ url }) => url)`,
  );
  expect(frames.filter((url) => url.startsWith(away))).toEqual([]);
  // Another server's document does not become the app by requesting its files.
  expect(await fetch(`${away}_holdfast/fault`).then(({ ok }) => ok)).toBe(true);
});

it.skipIf(lacks('another user'))("shows no other user's server, before its own or in its place", async () => {
  // Chromium tries this address first.
  const other = dev.host === '127.0.0.1' ? '::1' : '127.0.0.1';
  const first = await startStranger(other, dev.port, 'A stranger');
  await app.replacedBy(() => go('/mine'));
  await app.shows('The shop at /mine');
  const part = `fetch('/part.js').then((answer) => answer.text())`;
  expect(await app.page(part)).toContain('The shop at /part.js');
  await dev.stop();
  const second = await startStranger(dev.host, dev.port, 'A stranger');
  await app.page(`void setTimeout(() => location.reload())`);
  await app.shows('ERR_CONNECTION_REFUSED', 'Try again');
  await until('the reason', () => app.stderr().includes(`belongs to another user (uid ${STRANGER})`));
  await app.click('Try again');
  await app.shows('ERR_CONNECTION_REFUSED', /Reconnecting in/);
  await Promise.all([first(), second()]);
  dev = await serve(dev.port);
  await app.shows('The shop at /mine');
});
