/** Failures around the page: its preload, its start, the graphics process, sleep. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { PAGES_APP } from '../../support/app.ts';
import { copyApp } from '../../support/brokenApp.ts';
import { hasPicture, isSeenOnDisplay } from '../../support/display.ts';
import { type Payload, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { needing } from '../../support/lacks.ts';
import { choose } from '../../support/menu.ts';
import { addPrelude, CLOCK, reportOf, watch } from '../../support/recovery.ts';
import { NOT_FOUND } from '../../support/words.ts';

const ingest = await startEnvelopeServer();

const NOWHERE = ['404', `${NOT_FOUND}.`];

/** Finds a file of the built app to break, and how. */
type Break = (copy: string) => Promise<{ file: string; broken: string }>;

const PRELOAD: Break = async (copy) => ({
  file: join(copy, '.build', 'preload', 'preload.cjs'),
  broken: 'throw new Error("the preload is broken")',
});

const SILENT: Break = async (copy) => {
  const renderer = join(copy, '.build', 'renderer');
  const [, entry] = /src="(\/[^"]+\.js)"/.exec(await readFile(join(renderer, 'index.html'), 'utf8')) ?? [];
  return { file: join(renderer, String(entry)), broken: 'for (const never of []) never();' };
};

const ERROR_PAGE: Break = async (copy) => {
  // Another file in the folder may hold it, too.
  const loaded: string[] = await app.page(
    `[...document.scripts].flatMap(({ src, dataset }) => [src, dataset.main]).filter(Boolean).map((one) => new URL(one, document.baseURI).pathname)`,
  );
  for (const name of loaded) {
    if (!name.endsWith('.js')) continue;
    const file = join(copy, '.build', 'renderer', name);
    const text = await readFile(file, 'utf8');
    const throws = '(()=>{throw new Error("the error page is broken")})()';
    const broken = text.replace(/(['"`])fault-words\1/, throws);
    if (broken !== text) return { file, broken };
  }
  throw new Error('No file that the page has loaded holds the error page.');
};

const broken = (one: Payload) => one.exception?.values[0]?.value ?? one.contexts?.fault?.detail;

const WINDOW = 'electron.BrowserWindow.getAllWindows()[0]';
/** Whether the user sees something in the window. */
const isSeen = async () => await isSeenOnDisplay(await app.main(`${WINDOW}.getContentBounds()`));

/** Makes the window manager minimise the window and restore it. */
async function minimizeAndRestore(): Promise<void> {
  await app.main(`void ${WINDOW}.minimize()`);
  await expect.poll(() => app.page('document.visibilityState')).toBe('hidden');
  await expect.poll(isSeen).toBe(false);
  await app.main(`void ${WINDOW}.restore()`);
}

/** An expression in main: the user opens a page that does not exist. */
const OPEN_NOWHERE = `electron.app.emit('second-instance', {}, ['holdfast', 'holdfast://open/nowhere'], '')`;

/** A prelude: the app's pages paint nothing while a test says so. */
const WHITE = `
  electron.app.on('web-contents-created', (_event, contents) => {
    contents.on('dom-ready', () => {
      const isApp = !contents.getURL().includes('/_holdfast/');
      if (globalThis.isWhite && isApp) void contents.insertCSS('body { visibility: hidden }');
    });
  });
`;

/** Breaks a file of the built app. Resolves to what mends it. */
async function breakFile(find: Break): Promise<() => Promise<void>> {
  const { file, broken } = await find(built.folder);
  const works = await readFile(file, 'utf8');
  await writeFile(file, broken);
  return () => writeFile(file, works);
}

/** The preload is broken when the app starts. */
let mend: () => Promise<void>;
const built = await copyApp(PAGES_APP);
await addPrelude(built.folder, CLOCK + WHITE);
mend = await breakFile(PRELOAD);
const app = await watch({
  app: built.folder,
  ingest,
  durations: { readyMs: 4_000, lookMs: 500, pressedMs: 500, lookAgainMs: 2_000 },
});

it.each([
  [
    'a preload that throws | preload-error: The page didn’t start | Try again: the app, when the preload works',
    PRELOAD,
    '/',
    /the preload is broken/,
  ],
  [
    'a page that never says ready | not-ready: The page didn’t start | Try again: the app, when its script works',
    SILENT,
    '/',
    /not ready 4000 ms after the load began/,
  ],
  [
    'an error page that throws itself | not-ready: The page didn’t start on a page without script | Try again: the app, when it works',
    ERROR_PAGE,
    '/nowhere',
    /the error page is broken/,
  ],
])('%s', async (name, find, path, reason) => {
  const texts = path === '/' ? ['Start'] : NOWHERE;
  if (find !== PRELOAD) {
    await mend();
    await app.page(`location.assign('${path}')`);
    await app.shows(...texts);
    await app.passTime(601_000);
    mend = await breakFile(find);
    // A new process has no copy of the file.
    for (const id of await app.processes('renderer')) process.kill(id, 'SIGKILL');
  }
  const code = name.startsWith('a preload') ? 'preload-error' : 'not-ready';
  const text = await app.shows(code, en.fault.otherBoot.title, en.errorPage.tryAgain, 'Report ID');
  const report = await reportOf(text, ingest);
  expect(broken(report)).toMatch(reason);
  expect(report.contexts?.fault?.kind).toBe('boot');
  // It was loaded again in between.
  expect(ingest.events().filter((one) => reason.test(String(broken(one))))).toEqual([report]);
  if (name.includes('without script')) expect(await app.page('document.scripts.length')).toBe(0);
  await mend();
  await app.passTime(61_000);
  await app.click(en.errorPage.tryAgain);
  await app.shows(...texts);
});

describe('an app that runs', () => {
  beforeEach(async () => {
    await mend();
    // Main paints such a page itself: it is ready before any script has run.
    await app.main(OPEN_NOWHERE);
    await app.shows(...NOWHERE);
    // It is painted before its script says so, and only from then on its health counts. The answer comes after that.
    await app.page('holdfast.ready(), holdfast.telemetry.settings().then(() => true)');
    // Recovery's counts from the previous test have expired.
    await app.passTime(601_000);
  });

  it('a page that goes to about:blank again and again | the app, then not-ready: The page didn’t start | Try again: the app', async () => {
    await app.replacedBy(() => app.page(`location.assign('about:blank')`));
    await app.shows(...NOWHERE);
    await app.page(`location.assign('about:blank')`);
    await reportOf(await app.shows('not-ready', en.fault.otherBoot.title, 'Report ID'), ingest);
    await app.press(en.errorPage.tryAgain);
    await app.shows(...NOWHERE);
  });

  it('a graphics process that ends once | the app, painted again | the app', async () => {
    const reports = () => ingest.events().filter(({ tags }) => tags?.['fault.code'] === 'killed').length;
    const reported = reports();
    const before = await app.processes('GPU');
    expect(before).toHaveLength(1);
    process.kill(before[0] as number, 'SIGKILL');
    await expect.poll(() => app.processes('GPU')).not.toEqual(before);
    await app.shows(...NOWHERE);
    await expect.poll(reports).toBe(reported + 1);
  });

  it.runIf(hasPicture)(
    'a window that is covered, or minimised and restored | the app | the app',
    needing('openbox'),
    async () => {
      await expect.poll(isSeen).toBe(true);
      await minimizeAndRestore();
      await expect.poll(isSeen).toBe(true);
      await app.main(`void (globalThis.cover = new electron.BrowserWindow(${WINDOW}.getBounds()))`);
      await expect.poll(isSeen).toBe(false);
      await app.main('globalThis.cover.destroy()');
      await expect.poll(isSeen).toBe(true);
    },
  );

  it('a page that is ready and has painted nothing | blank: The page shows nothing | Try again: the app', async () => {
    await app.main(`void (globalThis.isWhite = true)`);
    await choose(app, 'reload');
    const text = await app.shows('blank', en.fault.boot.blank.title, 'Report ID');
    expect((await reportOf(text, ingest)).contexts?.fault?.detail).toContain('nothing visible');
    await app.main(`void (globalThis.isWhite = false)`);
    await app.click(en.errorPage.tryAgain);
    await app.shows(...NOWHERE);
  });

  it('a page that later loses everything that it shows, deep inside | blank: The page shows nothing | Try again: the app', async () => {
    const isEmptied = `[...document.querySelectorAll('body > * > *')].forEach((one) => one.replaceChildren())`;
    await app.page(`void ${isEmptied}`);
    await app.shows('blank', en.fault.boot.blank.title, 'Report ID');
    await app.click(en.errorPage.tryAgain);
    await app.shows(...NOWHERE);
  });

  it('the computer sleeps and wakes | the app, as it was | the app | event', async () => {
    await app.page('void (window.kept = true)');
    await app.main(`void electron.powerMonitor.emit('suspend')`);
    await pause(200);
    await app.main(`void electron.powerMonitor.emit('resume')`);
    await app.shows(...NOWHERE);
    expect(await app.page('window.kept')).toBe(true);
  });
});
