/**
 * Only the app's own documents and workers can read or write `app://shell/`: a hostile server's pages try every way in a
 * frame that the settings allow.
 */
import { expect, it } from 'vitest';
import { PAGES_APP } from '../../support/app.ts';
import { CONTEXTS, startHostile } from '../../support/hostile/server.ts';
import { CONTENTS, pressKey } from '../../support/input.ts';
import { answerDialogs } from '../../support/menu.ts';
import { watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

/** Below it is what hostile pages ask main for. */
const TARGET = 'app://shell/attacked';
/** What the app's own page asks for there. */
const OWN = `${TARGET}/own`;

const REACHED = `
  const { protocol } = electron;
  const { registerStreamProtocol } = protocol;
  globalThis.reached = [];
  protocol.registerStreamProtocol = (scheme, answer) =>
    registerStreamProtocol(scheme, (request, respond) => {
      if (request.url.startsWith('${TARGET}')) reached.push(request.url);
      answer(request, respond);
    });
`;

const hostile = await startHostile(TARGET);
const settings = {
  signInHosts: [hostile.url, hostile.otherUrl],
  contentSecurityPolicy: [`frame-src ${hostile.url}`],
  ...{ permissions: ['pointerLock'], reports: 'off' },
};
const app = await watch({ app: PAGES_APP, settings, env: { PATH: '/nowhere' }, prelude: REACHED });
await app.shows('This window is Holdfast');

const inHostile = <T>(expression: string, path = '/page') =>
  until(`the page ${path}`, () =>
    app.main<T | undefined>(`${CONTENTS}.mainFrame.framesInSubtree
      .find(({ url }) => url.split('#')[0] === '${hostile.url}${path}')
      ?.executeJavaScript(${JSON.stringify(expression)}, true)`),
  );
const addFrame = (path: string) =>
  app.page(
    `void document.body.append(Object.assign(document.createElement('iframe'), { src: '${hostile.url}${path}' }))`,
  );
/** Goes anywhere by each way that takes the whole window. */
async function tryWindow(): Promise<void> {
  for (const way of await inHostile<string[]>('windowWays')) await inHostile(`tryWindow('${way}') ?? 1`);
}
/** The window stays, and only the app's own page has reached main. */
async function isUntouched(): Promise<void> {
  expect(await app.main(`${CONTENTS}.getURL()`)).toBe('app://shell/');
  expect(await app.main('reached')).toEqual([OWN]);
}

it('reaches nothing, from any document and worker that it makes', async () => {
  await addFrame('/page');
  await expect.poll(() => CONTEXTS.filter((one) => !hostile.done.has(one))).toEqual([]);
  await tryWindow();
  await app.page(`fetch('${OWN}').then(({ status }) => status)`);
  expect(hostile.reads).toEqual([]);
  expect(app.stderr()).toContain('A frame of another server wanted a service worker: refused');
  await isUntouched();
});

it('cannot make a page that holds work leave, whatever the user answers', async () => {
  await app.page(`void addEventListener('beforeunload', (event) => event.preventDefault())`);
  await pressKey(app, 'a');
  await until('the press', () => app.page('navigator.userActivation.hasBeenActive'));
  await answerDialogs(app, 'Leave', 'Reload');
  await tryWindow();
  // Any effect precedes this answer from the page.
  await app.page('new Promise((done) => setTimeout(done, 1000))');
  await isUntouched();
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
  await app.main(`void ${CONTENTS}.on('will-frame-navigate', (event) => {
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
  await app.replacedBy(() => app.page('void holdfast.signOut()'));
  await addFrame('/quiet');
  expect(await inHostile(kept, '/quiet')).toEqual(['', '']);
});
