/**
 * Nothing but the app's own documents and workers reaches `app://shell/`, to read or to write: the pages of a hostile
 * server try every way, in the window of a sign-in and in a frame that the settings allow.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONTEXTS, type Hostile, startHostile } from '../../support/hostile/server.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

let app: Watched;
let hostile: Hostile;
let origin: Server;
/** What the web app's server was asked, by main. */
let arrived: string[] = [];

beforeAll(async () => {
  hostile = await startHostile('app://shell/api');
  origin = createServer(({ method, url }, response) => {
    if (url === '/login') return response.writeHead(302, { location: hostile.page }).end();
    arrived.push(`${method} ${url}`);
    response.end('secret');
  });
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  app = await watch({
    settings: {
      origin: `http://127.0.0.1:${(origin.address() as AddressInfo).port}`,
      buildId: 'b1',
      proxy: ['/api/*'],
      signIn: '/login',
      signInHosts: [hostile.url, hostile.otherUrl],
      contentSecurityPolicy: [`frame-src ${hostile.url}`],
      reports: 'off',
    },
    env: { PATH: '/nowhere' },
  });
  await app.shows('404');
});
afterAll(async () => {
  await app?.stop();
  hostile?.close();
  origin?.close();
});

/** Runs an expression in a hostile page, wherever it is shown. */
const inHostile = (expression: string) =>
  app.main(`electron.webContents.getAllWebContents()
    .flatMap((contents) => contents.mainFrame.framesInSubtree)
    .find(({ url }) => url.startsWith('${hostile.page}') && !url.includes('page-'))
    .executeJavaScript(${JSON.stringify(expression)}, true)`);

/** Waits until these contexts have tried everything, and one request of the app's own page has arrived. */
async function tried(contexts: readonly string[]): Promise<void> {
  await until(
    () => `the attacks of ${contexts.filter((one) => !hostile.done.has(one))}`,
    () => contexts.every((one) => hostile.done.has(one)),
  );
  for (const way of (await inHostile('windowWays')) as string[]) await inHostile(`tryWindow('${way}')`);
  await app.main(`electron.BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id)[0].webContents
    .executeJavaScript("fetch('/api/own', { method: 'POST' }).then(({ status }) => status)")`);
}

/** Frames that the rules of navigation leave out: in a page of the app, and in the window of a sign-in. */
const NO_FRAMES = { app: ['blob-frame', 'data-frame'], signIn: ['data-frame'] };

it('a frame that the settings allow reaches nothing', async () => {
  await app.page(
    `void document.body.append(Object.assign(document.createElement('iframe'), { src: '${hostile.page}' }))`,
  );
  await tried(CONTEXTS.filter((one) => !NO_FRAMES.app.includes(one)));
  expect(hostile.reads).toEqual([]);
  expect(arrived).toEqual(['POST /api/own']);
  expect(await app.main('electron.BrowserWindow.getAllWindows()[0].webContents.getURL()')).toBe(
    'app://shell/',
  );
});

it('an identity host reaches nothing from the window of a sign-in', async () => {
  arrived = [];
  hostile.reads.length = 0;
  hostile.done.clear();
  await app.main(`void electron.BrowserWindow.getAllWindows()[0].webContents.reload()`);
  await app.shows('404');
  await app.page('holdfast.signIn()');
  await tried(CONTEXTS.filter((one) => !NO_FRAMES.signIn.includes(one)));
  expect(hostile.reads).toEqual([]);
  expect(arrived).toEqual(['POST /api/own']);
});
