/**
 * Only the app's own documents and workers can read or write `app://shell/`: a hostile server's pages try every way in a
 * frame that the settings allow. The documents that they make try one of each kind; all of them, in foreign.long.test.ts.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pressKey } from '../../support/input.ts';
import { answerDialogs } from '../../support/menu.ts';
import type { Watched } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { type Attacked, OWN, startAttacked } from './attacked.ts';

let attacked: Attacked;
let app: Watched;
let inHostile: Attacked['inHostile'];
let addFrame: Attacked['addFrame'];
let shown: Attacked['shown'];

beforeAll(async () => {
  attacked = await startAttacked();
  ({ app, inHostile, addFrame, shown } = attacked);
});
afterAll(() => attacked?.stop());

it('a frame allowed by the settings reaches nothing', async () => {
  await attacked.attackInFrame();
});

it('cannot make a page that holds work leave, whatever the user answers', async () => {
  await app.page(`void addEventListener('beforeunload', (event) => event.preventDefault())`);
  await pressKey(app, 'a');
  await until('the press', () => app.page('navigator.userActivation.hasBeenActive'));
  await answerDialogs(app, 'Leave', 'Reload');
  await attacked.tryWindow();
  // Any effect precedes this answer from the page.
  await app.page('new Promise((done) => setTimeout(done, 1000))');
  expect(await shown()).toBe('app://shell/');
  expect(await attacked.arrived()).toEqual([OWN]);
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

it('signing out removes everything that a server which the settings name has stored in frames', async () => {
  const store = `(async () => {
    localStorage.kept = document.cookie = 'kept=1';
    await caches.open('kept');
    await new Promise((done) => { indexedDB.open('kept').onsuccess = done; });
    return 1;
  })()`;
  const kept = `(async () => [localStorage.kept ?? '', document.cookie, ...await caches.keys(),
    ...(await indexedDB.databases()).map(({ name }) => name)])()`;
  await addFrame('/quiet');
  await inHostile(store, '/quiet');
  expect(await inHostile(kept, '/quiet')).toEqual(expect.arrayContaining(['kept=1', 'kept']));
  await app.mark();
  await app.page('void holdfast.signOut()');
  await app.replaced();
  await addFrame('/quiet');
  expect(await inHostile(kept, '/quiet')).toEqual(['', '']);
});
