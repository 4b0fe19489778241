/** The window of an app with a server: where it is, its menu, links and redirects out of it, and its spelling. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { version } from '../../../package.json';
import { fileFolder } from '../../electron/testFolder.ts';
import { fakeBrowser, hostsIn, netLog } from '../../support/browser.ts';
import { CONTENTS, click, takesPresses } from '../../support/input.ts';
import { needing } from '../../support/lacks.ts';
import { choose, inPrivacy, openPrivacy, seeItem } from '../../support/menu.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { copyFailingApp } from '../../support/pagesApp.ts';
import { watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { BAD_REQUEST, PAGE_FAILED } from '../../support/words.ts';

const isLinux = process.platform === 'linux';
const LOGIN = 'https://login.example/in?next=1';
const REDIRECT = JSON.stringify({ pageProps: { __N_REDIRECT: LOGIN, __N_REDIRECT_STATUS: 307 } });
const WINDOW = 'electron.BrowserWindow.getAllWindows()[0]';

const userData = fileFolder();
const log = join(fileFolder(), 'net-log.json');
const placeFile = join(userData, 'window.json');

/** A dictionary of one word, in Chromium's format: header, empty tables of affixes, and a tree with one leaf. */
function dictionary(word: string): Buffer {
  const AFFIXES = 32;
  const TABLES = AFFIXES + 16;
  const tables = Buffer.from('\0\0\0\0SET UTF-8\n\0');
  const [first = '', ...others] = word;
  const tree = Buffer.from(`\xe1${first}\0\x40\0${others.join('')}\0`, 'latin1');
  const affixes = Buffer.alloc(16);
  for (const [at, offset] of [0, 2, 2, 4].entries()) affixes.writeUInt32LE(TABLES + offset, at * 4);
  const header = Buffer.alloc(16);
  header.write('BDic');
  header.writeUInt16LE(2, 4);
  header.writeUInt32LE(AFFIXES, 8);
  header.writeUInt32LE(TABLES + tables.length, 12);
  const content = Buffer.concat([affixes, tables, tree]);
  return Buffer.concat([header, createHash('md5').update(content).digest(), content]);
}

let answer: Origin['answer'];
const well: Origin['answer'] = (_, response) => response.end(JSON.stringify({ pageProps: { said: 'yes' } }));

answer = well;
const [built, browser, origin] = await Promise.all([
  copyFailingApp(),
  fakeBrowser(),
  startOrigin((request, response) =>
    request.url?.startsWith('/words/') ? response.end(dictionary('holdfast')) : answer(request, response),
  ),
]);
const bounds = { x: 9_000, y: -4_000, width: 500, height: 400 };
await writeFile(placeFile, JSON.stringify({ format: 1, bounds, mode: 'maximized' }));
const app = await watch({
  ...{ app: built.folder, userData, env: browser.env, args: [netLog(log)] },
  settings: {
    ...{ origin: origin.url, buildId: 'b1', language: 'en-US' },
    spelling: { dictionaries: `${origin.url}/words/` },
  },
});
await app.shows('The start page');
afterAll(async () => {
  // Dictionaries come only from the setting's folder. manners.test.ts shows an app without the setting.
  expect(await hostsIn(log)).toEqual(['127.0.0.1', new URL(LOGIN).host]);
});

const go = (to: string) => app.page(`void setTimeout(() => location.assign(${JSON.stringify(to)}))`);

describe('the place of the window', () => {
  const bounds = () => app.main<Electron.Rectangle>(`${WINDOW}.getNormalBounds()`);
  const area = () => app.main<Electron.Rectangle>('electron.screen.getPrimaryDisplay().workArea');
  /** Written a moment after the last change, even if the app is killed then. */
  const becomesSaved = (place: Electron.Rectangle, mode: string) =>
    expect
      .poll(async () => JSON.parse(await readFile(placeFile, 'utf8').catch(() => '{}')))
      .toEqual({ format: 1, bounds: place, mode });
  const becomes = (is: string) => expect.poll(() => app.main(`${WINDOW}.${is}`)).toBe(true);

  async function move(): Promise<Electron.Rectangle> {
    const { x, y, width, height } = await area();
    const size = { width: Math.floor(width * 0.6), height: Math.floor(height * 0.7) };
    const place = { x: x + 20, y: y + 30, ...size };
    await app.main(`${WINDOW}.setBounds(${JSON.stringify(place)})`);
    await expect.poll(bounds).toEqual(place);
    return place;
  }
  /** The window manager puts it back there, even after an earlier move. */
  async function isBackAt(place: Electron.Rectangle): Promise<void> {
    await becomes('isNormal()');
    await expect.poll(() => app.main(`${WINDOW}.getBounds()`)).toEqual(place);
  }
  const isInside = (inner: Electron.Rectangle, outer: Electron.Rectangle) =>
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height;
  const comesInside = () => expect.poll(async () => isInside(await bounds(), await area())).toBe(true);

  it('is as before, maximized, on a screen that is there', needing('openbox'), async () => {
    await becomes('isMaximized()');
    await comesInside();
    await app.main(`${WINDOW}.unmaximize()`);
    await becomes('isNormal()');
    await expect.poll(async () => (await bounds()).width).toBe(500);
  });

  it.each([
    ['is removed', `electron.screen.emit('display-removed', {}, {})`],
    ['gets smaller', `electron.screen.emit('display-metrics-changed', {}, {}, ['workArea'])`],
    // A second start brings it to the front, too.
    ['got smaller before somebody looks', `${WINDOW}.emit('focus')`],
  ])('comes back into sight if its screen %s', needing('openbox'), async (_what, change) => {
    await app.main(`${WINDOW}.setBounds({ x: 900, y: 700, width: 500, height: 400 })`);
    await expect.poll(async () => (await bounds()).x).toBe(900);
    await app.main(`(() => {
      const left = { ...electron.screen.getPrimaryDisplay(), workArea: { x: 0, y: 0, width: 800, height: 600 } };
      const { getDisplayMatching, getPrimaryDisplay } = electron.screen;
      globalThis.restore = () => void Object.assign(electron.screen, { getDisplayMatching, getPrimaryDisplay });
      Object.assign(electron.screen, { getDisplayMatching: () => left, getPrimaryDisplay: () => left });
      ${change};
    })()`);
    await comesInside();
    await app.main('restore()');
  });

  it('is kept, also for a window that replaces a crashed one', needing('openbox'), async () => {
    const place = await move();
    await becomesSaved(place, 'normal');
    await app.main(`${WINDOW}.maximize()`);
    await becomes('isMaximized()');
    await becomesSaved(place, 'maximized');
    await app.main(`${WINDOW}.unmaximize()`);
    await isBackAt(place);
    await app.main(`${WINDOW}.setFullScreen(true)`);
    await becomes('isFullScreen()');
    await becomesSaved(place, 'fullscreen');
    // A renderer that keeps ending: the third or fourth time the page comes in a fresh window.
    const ids = () => app.main<number[]>('electron.BrowserWindow.getAllWindows().map(({ id }) => id)');
    const [first] = await ids();
    await until('a fresh window', async () => {
      if ((await ids()).some((id) => id !== first)) return true;
      await app.main(`void electron.BrowserWindow.fromId(${first})?.webContents.forcefullyCrashRenderer()`);
      return false;
    });
    await app.shows(en.fault.otherCrash.title);
    await expect.poll(async () => (await ids()).length).toBe(1);
    await becomes('isFullScreen()');
    await app.main(`${WINDOW}.setFullScreen(false)`);
    await isBackAt(place);
    await app.passTime(61_000);
    await choose(app, 'reload');
    await app.shows('The start page');
  });
});

describe.runIf(isLinux)('an address out of the app', () => {
  const opened = () => browser.opened();

  beforeAll(() => takesPresses(app));
  beforeEach(() => browser.forget());

  async function press(html: string): Promise<void> {
    await app.page(`(() => {
      document.getElementById('test')?.remove();
      const box = document.createElement('div');
      box.id = 'test';
      box.style.cssText = 'position: fixed; top: 5px; left: 5px; z-index: 9; background: white;';
      box.innerHTML = ${JSON.stringify(html)};
      document.body.append(box);
    })()`);
    await click(app, `document.getElementById('test').firstElementChild`);
  }
  async function opens(address: string): Promise<void> {
    await until('the browser', async () => (await opened()).length > 0);
    expect(await opened()).toEqual([address]);
    await app.shows('The start page');
    expect((await app.windows()).length).toBe(1);
  }

  it.each([
    ['in a new window', '<a href="https://example.com/a?b" target="_blank">x</a>', 'https://example.com/a?b'],
    ['in the window itself', '<a href="http://127.0.0.1:9/x">x</a>', 'http://127.0.0.1:9/x'],
    [
      'to a person, with nothing that a mail program could take for a further field',
      `<a href="mailto:a@example.com?subject=x,attachment='/etc/passwd'">x</a>`,
      'mailto:a@example.com?subject=x%2Cattachment%3D%27%2Fetc%2Fpasswd%27',
    ],
  ])('is opened in the browser for a click: %s', async (_where, html, address) => {
    await press(html);
    await opens(address);
  });

  it.each<[string, Origin['answer']]>([
    ['page data', (_, response) => response.end(REDIRECT)],
    ['the server', (_, response) => response.writeHead(307, { location: LOGIN }).end()],
  ])('is opened for a redirect by %s after a click, and linked then', async (_by, redirect) => {
    answer = redirect;
    await app.page(`document.getElementById('data').value = '/data'`);
    await click(app, `document.getElementById('data')`);
    await until('the browser', async () => (await opened()).length > 0);
    await app.shows('307', 'This page is at login.example', 'sends you there', en.pages.openInBrowser);
    await click(app, `[...document.links].find(({ textContent }) => textContent.startsWith('Open'))`);
    await until('the browser again', async () => (await opened()).length > 1);
    expect(await opened()).toEqual([LOGIN, LOGIN]);
    await app.shows('307');
    answer = well;
    await choose(app, 'start');
    await app.shows('The start page');
  });
});

describe('the menu', () => {
  it('Back and Forward go from page to page, over addresses that were refused and pages that failed; Home to the start', async () => {
    await go('/data');
    await app.shows('The server said yes');
    await choose(app, 'back');
    await app.shows('The start page');
    expect(await app.page('location.pathname + location.search')).toBe('/');
    await choose(app, 'forward');
    await app.shows('The server said yes');
    await choose(app, 'start');
    await app.shows('The start page');
    await app.page(`void document.getElementById('render').click()`);
    await app.shows(PAGE_FAILED);
    await choose(app, 'back');
    await app.shows('The server said yes');
    await go('/%E0%A4%A');
    await app.shows('400', BAD_REQUEST);
    await choose(app, 'back');
    await app.shows('The server said yes');
  });

  it("About shows Electron's panel, with the app's own licence and the versions", async () => {
    const manifest = join(built.folder, 'package.json');
    const original = JSON.parse(await readFile(manifest, 'utf8'));
    const [license, copyright, author] = ['LicenseRef-Shop', '© 2026 Shop', 'Jane Doe <jane@example.com>'];
    await writeFile(manifest, JSON.stringify({ ...original, license, copyright, author }));
    await app.main(`(() => {
      const { setAboutPanelOptions: set, showAboutPanel: show } = electron.app;
      electron.app.setAboutPanelOptions = (options) => set.call(electron.app, (globalThis.about = options));
      electron.app.showAboutPanel = () => { show.call(electron.app); globalThis.isAbout = true; };
    })()`);
    await choose(app, 'about');
    await expect.poll(() => app.main('globalThis.isAbout')).toBe(true);
    const website = 'https://example.com/holdfast';
    expect(await app.main('globalThis.about')).toMatchObject({
      ...{ applicationName: 'Holdfast', applicationVersion: version, website },
      copyright: expect.stringMatching(
        /^© 2026 Shop\nJane Doe\nLicense: LicenseRef-Shop\nElectron \S+\nChromium \S+\nNode\.js \S+$/,
      ),
    });
  });

  it('offers nothing unavailable: no reports and no updates without their addresses', async () => {
    await expect(seeItem(app, 'updates')).rejects.toThrow('The menu has no item updates');
    const privacy = await openPrivacy(app);
    expect(privacy).toContain(en.privacy.noAddress);
    expect(privacy).toContain(en.privacy.nothingSaved);
    const closed = `[...document.querySelectorAll('button:disabled')].map(({ value }) => value)`;
    expect(await app.page(closed)).toEqual(['ask', 'on', 'off']);
    await inPrivacy(app);
  });
});

it.runIf(isLinux)('suggests words of a dictionary from the setting’s folder', async () => {
  await until('the dictionary', () => origin.asked.includes('/words/en-us-10-1.bdic'));
  await app.main('void (electron.Menu.prototype.popup = function () { globalThis.menu = this; })');
  await app.page(`(() => {
    const field = Object.assign(document.createElement('textarea'), { id: 'field', lang: 'en-US', value: 'holdfasst' });
    field.style.cssText = 'position: fixed; top: 5px; left: 5px; z-index: 9;';
    document.body.append(field);
  })()`);
  const labels = await until('a suggestion', async () => {
    // Chromium checks text when it is written, or when the field is entered.
    await app.page(`(() => { field.blur(); field.focus(); field.setSelectionRange(9, 9); })()`);
    await app.main(`${CONTENTS}.sendInputEvent({ type: 'char', keyCode: ' ' })`);
    await click(app, `document.getElementById('field')`, { button: 'right' });
    const seen = await app.main<string[]>('globalThis.menu?.items.map(({ label }) => label) ?? []');
    return seen[0] === 'holdfast' ? seen : undefined;
  });
  expect(labels.slice(0, 2)).toEqual(['holdfast', en.menu.learn]);
  await app.main('void menu.items[0].click()');
  await until('the word', () => app.page(`/holdfast\\b/.test(field.value)`));
  await app.page('field.remove()');
});

it('a page prints once for each press, and a signal ends the app while the system’s dialog is open', async () => {
  // What a page loads by itself gives it no right.
  for (const query of ['?1', '?2']) {
    await app.page(`void setTimeout(() => location.assign('/${query}'))`);
    await until('the page', () =>
      app.page(`location.search === '${query}' && document.readyState === 'complete'`),
    );
  }
  await app.page(
    `void (window.prints = 0, addEventListener('beforeprint', () => window.prints++), print(), print())`,
  );
  expect(await app.page('window.prints')).toBe(0);
  await until('the dialog', async () => {
    await click(app, `document.querySelector('h1')`);
    await app.page('void setTimeout(() => { window.isBack = false; print(); window.isBack = true; })');
    return (await app.page('window.isBack', 1_000).catch(() => 'blocked')) === 'blocked';
  });
});
