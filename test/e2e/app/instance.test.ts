/** One app for each folder: a second start, and links. */
import { execFile } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fileFolder, testFolder } from '../../electron/testFolder.ts';
import { PAGES_APP, type StartOptions, spawnApp } from '../../support/app.ts';
import { copyApp } from '../../support/brokenApp.ts';
import { isPainted, mainsOf, startTwo } from '../../support/instances.ts';
import { lacks, needing } from '../../support/lacks.ts';
import { choose } from '../../support/menu.ts';
import { hasNamespaces, inNamespace, privateTmp } from '../../support/namespace.ts';
import { addPrelude, watch } from '../../support/recovery.ts';
import { waitingIn } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';
import { BAD_REQUEST } from '../../support/words.ts';

/** Nobody listens there, so reports wait. */
const SENTRY_DSN = 'http://key@127.0.0.1:9/1';

/** A prelude: macOS opens a link before the app is ready. */
const OPENED_BY_LINK = `electron.app.once('will-finish-launching', () => {
  const event = { prevented: false, preventDefault() { globalThis.prevented = true; } };
  electron.app.emit('open-url', event, 'holdfast://open/nowhere?first');
});`;

/** A prelude: another start, which lost the race for Chromium's lock, removes it. Once for a folder. */
const LOSES_LOCK = `electron.app.once('will-finish-launching', () => {
  const { existsSync, rmSync, writeFileSync } = require('node:fs');
  const at = (name) => require('node:path').join(electron.app.getPath('userData'), name);
  if (existsSync(at('lost'))) return;
  writeFileSync(at('lost'), '');
  rmSync(at('SingletonLock'));
});`;

const userData = join(fileFolder(), 'n'.repeat(200));
await mkdir(userData);
const settings = { sentryDsn: SENTRY_DSN };
const app = await watch({ app: PAGES_APP, userData, settings, prelude: OPENED_BY_LINK });
await app.shows('404');

const WINDOW = 'electron.BrowserWindow.getAllWindows()[0]';
const path = () => app.page<string>('location.pathname + location.search');

/** Starts the app a second time, and waits until that start has ended. */
async function startAgain(path?: string, options: StartOptions = {}): Promise<void> {
  const args = path ? [path] : [];
  const second = await spawnApp({ app: PAGES_APP, userData, args, env: { SENTRY_DSN }, ...options });
  const code = await second.ended;
  expect([code, second.stderr()]).toEqual([0, expect.not.stringContaining('DevTools')]);
  expect(second.stderr()).toContain('Holdfast is running already: its window is in front now.');
}

/** Closes the only window of an app that stays open. */
async function close(): Promise<void> {
  await app.main(`${WINDOW}.close()`);
  await expect.poll(windows).toBe(0);
}
const windows = () => app.main<number>('electron.BrowserWindow.getAllWindows().length');

it('on macOS opens a link from before the app is ready, stays open without its window, and opens one for its icon or a link', async () => {
  const open = (link: string) =>
    app.main(`electron.app.emit('open-url', { preventDefault() {} }, ${JSON.stringify(link)})`);
  await app.shows('404');
  expect(await path()).toBe('/nowhere?first');
  expect(await app.main('globalThis.prevented')).toBe(true);
  await open('holdfast://open/second');
  await expect.poll(path).toBe('/second');
  await open('https://evil.example/');
  await app.shows('400', BAD_REQUEST);
  const onPlatform = (name: string) =>
    app.main(`void Object.defineProperty(process, 'platform', { value: '${name}' })`);
  await onPlatform('darwin');
  await close();
  await app.main(`electron.app.emit('activate', {}, false)`);
  await expect.poll(windows).toBe(1);
  await app.shows('Start');
  await close();
  await open('holdfast://open/by-link');
  await until('the page', async () => (await path().catch(() => '')) === '/by-link');
  await app.shows('404');
  await onPlatform(process.platform);
});

it(
  "a second start ends by itself, makes no report, leaves the first instance's session alone, and shows its window where it was",
  needing('openbox'),
  async () => {
    const session = () => readFile(join(userData, 'sentry', 'session.json'), 'utf8');
    const id = async () => JSON.parse(await session()).sid as string;
    const before = await until('the session', () => id().catch(() => undefined));
    const reports = await waitingIn(userData);
    await choose(app, 'start');
    await app.shows('Start');
    await app.main(`${WINDOW}.minimize()`);
    await expect.poll(() => app.main(`${WINDOW}.isMinimized()`)).toBe(true);
    await startAgain();
    await expect.poll(() => app.main(`${WINDOW}.isMinimized()`)).toBe(false);
    await expect.poll(() => app.main(`${WINDOW}.isFocused()`)).toBe(true);
    expect(await path()).toBe('/');
    expect((await app.windows()).length).toBe(1);
    expect([await waitingIn(userData), await id()]).toEqual([reports, before]);
  },
);

it('a second start of the app | the existing window, on the requested page | one app', async () => {
  await startAgain('--open=/about?from=second');
  await expect.poll(path).toBe('/about?from=second');
  await app.shows('About');
  expect((await app.windows()).length).toBe(1);
});

describe.skipIf(lacks('SingletonLock'))('one owner of a folder', () => {
  const shows = (place: string) => expect.poll(path).toBe(place);

  it('is reached through the folder when the folder for temporary files was cleaned, by a start of another computer name too', async () => {
    const socket = readlinkSync(join(userData, 'SingletonSocket'));
    // Cleaners leave a socket that is listened to, and remove what lies beside it.
    await rm(join(dirname(socket), 'SingletonCookie'));
    await startAgain('--open=/about?from=cleaned');
    await shows('/about?from=cleaned');
    await rm(dirname(socket), { recursive: true });
    await startAgain('HOLDFAST://OPEN/docs/a/b');
    await shows('/docs/a/b');
    const lock = join(userData, 'SingletonLock');
    await rm(lock);
    await symlink(`renamed-${app.process.pid}`, lock);
    await startAgain('--open=/about?from=renamed');
    await shows('/about?from=renamed');
    await rm(lock);
    await symlink(`${hostname()}-${app.process.pid}`, lock);
    expect((await app.windows()).length).toBe(1);
  });

  it.runIf(hasNamespaces)('is reached from a private /tmp', async () => {
    const folders = [PAGES_APP, userData].map((one) => one.replace(/^(\/tmp\/[^/]+).*/, '$1'));
    const executable = await inNamespace(testFolder(), privateTmp(...folders));
    await startAgain('', { executable, args: [PAGES_APP, '--open=/about?from=elsewhere'] });
    await shows('/about?from=elsewhere');
    expect((await app.windows()).length).toBe(1);
  });

  it.skipIf(lacks('another user'))('is not reached by other users', async () => {
    // It may stand in the folder, but has another user's rights.
    const code = `process.chdir(process.argv[1]); process.setgid(65534); process.setuid(65534);
      require('node:net').connect('instance').on('error', ({ code }) => console.log(code))`;
    const { stdout } = await promisify(execFile)('node', ['-e', code, userData]);
    expect(stdout).toBe('EACCES\n');
  });

  it.skipIf(lacks('/proc'))('starts again for who starts it while it quits', async () => {
    // It waits in the middle of that.
    await app.main(`(() => {
      electron.app.on('will-quit', (event) => globalThis.goOn || event.preventDefault());
      electron.app.quit();
    })()`);
    await expect.poll(windows).toBe(0);
    const pipes = () =>
      app.main<number>(`process.getActiveResourcesInfo().filter((one) => one === 'PipeWrap').length`);
    const before = await pipes();
    const second = await spawnApp({ app: PAGES_APP, userData });
    await until('its question', async () => (await pipes()) > before);
    expect(second.stderr()).not.toContain('running already');
    await app.main(`void setTimeout(() => { globalThis.goOn = true; electron.app.quit(); }, 100)`);
    expect(await app.gone()).toBe(0);
    expect(await second.exited).toBe(0);
    const [owner] = await until('the app', () =>
      mainsOf(userData).length === 1 ? mainsOf(userData) : undefined,
    );
    await until('its window', () => isPainted(userData));
    process.kill(Number(owner), 'SIGKILL');
    await second.ended;
  });

  it.skipIf(lacks('/proc'))(
    "is alone after a kill, if two start together and one removes the other's lock",
    async () => {
      const copy = await copyApp(PAGES_APP);
      await addPrelude(copy.folder, LOSES_LOCK);
      await startTwo(userData, copy.folder);
    },
  );
});
