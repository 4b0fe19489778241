/** The app's own dev server in the window, in development. */
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Ingest, startIngest } from '../../support/ingest.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const PAGE = (path: string) => `<!doctype html><title>Shop</title>
<script>globalThis.early = [typeof holdfast, typeof holdfastTelemetry, document.readyState];</script>
<h1>The shop at ${path}</h1><a href="/orders">Orders</a><input id="name">
<script>document.querySelector('h1').addEventListener('click', () => { throw new Error('thrown in development'); });</script>`;

/** A dev server: \`/away\` redirects to another one. */
async function serve(port = 0, away = ''): Promise<{ server: Server; port: number; stop(): Promise<void> }> {
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/away') return response.writeHead(302, { Location: away }).end();
    if (url === '/broken')
      return response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>Overlay</h1>');
    return response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE(url));
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return {
    server,
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

let ingest: Ingest;
let other: Awaited<ReturnType<typeof serve>>;
let dev: Awaited<ReturnType<typeof serve>>;
let app: Watched;
beforeAll(async () => {
  ingest = await startIngest();
  other = await serve();
});
afterAll(async () => {
  await other.stop();
  await ingest.close();
});
afterEach(async () => {
  expect(await app.stop()).toBe(0);
  await dev.stop().catch(() => undefined);
});

/** @param address in config.json */
const start = async (
  args: readonly string[] = [],
  prelude?: string,
  address = `http://localhost:${dev.port}`,
) => {
  app = await watch({
    ingest,
    args,
    ...(prelude && { prelude }),
    alter: (folder) =>
      writeFile(join(folder, '.build', 'config.json'), JSON.stringify({ web: { dev: address } })),
  });
};

it('shows it, with the bridge and the page script before its own scripts, and its errors are reported', async () => {
  dev = await serve();
  await start(['--open=/cart?x=1']);
  await app.shows('The shop at /cart?x=1');
  expect(await app.page('globalThis.early')).toEqual(['object', 'object', 'loading']);
  await app.page(`document.getElementById('name').value = 'Ada'`);
  await app.page(`document.querySelector('h1').click()`);
  const report = await until('the report', () =>
    ingest.events().find(({ exception }) => exception?.values[0]?.value === 'thrown in development'),
  );
  expect(report.exception?.values[0]?.mechanism?.handled).toBe(false);
  // By the page's own SDK, as for the app's pages.
  await until('the SDK', () => app.page('Boolean(globalThis.__SENTRY__)'));
  await app.page('new Promise((resolve) => setTimeout(resolve, 1_500))');
  expect(await app.page(`document.getElementById('name').value`)).toBe('Ada');
  await app.mark();
  await app.click('Orders');
  await app.replaced();
  await app.shows('The shop at /orders');
  // Its own page about what is wrong stays.
  await app.page(`location.assign('/broken')`);
  await app.shows('Overlay');
  await app.page(`history.back()`);
  await app.shows('The shop at /orders');
});

it("the page's own Sentry SDK reaches main by the tunnel's whole address", async () => {
  dev = await serve();
  await start();
  await app.shows('The shop at /');
  const event = { event_id: 'a'.repeat(32), message: 'from the dev server' };
  const envelope = [{ dsn: ingest.dsn }, { type: 'event' }, event].map((part) => JSON.stringify(part));
  const posted = `fetch('app://shell/_holdfast/envelope', {
    method: 'POST', keepalive: true, body: ${JSON.stringify(envelope.join('\n'))},
  }).then(({ status }) => status)`;
  expect(await app.page(posted)).toBe(200);
  await ingest.event(event.event_id);
});

it('a server that ends, or is not up yet, is a fault page that gives way to it by itself', async () => {
  dev = await serve();
  const { port } = dev;
  await dev.stop();
  await start();
  await app.shows('ERR_CONNECTION_REFUSED', /Next try in/);
  dev = await serve(port);
  await app.shows('The shop at /');
  await dev.stop();
  await app.page(`void setTimeout(() => location.reload())`);
  await app.shows('ERR_CONNECTION_REFUSED', 'Try now');
  dev = await serve(port);
  await app.shows('The shop at /');
});

it('Home leads to the server', async () => {
  dev = await serve();
  await start(['--open=/cart']);
  await app.shows('The shop at /cart');
  await app.page(
    `document.body.replaceChildren(); void setTimeout(() => { throw new Error('left nothing'); })`,
  );
  await app.shows('Application error: a client-side exception has occurred');
  expect(await app.page('location.origin')).toBe('app://shell');
  await app.click('Home');
  await app.shows('The shop at /');
  expect(await app.page('location.href')).toBe(`http://localhost:${dev.port}/`);
});

it('no other server gets into the window: not by a link, a redirect, or a frame', async () => {
  const away = `http://localhost:${other.port}/`;
  dev = await serve(0, away);
  await start();
  await app.shows('The shop at /');
  for (const leave of [
    `location.assign('${away}')`,
    `location.assign('/away')`,
    `location.assign('https://evil.invalid/')`,
  ]) {
    await app.page(`void setTimeout(() => ${leave})`);
    await app.page('new Promise((resolve) => setTimeout(resolve, 700))');
    expect(await app.page('location.origin')).toBe(`http://localhost:${dev.port}`);
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
  // Another server's document does not become the app by asking for its files.
  expect(await fetch(`${away}_holdfast/fault`).then(({ ok }) => ok)).toBe(true);
});

it('a packaged app ignores it, and says so', async () => {
  dev = await serve();
  await start([], `Object.defineProperty(electron.app, 'isPackaged', { value: true });`);
  await app.shows('404', 'This page could not be found.');
  expect(app.stderr()).toContain(`http://localhost:${dev.port} is ignored, because the app is packaged.`);
});
