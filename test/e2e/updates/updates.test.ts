/**
 * Updates of an AppImage, from a server on this machine to the file that the app was started from. The app is a
 * checkout with electron-updater's `dev-app-update.yml`, because an installed one uses only https.
 */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { spki } from '../../../electron/tool/pack/updateKeys.ts';
import { fileFolder } from '../../electron/testFolder.ts';
import { PAGES_APP } from '../../support/app.ts';
import { type } from '../../support/input.ts';
import { answerDialogs, choose, inOrder, asked as shown } from '../../support/menu.ts';
import { CLOCK, said, type Watched, type WatchOptions, watch } from '../../support/recovery.ts';
import { selfSigned } from '../../support/selfSigned.ts';
import { captureInMain } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';
import { type Release, startUpdateServer, type UpdateServer } from '../../support/updateServer.ts';
import { NOT_FOUND } from '../../support/words.ts';

const OLD = '#!/bin/sh\nexit 1\n';
const READY = /Version 99\.0\.0 is ready and will be installed when the app quits\./;
/** Milliseconds in which an unwanted request would have arrived. */
const LONG_ENOUGH = 1_000;
/** The text of the page, unfolded. */
const ALL_TEXT = `(() => {
  for (const one of document.querySelectorAll('details')) one.open = true;
  return document.body?.innerText ?? '';
})()`;
const DIAGNOSTICS = `electron.BrowserWindow.getAllWindows()
  .find(({ webContents }) => webContents.getURL().includes('diagnostics'))`;
/** How many of the updater's files main has read. */
const LOADED = `Object.keys(process.mainModule.constructor._cache)
  .filter((name) => /updater-[^/]*[.]cjs$/.test(name)).length`;
/** Triggers the search for updates. */
const WAKE = "electron.powerMonitor.emit('resume')";

const keys = generateKeyPairSync('ed25519');
const isLinux = process.platform === 'linux';

const folder = fileFolder();
let server: UpdateServer;
let app: Watched;
/** What the app believes it was started from. */
let image: string;
/** The new version writes it when it is installed. */
let marker: string;
let release: { version: string; file: string; key: KeyObject };

async function prepare(tls?: { key: string; cert: string }): Promise<void> {
  image = join(folder, 'Holdfast.AppImage');
  marker = join(folder, 'marker');
  // The updater runs it after replacing the old version.
  const file = `#!/bin/sh\necho "$APPIMAGE_EXIT_AFTER_INSTALL" > '${marker}'\n`;
  release = { version: '99.0.0', file, key: keys.privateKey };
  await writeFile(image, OLD);
  await chmod(image, 0o755);
  server = await startUpdateServer({ ...(tls && { tls }) });
}

async function start(options: WatchOptions = {}, shows = '404'): Promise<void> {
  app = await watch({
    prelude: CLOCK,
    async alter(copy) {
      const parts = 'provider: generic\nurl: http://127.0.0.1:1/\nupdaterCacheDirName: holdfast-updater\n';
      await writeFile(join(copy, 'dev-app-update.yml'), parts);
      const manifest = join(copy, 'package.json');
      const updateKey = spki(keys.publicKey);
      const own = JSON.parse(await readFile(manifest, 'utf8'));
      await writeFile(manifest, JSON.stringify({ ...own, updateKey }));
    },
    ...options,
    settings: { updateUrl: server.url, ...options.settings },
    env: { APPIMAGE: image, XDG_CACHE_HOME: join(folder, 'cache'), ...options.env },
  });
  await app.shows(shows);
}

/** Waits for a text in the diagnostics, whose window may just be replacing an earlier one. */
const diagnosticsShow = (text: RegExp) =>
  until(`${text} in the diagnostics`, async () => text.test(await app.page<string>(ALL_TEXT)));

/** Waits until an error is among the reports that the diagnostics count, on disk or not. */
async function errorWaits(): Promise<void> {
  const row = /^errors\s+[1-9]/m;
  await until('a report of the error', async () => {
    await choose(app, 'diagnostics');
    return row.test(await app.page<string>(ALL_TEXT).catch(String));
  });
  await app.main(`${DIAGNOSTICS}.close()`);
}

/** Wakes the app, a few hours later each time, until something has happened. */
const lookUntil = (what: string, isDone: () => unknown) =>
  until(what, async () => {
    await app.passTime(5 * 3_600_000);
    await app.main(WAKE);
    return isDone();
  });
const asked = (of = server) => of.requests.filter(({ path }) => path.endsWith('.yml'));

describe.runIf(isLinux)('updates are refused', () => {
  const tls = selfSigned();
  /** How much the app had written when the test began. */
  let from: number;
  const since = () => app.stderr().slice(from);
  const lines = () => since().match(/^.*Updates:.*$/gm) ?? [];
  const refused = (why: RegExp) =>
    lookUntil(`${why} on stderr`, () => lines().some((line) => why.test(line)));

  beforeAll(async () => {
    await prepare(tls);
    await start({ args: ['--ignore-certificate-errors'] });
  });
  // A successful check: only the first failure after it is reported.
  beforeEach(async () => {
    server.release = { ...release, version: '0.0.1' };
    server.requests.length = 0;
    // The second check begins when the first has ended.
    await lookUntil('two looks', () => asked().length > 1);
    from = app.stderr().length;
    server.requests.length = 0;
  });
  afterAll(async () => {
    expect(await readFile(image, 'utf8')).toBe(OLD);
    expect(existsSync(marker)).toBe(false);
    await server.close();
  });

  it('if the file is not the promised one, and the diagnostics say why', async () => {
    server.release = { ...release, promised: 'something else' };
    await refused(/sha512 checksum mismatch/);
    await choose(app, 'diagnostics');
    await diagnosticsShow(/sha512 checksum mismatch/);
    await app.main(`${DIAGNOSTICS}.close()`);
  });

  it('without a download, if the offer is not signed', async () => {
    const { key: _, ...unsigned } = release;
    server.release = unsigned;
    await refused(/version 99\.0\.0 is not signed/);
    expect(server.requests).toEqual(asked());
  });

  it.each([
    ['list', /\/latest-linux(-\w+)?\.yml is longer than 1000000 bytes/],
    ['file', /\/Holdfast-\S+ is longer than \d\d bytes/],
  ] as const)('without reading on, if a %s is endless', async (endless, why) => {
    server.release = { ...release, endless };
    await refused(why);
    // The rest is in the system's buffers.
    expect(server.sent).toBeLessThan(32_000_000);
  });

  it('over http if their address is https', async () => {
    const plain = await startUpdateServer();
    plain.release = release;
    server.redirectTo = plain.url;
    await refused(/redirects to an address without https/);
    server.redirectTo = undefined;
    expect(server.requests.length).toBeGreaterThan(0);
    expect(plain.requests).toEqual([]);
    await plain.close();
  });

  it('with one line if the server is unreachable, however often, and without bothering the user', async () => {
    // A look may be on its way: the line must not be about that one.
    await server.closeInPeace();
    await app.main(`(() => {
      globalThis.failed = 0;
      const { webRequest } = electron.session.fromPartition('updates');
      webRequest.onErrorOccurred(() => void globalThis.failed++);
    })()`);
    await lookUntil('three looks', async () => (await app.main<number>('failed')) > 2);
    expect(lines()).toEqual([expect.stringMatching(/net::ERR_CONNECTION_RE(FUSED|SET)/)]);
    expect(app.stderr()).not.toContain('UnhandledPromiseRejection');
    expect(await app.windows()).toHaveLength(1);
    expect(await app.shows('404')).toContain(`${NOT_FOUND}.`);
    server = await startUpdateServer({ tls, port: Number(new URL(server.url).port) });
  });

  // The last one: it stops the app.
  it('if the file has changed after the download', async () => {
    server.release = release;
    await lookUntil('the update', () => READY.test(app.stderr()));
    const cache = join(folder, 'cache');
    const file = await until('the file', async () =>
      (await readdir(cache, { recursive: true })).find((one) => one.endsWith('.AppImage')),
    );
    // A further look would find the changed file and download the signed one again: those that had begun end first, and
    // one of them may have found no file to download, and removed this one.
    server.release = { ...release, version: '0.0.1' };
    const looks = asked().length;
    await lookUntil('two looks', () => asked().length > looks + 1);
    await writeFile(join(cache, file.replace('temp-', '')), '#!/bin/sh\necho changed\n');
    expect(await app.stop()).toBe(0);
    expect(app.stderr()).toContain('its file is no longer the one that was signed');
  });
});

describe.runIf(isLinux)('updates', () => {
  beforeEach(() => prepare());
  afterEach(() => server.close());

  it('are installed at once if the user restarts and leaves the typed text; the user is asked once for a version, and offered pre-releases of the chosen channel', async () => {
    const beta = (number: number): Release => ({
      ...release,
      version: `99.0.0-beta.${number}`,
      channel: 'beta',
      notes: `- "Quick" search: <b>twice</b> as fast – \\o/ #${number}`,
    });
    await start({ app: PAGES_APP, settings: { updateChannel: 'beta' } }, 'This window is Holdfast');
    await answerDialogs(app, 'Later');
    server.release = beta(1);
    await lookUntil('the question', async () => (await shown(app)).length > 0);
    const detail = /^- "Quick" search: <b>twice<\/b> as fast – \\o\/ #1\n\nThe update is/;
    expect(await shown(app)).toMatchObject([
      {
        detail: expect.stringMatching(detail),
        message: 'Version 99.0.0-beta.1 is ready',
        buttons: inOrder(en.menu.restart, 'Later', 'Website'),
      },
    ]);
    await app.main(`void (electron.app.relaunch = () => console.error('relaunched'))`);
    await answerDialogs(app, en.menu.restart);
    const looks = asked().length;
    await lookUntil('two looks', () => asked().length > looks + 1);
    expect(await shown(app)).toEqual([]);
    await app.page(`void document.body.appendChild(document.createElement('textarea')).focus()`);
    await type(app, 'typed');
    server.release = beta(2);
    await lookUntil('the question', async () => (await shown(app)).length > 1);
    expect((await shown(app)).map(({ message }) => message)).toEqual([
      'Version 99.0.0-beta.2 is ready',
      en.dialogs.leaving.question,
    ]);
    expect(await app.page(`document.querySelector('textarea').value`)).toBe('typed');
    expect(await readFile(image, 'utf8')).toBe(OLD);
    await answerDialogs(app, en.menu.restart, 'Leave');
    server.release = beta(3);
    // The app may end before it answers.
    await lookUntil('the restart', () => app.stderr().includes('relaunched')).catch(() => undefined);
    expect(app.stderr()).toContain('relaunched');
    expect(await app.gone()).toBe(0);
    expect(await readFile(image, 'utf8')).toBe(release.file);
  });

  it('in a deb, which only root may install, are shown to the user', async () => {
    await writeFile(join(folder, 'package-type'), 'deb');
    server.release = { ...release, extension: 'deb' };
    const isDeb = `Object.defineProperty(process, 'resourcesPath', { value: ${JSON.stringify(folder)} });`;
    await start({ prelude: CLOCK + isDeb, env: { APPIMAGE: undefined } });
    await app.main(WAKE);
    const link = `${server.url}/Holdfast-99.0.0-linux-x86_64.deb`;
    await said(app, /version 99\.0\.0 is available/);
    expect(app.stderr()).toContain(`Download ${link}, then install it: sudo apt install ./Holdfast-99`);
    await choose(app, 'diagnostics');
    await diagnosticsShow(/version 99\.0\.0 is available/);
    await lookUntil('three looks', () => asked().length > 2);
    // Without a notification service, a line about that follows it.
    expect(app.stderr().match(/Updates: .*is available/g)).toHaveLength(1);
    expect(await app.stop()).toBe(0);
    expect(server.requests).toEqual(asked());
  });

  it('wait until every report is on disk, also at the end, and for their rollout to reach this machine; the next start installs them when it quits', async () => {
    const userData = join(folder, 'userData');
    const outbox = join(userData, 'outbox');
    const settings = { sentryDsn: 'http://key@127.0.0.1:1/1', reports: 'ask' };
    await mkdir(userData);
    // A file instead of the folder: nothing can be written.
    await writeFile(outbox, '');
    // Published once: a further look finds nothing new.
    const published = { ...release, signedAt: new Date().toISOString() };
    server.release = { ...published, staging: 0 };
    await start({ userData, settings });
    await app.main(`void setTimeout(() => Promise.reject(new Error('made by the test')))`);
    await errorWaits();
    await app.main(WAKE);
    await pause(LONG_ENOUGH);
    expect(server.requests).toEqual([]);
    // It is not loaded before it looks for updates.
    expect(await app.main(LOADED)).toBe(0);
    await rm(outbox);
    // The first check writes what was only in memory. The second begins when the first has ended.
    await lookUntil('two looks', () => asked().length > 1);
    expect((await readdir(outbox)).length).toBeGreaterThan(1);
    expect(server.requests).toEqual(asked());
    const id = await readFile(join(userData, '.updaterId'), 'utf8');
    // Once the rollout reaches everybody, the same machine gets it.
    server.release = { ...published, staging: 100 };
    await lookUntil('the update', () => READY.test(app.stderr()));
    expect(await app.main(LOADED)).toBe(1);
    await rm(outbox, { recursive: true });
    await writeFile(outbox, '');
    await app.main(`(() => {${captureInMain('made by the test, too')}})()`);
    await errorWaits();
    await app.stop();
    expect(app.stderr()).toContain('The update waits for the next start: a report is not on disk.');
    expect(await readFile(image, 'utf8')).toBe(OLD);
    await rm(outbox);
    // What an earlier run has seen counts too.
    server.release = { ...release, version: '98.0.0', signedAt: '2026-01-01T00:00:00Z' };
    await start({ userData, settings });
    await app.main(WAKE);
    await said(app, /version 98\.0\.0 was signed before this app was packaged or before the newest/);
    server.release = published;
    const before = server.requests.length;
    await lookUntil('the update', () => READY.test(app.stderr()));
    // The download is still valid.
    expect(server.requests.slice(before).filter(({ path }) => !path.endsWith('.yml'))).toEqual([]);
    expect(new Set(asked().map(({ stagingId }) => stagingId))).toEqual(new Set([id]));
    // Only users who ask for it are offered another channel.
    expect(new Set(asked().map(({ path }) => path))).toEqual(new Set(['/latest-linux.yml']));
    expect(await readFile(image, 'utf8')).toBe(OLD);
    expect(await app.stop()).toBe(0);
    expect(await readFile(image, 'utf8')).toBe(release.file);
    expect(await readFile(marker, 'utf8')).toBe('true\n');
  });
});
