/** How the app starts, in any language and locale, and how it ends. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { fileFolder, testFolder } from '../../electron/testFolder.ts';
import { spawnApp } from '../../support/app.ts';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { pressKey } from '../../support/input.ts';
import { lacks } from '../../support/lacks.ts';
import { answerDialogs, asked, choose, inPrivacy, openPrivacy } from '../../support/menu.ts';
import { type Watched, type WatchOptions, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { NOT_FOUND } from '../../support/words.ts';

it.skipIf(process.platform === 'win32')(
  'a log-off while the app starts (SIGTERM) | nothing | the app, and no start that failed',
  async () => {
    const userData = testFolder();
    const stamp = async () => JSON.parse(await readFile(join(userData, 'start.json'), 'utf8'));
    for (const delay of [0, 150]) {
      const app = await spawnApp({ userData });
      await until('the stamp', () => existsSync(join(userData, 'start.json')));
      await new Promise((resolve) => setTimeout(resolve, delay));
      app.process.kill('SIGTERM');
      expect(await app.ended, `${delay} ms later`).toBe(0);
      expect(await stamp(), `${delay} ms later`).toMatchObject({ attempts: 0 });
      await rm(join(userData, 'start.json'));
    }
  },
);

/** JavaScript for a page: adds to the data in two kinds of files. Resolves to the content of each. */
const save = (text: string) => `(async () => {
  const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
  const request = indexedDB.open('saved');
  request.onupgradeneeded = () => request.result.createObjectStore('all', { autoIncrement: true });
  const transaction = (await done(request)).transaction('all', 'readwrite');
  const store = transaction.objectStore('all');
  store.add(${JSON.stringify(text)});
  const all = done(store.getAll());
  // Before that, nothing of it has to be on disk.
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  localStorage.setItem('all', (localStorage.getItem('all') ?? '') + ${JSON.stringify(text)});
  return [localStorage.getItem('all'), (await all).join('')];
})()`;

const MENU = 'electron.Menu.getApplicationMenu().items';
const html = (name: 'lang' | 'dir') => `document.documentElement.${name}`;

/** Every text between marks, whatever it says. */
const MARKED = JSON.stringify(en, (_key, text) => (typeof text === 'string' ? `«${text}»` : text));

// On Linux the locale decides how Chromium encodes the names of files.
describe('runs in a folder with letters of any kind, each in another locale', () => {
  const home = join(fileFolder(), 'ünicode');
  const userData = join(home, '.config', 'Holdfast');
  let ingest: EnvelopeServer;
  let saved = '';
  let runs = 0;
  /** What a test leaves running for the next one. */
  let app: Watched | undefined;
  /** Starts the app, which finds what the runs before have saved, and saves more. */
  async function run(locale: string | undefined, more: WatchOptions = {}): Promise<Watched> {
    await mkdir(userData, { recursive: true });
    const env = { HOME: home, LANG: locale, LC_ALL: undefined, LC_CTYPE: undefined };
    app = await watch({ ...more, ingest, userData, env });
    await app.shows('404');
    runs += 1;
    saved += `ö ${locale}, `;
    expect(await app.page(save(`ö ${locale}, `))).toEqual([saved, saved]);
    const isNamed = process.platform === 'linux' && !locale?.endsWith('UTF-8');
    expect(app.stderr().includes('is not UTF-8: pages cannot open files')).toBe(isNamed);
    return app;
  }
  /** Chromium itself saves a sign-in after 30 s, and a kill, which leaves no time for it, would lose it. */
  async function signIn(): Promise<void> {
    const cookie = `{ url: 'https://example.com/', name: 'signedIn', value: 'yes', expirationDate: Date.now() / 1000 + 3600 }`;
    await app?.main(`electron.session.defaultSession.cookies.set(${cookie})`);
    const isSaved = async () => (await readFile(join(userData, 'Cookies'))).includes('signedIn');
    await expect.poll(() => isSaved().catch(() => false), { timeout: 20_000 }).toBe(true);
  }
  beforeAll(async () => {
    ingest = await startEnvelopeServer();
  });

  it.skipIf(lacks('signals'))(
    'a log-off (SIGTERM) while the page hangs and the app is started once more | the app ends in order | the app, and no report',
    async () => {
      const first = await run('C.UTF-8');
      await first.page('void setTimeout(() => { for (;;); })');
      const second = await spawnApp({ userData });
      // All at once, as a log-off does: a second start that outlives the first starts the app again. In its first moments a
      // process has no handler yet, and the signal itself ends it.
      for (const { process } of [first, second]) process.kill('SIGTERM');
      expect(await first.gone(), first.stderr()).toBe(0);
      await second.ended;
      expect(second.process.exitCode ?? second.process.signalCode, second.stderr()).toBeOneOf([0, 'SIGTERM']);
      // The last test sees that there was no report.
      await run(undefined);
    },
  );

  // SIGTERM ends nearly every other test, also with 0; SIGHUP is in window/unsaved.test.ts.
  it('without one: keeps what pages save, and quits on SIGINT as if the user quit, even after it has written files', async () => {
    app ??= await run(undefined);
    await until('a file', () => existsSync(join(userData, 'telemetry', 'last-run.json')));
    await app.main(`void electron.app.on('before-quit', () => console.error('quits'))`);
    if (lacks('signals')) await app.main('void setTimeout(() => electron.app.quit(), 50)');
    else app.process.kill('SIGINT');
    expect(await app.gone()).toBe(0);
    expect(app.stderr()).toContain('quits');
    app = undefined;
  });

  it('in one that is not installed: keeps what pages save, soon also sign-ins, and ends with 0 when its last window is closed', async () => {
    app = await run('xx_YY');
    await signIn();
    await app.main(`void setTimeout(() => electron.BrowserWindow.getAllWindows()[0].close(), 50)`);
    if (process.platform === 'darwin') app.process.kill('SIGTERM');
    expect(await app.gone()).toBe(0);
    app = undefined;
  });

  it('follows the setting, from right to left too: the frame, pages, menus, dialogs and the diagnostics', async () => {
    const alter = async (folder: string) => {
      const texts = join(folder, '.build/main/texts');
      await mkdir(texts, { recursive: true });
      await writeFile(join(texts, 'ar.json'), MARKED);
    };
    const arabic = await run('C.UTF-8', { alter, args: ['--lang=de'], settings: { language: 'ar-EG' } });
    await arabic.shows(`«\u2068«${NOT_FOUND}»\u2069.»`, '«Copy details»');
    expect([await arabic.page(html('lang')), await arabic.page(html('dir'))]).toEqual(['ar-EG', 'rtl']);

    const labels = await arabic.main<string[]>(
      `${MENU}.flatMap(({ label, submenu }) => [label, ...submenu.items.map((item) => item.type === 'separator' ? '«»' : item.label)])`,
    );
    expect(labels.filter((label) => !/^«.*»$/.test(label))).toEqual([]);
    await answerDialogs(arabic, '«Cancel»');
    await choose(arabic, 'safe-mode');
    const { message, detail, buttons } = await until('the dialog', async () => (await asked(arabic))[0]);
    for (const text of [message, detail, ...(buttons ?? [])]) expect(text).toMatch(/^«.*»$/s);
    await openPrivacy(arabic);
    await arabic.click('«What reports contain»');
    await arabic.shows('«What error reports contain»', '«A report');
    expect(await arabic.page(html('dir'))).toBe('rtl');
    await arabic.press('«Close»');
    await inPrivacy(arabic);

    await choose(arabic, 'diagnostics');
    const window = `electron.BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().includes('diagnostics'))`;
    const title = `${window}?.getTitle()`;
    await until('the diagnostics', async () =>
      /^(.* )?«Diagnostics» – Holdfast$/.test((await arabic.main<string | undefined>(title)) ?? ''),
    );
    const isWhole = `document.querySelector('pre')?.textContent.includes('outbox') && document.querySelector('pre').dir`;
    expect(await until('the text', () => arabic.page<string>(isWhole))).toBe('ltr');
    // The next test's key goes to the app's window.
    await arabic.main(`void ${window}.close()`);
    await until('its end', async () => (await arabic.windows()).length === 1);
  });

  it('a log-off that the system announces | the app ends in order | the app, with what pages saved | event', async () => {
    app ??= await run('C.UTF-8');
    // Nobody is asked about work in the page.
    await answerDialogs(app, 'Stay');
    await app.page(`void addEventListener('beforeunload', (event) => event.preventDefault())`);
    await pressKey(app, 'a');
    await until('the press', () => app?.page('navigator.userActivation.hasBeenActive'));
    await app.main(
      `void setTimeout(() => electron.powerMonitor.emit('shutdown', { preventDefault() {} }), 100)`,
    );
    expect(await app.gone()).toBe(0);
  });

  it('reports nothing of these ends', async () => {
    const sessions = () => ingest.items('session').map(({ payload }) => payload);
    // Newest errors go first: a report about an end would have arrived before the next start's session. The last one's
    // may wait for another start.
    await until('the sessions', () => new Set(sessions().map(({ sid }) => sid)).size >= runs - 1);
    expect(ingest.items('event')).toEqual([]);
    expect(sessions().filter(({ status }) => status !== 'ok' && status !== 'exited')).toEqual([]);
  });
});
