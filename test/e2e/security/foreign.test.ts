/**
 * Only the app's own documents and workers can read or write `app://shell/`: a hostile server's pages try every way, in
 * a sign-in window and in a frame that the settings allow. The documents that they make try one of each kind; all of
 * them, in foreign.long.test.ts. Then what such a page may do with the window of the sign-in.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clickAt, pressKey } from '../../support/input.ts';
import { needing } from '../../support/lacks.ts';
import { answerDialogs } from '../../support/menu.ts';
import type { Watched } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { type Attacked, startAttacked } from './attacked.ts';

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
  await answerDialogs(app, 'Leave');
  await attacked.tryWindow();
  // Any effect precedes this answer from the page.
  await app.page('new Promise((done) => setTimeout(done, 1000))');
  expect(await shown()).toBe('app://shell/');
  expect(attacked.arrived).toEqual(['POST /api/own']);
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
  await attacked.attackInSignIn();
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
    expect.arrayContaining(['kept=1', 'kept', `${attacked.hostile.url}/`]),
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
  attacked.login = `${attacked.hostile.url}/quiet`;
  await app.page('void holdfast.signIn()');
  // Nor a cookie that the browser would send without any page seeing it.
  expect(await inHostile(kept, '/quiet')).toEqual(['', '']);
});

describe('the window of a sign-in', () => {
  /** The identity host. */
  let host: string;

  /** Runs an expression in main with `windows`, the oldest first: the app's, the sign-in's, those that it opens. */
  const main = <T>(expression: string) =>
    app.main<T>(
      `((windows) => ${expression})(electron.BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id))`,
    );
  const inPage = <T>(index: number, expression: string) =>
    main<T>(`windows[${index}].webContents.executeJavaScript(${JSON.stringify(expression)}, true)`);
  const shown = () =>
    main<[string, boolean][]>(
      'windows.slice(1).map((window) => [window.webContents.getURL(), window.isVisible()])',
    );
  /** Destroys the windows from this index on. */
  async function destroy(first: number): Promise<void> {
    await main(`windows.slice(${first}).forEach((window) => window.destroy())`);
    await until('its end', () => main(`windows.length === ${first}`));
  }
  const signIn = async () => {
    attacked.login = `${host}/page`;
    await inPage(0, 'void holdfast.signIn()');
    await until('the sign-in', async () => (await shown())[0]?.[0] === `${host}/page`);
  };
  const press = () =>
    clickAt(
      app,
      { x: 20, y: 20 },
      { contents: 'electron.BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id)[1].webContents' },
    );
  const reload = async () => {
    await inPage(1, `void (window.isOld = true, setTimeout(() => location.reload()))`);
    await until('the page again', () => inPage(1, '!window.isOld').catch(() => false));
    // A window manager takes its time.
    await pause(500);
  };

  beforeAll(async () => {
    host = attacked.identity;
    await destroy(1);
  });
  afterEach(() => destroy(1));

  it(
    'takes no focus from another window: it would get the keys pressed there',
    needing('openbox'),
    async () => {
      await signIn();
      await main('windows[0].focus()');
      await until('the focus', () => main('windows[0].isFocused()'));
      await reload();
      expect(await main('windows[0].isFocused()')).toBe(true);
      // A page with a frame may open a window without a press, for a provider's button inside it.
      await inPage(1, `void document.body.append(document.createElement('iframe'))`);
      expect(await inPage(1, `open('/other') === null`)).toBe(true);
      await main('windows[1].minimize()');
      await until('a small window', () => main('windows[1].isMinimized()'));
      await reload();
      expect(await main('windows[1].isMinimized()')).toBe(true);
    },
  );

  it('neither moves nor sizes its window', async () => {
    await signIn();
    const before = await main('windows[1].getBounds()');
    await inPage(1, 'void (moveTo(9999, 9999), resizeTo(1, 1))');
    await pause(500);
    expect(await main('windows[1].getBounds()')).toEqual(before);
  });

  it('opens no invisible window, whatever it shows', async () => {
    await signIn();
    for (const address of ['about:blank', 'javascript:1', '/nothing']) {
      await press();
      await until('the press', () => inPage(1, `open('${address}') !== null`));
      expect(await main('windows.map((window) => window.isVisible())')).toEqual([true, true, true]);
      await destroy(2);
    }
  });

  it('closes with it what its page has opened: the next sign-in begins anew', async () => {
    await signIn();
    await press();
    await until('the press', () => inPage(1, `open('/other') !== null`));
    await main('windows[1].close()');
    await until('its end', () => main('windows.length === 1'));
    await signIn();
  });

  it('loads what a Ctrl+click opens', async () => {
    await signIn();
    await press();
    const click = `Object.assign(document.createElement('a'), { href: '/other' })
      .dispatchEvent(new MouseEvent('click', { ctrlKey: true, cancelable: true }))`;
    await inPage(1, `void ${click}`);
    await until('the other page', async () => (await shown())[1]?.[0] === `${host}/other`);
    expect(await shown()).toEqual([
      [`${host}/page`, true],
      [`${host}/other`, true],
    ]);
  });

  it('loses for the next sign-in what its page and workers write while the user signs out', async () => {
    await signIn();
    await inPage(
      1,
      `(async () => {
        await navigator.serviceWorker.register('/worker.js');
        (await navigator.serviceWorker.ready).active.postMessage('plant');
        setInterval(() => {
          localStorage.kept = document.cookie = 'kept=1';
          fetch('/plant', { keepalive: true });
        }, 1);
      })()`,
    );
    await until('what it writes', () => inPage(1, `localStorage.kept !== undefined`));
    await main(`electron.Menu.getApplicationMenu().getMenuItemById('sign-out').click()`);
    await until('one window', () => main('windows.length === 1'));
    await app.shows('This window is Holdfast');
    await signIn();
    const kept = `(async () => [...Object.keys(localStorage), document.cookie, ...await caches.keys(),
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope)])()`;
    expect(await inPage(1, kept)).toEqual(['']);
    // Cookies that no page sees are sent.
    expect(await main('windows[1].webContents.session.cookies.get({})')).toEqual([]);
  });

  it('a cookie of the web app stays on its host, whatever its path', async () => {
    await signIn();
    await inPage(1, `void setTimeout(() => location.assign('${attacked.web}/callback'))`);
    await until('the end', () => main('windows.length === 1'));
    const cookies = () => main<Electron.Cookie[]>('windows[0].webContents.session.cookies.get({})');
    await until('the cookies', async () => (await cookies()).length === 2);
    expect((await cookies()).map(({ domain }) => domain)).toEqual(['127.0.0.1', '127.0.0.1']);
  });
});
