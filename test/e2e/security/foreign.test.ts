/**
 * Only the app's own documents and workers can read or write `app://shell/`: a hostile server's pages try every way, in
 * a sign-in window and in a frame that the settings allow.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGES_APP } from '../../support/app.ts';
import { CONTEXTS, type Hostile, startHostile } from '../../support/hostile/server.ts';
import { pressKey } from '../../support/input.ts';
import { answerDialogs } from '../../support/menu.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

let app: Watched;
let hostile: Hostile;
let origin: Origin;
/** Main's requests to the web app's server. */
let arrived: string[] = [];
/** The identity host's first page. */
let first = '/page';

beforeAll(async () => {
  hostile = await startHostile('app://shell/api');
  origin = await startOrigin(({ method, url }, response) => {
    if (url === '/login') return response.writeHead(302, { location: hostile.url + first }).end();
    // Requests of its pages' pictures.
    if (!url?.startsWith('/_next/image?')) arrived.push(`${method} ${url}`);
    response.end('secret');
  });
  app = await watch({
    app: PAGES_APP,
    settings: {
      origin: origin.url,
      buildId: 'b1',
      proxy: ['/api/*'],
      signIn: '/login',
      signInHosts: [hostile.url, hostile.otherUrl],
      contentSecurityPolicy: [`frame-src ${hostile.url}`],
      permissions: ['pointerLock'],
      reports: 'off',
    },
    env: { PATH: '/nowhere' },
  });
  await app.shows('This window is Holdfast');
});
afterAll(async () => {
  await app?.stop();
  hostile?.close();
  await origin?.close();
});

/** Evaluates in a hostile page, in whichever window. */
const inHostile = <T>(expression: string, path = '/page') =>
  until(`the page ${path}`, () =>
    app.main<T | undefined>(`electron.webContents.getAllWebContents()
      .flatMap((contents) => contents.mainFrame.framesInSubtree)
      .find(({ url }) => url.split('#')[0] === '${hostile.url}${path}')
      ?.executeJavaScript(${JSON.stringify(expression)}, true)`),
  );

/** Waits until these contexts have tried everything, and one request of the app's own page has arrived. */
async function tried(contexts: readonly string[]): Promise<void> {
  await until(
    () => `the attacks of ${contexts.filter((one) => !hostile.done.has(one))}`,
    () => contexts.every((one) => hostile.done.has(one)),
  );
  for (const way of await inHostile<string[]>('windowWays')) await inHostile(`tryWindow('${way}') ?? 1`);
  await app.main(`electron.BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id)[0].webContents
    .executeJavaScript("fetch('/api/own', { method: 'POST' }).then(({ status }) => status)")`);
}

/** Frames that a sign-in window does not show. */
const NO_FRAMES = ['data-frame'];

const shown = () => app.main('electron.BrowserWindow.getAllWindows()[0].webContents.getURL()');
const addFrame = (path: string) =>
  app.page(
    `void document.body.append(Object.assign(document.createElement('iframe'), { src: '${hostile.url}${path}' }))`,
  );

it('a frame allowed by the settings reaches nothing', async () => {
  await addFrame('/page');
  await tried(CONTEXTS);
  expect(hostile.reads).toEqual([]);
  expect(arrived).toEqual(['POST /api/own']);
  expect(await shown()).toBe('app://shell/');
});

it('cannot make a page that holds work leave, whatever the user answers', async () => {
  await app.page(`void addEventListener('beforeunload', (event) => event.preventDefault())`);
  await pressKey(app, 'a');
  await until('the press', () => app.page('navigator.userActivation.hasBeenActive'));
  await answerDialogs(app, 'Leave');
  for (const way of await inHostile<string[]>('windowWays')) await inHostile(`tryWindow('${way}') ?? 1`);
  // Any effect precedes this answer from the page.
  await app.page('new Promise((done) => setTimeout(done, 1000))');
  expect(await shown()).toBe('app://shell/');
  expect(arrived).toEqual(['POST /api/own']);
});

it('cannot close its window, or open a dialog over it', async () => {
  expect(await inHostile(`(parent.close(), 'tried')`)).toBe('tried');
  await app.page('new Promise((done) => setTimeout(done, 500))');
  // Each would wait for its dialog.
  expect(await inHostile(`(alert('x'), confirm('x'), print(), 'tried')`)).toBe('tried');
});

/** Asks for what the app's own pages get here: the pointer, storage that stays, and a screen that stays awake. */
const ASKS = `Promise.all([
  (async () => document.body.requestPointerLock())().then(() => 'locked', ({ name }) => name),
  navigator.storage.persist(),
  navigator.wakeLock.request().then(() => 'awake', ({ name }) => name),
])`;

it('gets no permission of the app’s own pages', async () => {
  expect(await inHostile(ASKS)).toEqual(['SecurityError', false, 'NotAllowedError']);
  await app.main(`electron.BrowserWindow.getAllWindows()[0].focus()`);
  expect(await app.page(ASKS)).toEqual(['locked', true, 'awake']);
  await app.page('document.exitPointerLock()');
});

it('cannot show a page of the app in itself', async () => {
  await addFrame('/quiet');
  await app.main(`void electron.BrowserWindow.getAllWindows()[0].webContents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && event.url.startsWith('app:')) globalThis.isPrevented = event.defaultPrevented;
  })`);
  await inHostile(`(setTimeout(() => location.assign('app://shell/orders')), 'tried')`, '/quiet');
  await until('what it wants', () => app.main('globalThis.isPrevented !== undefined'));
  expect(await app.main('globalThis.isPrevented')).toBe(true);
  await app.page(`void document.querySelectorAll('iframe').forEach((one) => one.remove())`);
});

it('an identity host reaches nothing from a sign-in window', async () => {
  arrived = [];
  hostile.reads.length = 0;
  hostile.done.clear();
  await app.main(`void electron.BrowserWindow.getAllWindows()[0].webContents.reload()`);
  await app.shows('This window is Holdfast');
  await app.page('holdfast.signIn()');
  await tried(CONTEXTS.filter((one) => !NO_FRAMES.includes(one)));
  expect(hostile.reads).toEqual([]);
  expect(arrived).toEqual(['POST /api/own']);
  // Why the pointer is refused has another name if the window is not focused.
  expect(await inHostile(ASKS)).toEqual([expect.stringMatching(/Error$/), false, 'NotAllowedError']);
});

it('signing out removes everything that an identity host has stored, for frames and for the next sign-in', async () => {
  const store = `(async () => {
    localStorage.kept = document.cookie = 'kept=1';
    await caches.open('kept');
    await new Promise((done) => { indexedDB.open('kept').onsuccess = done; });
    return 1;
  })()`;
  const kept = `(async () => [localStorage.kept ?? '', document.cookie, ...await caches.keys(),
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope)])()`;
  await inHostile(store);
  expect(await inHostile<string[]>(kept)).toEqual(
    expect.arrayContaining(['kept=1', 'kept', `${hostile.url}/`]),
  );
  await app.main('electron.BrowserWindow.getAllWindows().sort((a, b) => b.id - a.id)[0].destroy()');
  await addFrame('/quiet');
  await inHostile(store, '/quiet');
  expect(await inHostile(kept, '/quiet')).toEqual(expect.arrayContaining(['kept=1', 'kept']));
  await app.page('void holdfast.signIn()');
  await until('the sign-in', () => app.main('electron.BrowserWindow.getAllWindows().length === 2'));

  await app.main(`electron.Menu.getApplicationMenu().getMenuItemById('sign-out').click()`);
  await until('its end', () => app.main('electron.BrowserWindow.getAllWindows().length === 1'));
  await app.shows('This window is Holdfast');
  await until('another page', () => app.page('document.querySelector("iframe") === null'));
  await addFrame('/quiet');
  expect(await inHostile(kept, '/quiet')).toEqual(['', '']);
  await app.main('void electron.BrowserWindow.getAllWindows()[0].webContents.reload()');
  await until('another page', () => app.page('document.querySelector("iframe") === null'));
  first = '/quiet';
  await app.page('void holdfast.signIn()');
  // Nor a cookie that the browser would send without any page seeing it.
  expect(await inHostile(kept, '/quiet')).toEqual(['', '']);
});
