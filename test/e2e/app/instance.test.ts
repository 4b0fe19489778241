/** One app for each folder: a second start, links, and malicious links. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { PAGES_APP, spawnApp } from '../../support/app.ts';
import { lacks } from '../../support/lacks.ts';
import { choose } from '../../support/menu.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { waitingIn } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';
import { BAD_REQUEST, NOT_FOUND } from '../../support/words.ts';

/** Nobody listens there, so reports wait. */
const SENTRY_DSN = 'http://key@127.0.0.1:9/1';

/** A prelude: macOS opens a link before the app is ready. */
const OPENED_BY_LINK = `electron.app.once('will-finish-launching', () => {
  const event = { prevented: false, preventDefault() { globalThis.prevented = true; } };
  electron.app.emit('open-url', event, 'holdfast://open/nowhere?first');
});`;

const userData = join(fileFolder(), 'n'.repeat(200));
let app: Watched;
beforeAll(async () => {
  await mkdir(userData);
  const settings = { sentryDsn: SENTRY_DSN };
  app = await watch({ app: PAGES_APP, userData, settings, prelude: OPENED_BY_LINK });
  await app.shows('404');
});
let hasEnded = false;
afterAll(async () => {
  if (!hasEnded) expect(await app.stop()).toBe(0);
});

const WINDOW = 'electron.BrowserWindow.getAllWindows()[0]';
const path = () => app.page<string>('location.pathname + location.search');

/** Starts the app a second time, and waits until that start has ended. */
async function startAgain(...args: string[]): Promise<void> {
  const second = await spawnApp({ app: PAGES_APP, userData, args, env: { SENTRY_DSN } });
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

describe('a second start', () => {
  beforeEach(async () => {
    await choose(app, 'start');
    await app.shows('Start');
  });

  it("ends by itself, makes no report, leaves the first instance's session alone, and shows its window where it was", async () => {
    const session = () => readFile(join(userData, 'sentry', 'session.json'), 'utf8');
    const id = async () => JSON.parse(await session()).sid as string;
    const before = await until('the session', () => id().catch(() => undefined));
    const reports = await waitingIn(userData);
    await app.main(`${WINDOW}.minimize()`);
    await expect.poll(() => app.main(`${WINDOW}.isMinimized()`)).toBe(true);
    await startAgain();
    await expect.poll(() => app.main(`${WINDOW}.isMinimized()`)).toBe(false);
    await expect.poll(() => app.main(`${WINDOW}.isFocused()`)).toBe(true);
    expect(await path()).toBe('/');
    expect((await app.windows()).length).toBe(1);
    expect([await waitingIn(userData), await id()]).toEqual([reports, before]);
  });

  it('a second start of the app | the existing window, on the requested page | one app', async () => {
    await startAgain('--open=/about?from=second');
    await app.shows('About');
    expect(await path()).toBe('/about?from=second');
    expect(await app.main('electron.BrowserWindow.getAllWindows().length')).toBe(1);
  });

  it.each([
    [400, 'holdfast://open//evil.example/x'],
    [400, 'holdfast://evil.example/x'],
    [400, 'holdfast:javascript:alert(1)'],
    [400, 'holdfast://open/%E0%A4%A'],
    // A page's parameter may contain such characters; none of these is a page.
    [404, 'holdfast://open/\\evil.example\\share'],
    [404, 'holdfast://open/%2e%2e/%2e%2e/etc/passwd%00'],
  ])('shows %i for %s, and nothing else', async (code, link) => {
    await app.main(
      `void electron.app.emit('second-instance', {}, ['holdfast', ${JSON.stringify(link)}], '/')`,
    );
    await app.shows(String(code), code === 400 ? BAD_REQUEST : NOT_FOUND);
    expect(await app.page('location.host')).toBe('shell');
    expect((await app.windows()).length).toBe(1);
  });
});

it("hundreds of links leave one window, on the last link's page", async () => {
  const answered = await app.main<number>(`(() => {
    const parts = ['/', '//', '\\\\', '%', '%2e', '..', '\\0', '\\n', '@', ':', '?', '#', 'ü', '\\ud800', 'javascript:', 'open', 'x'];
    let random = 20261121;
    const next = (most) => (random = (random * 1103515245 + 12345) % 2147483648) % most;
    let count = 0;
    for (; count < 500; count++) {
      let link = ['holdfast://open', 'holdfast:', 'holdfast://', 'HoldFast://open/'][next(4)];
      for (let left = next(12); left > 0; left--) link += parts[next(parts.length)];
      electron.app.emit('second-instance', {}, ['holdfast', link], '/', undefined);
    }
    electron.app.emit('second-instance', {}, ['holdfast', 'holdfast://open/about?last'], '/', undefined);
    return count;
  })()`);
  expect(answered).toBe(500);
  await expect.poll(path).toBe('/about?last');
  expect((await app.windows()).length).toBe(1);
  expect(await app.main('electron.BrowserWindow.getAllWindows().length')).toBe(1);
});

/** The file in which a folder's first instance announces its socket. */
const addressIn = (folder: string) =>
  until('the address', () => {
    const file = join(folder, 'instance.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).address as string) : undefined;
  });

describe.skipIf(lacks('/proc'))('the socket for other starts', () => {
  it.runIf(process.getuid?.() === 0)('cannot be reached by other users', async () => {
    const address = await addressIn(userData);
    const code = `require('node:net').connect(${JSON.stringify(address)})
      .on('connect', () => { console.log('connected'); process.exit(); }).on('error', ({ code }) => console.log(code))`;
    // Root's own programs may be unreadable for others.
    const { stdout } = await promisify(execFile)('node', ['-e', code], {
      cwd: '/',
      uid: 65_534,
      gid: 65_534,
    });
    expect(stdout).toBe('EACCES\n');
    expect((await stat(dirname(address))).mode & 0o777).toBe(0o700);
  });

  it('keeps none of many connections open, and then takes a link, of which every letter may be large', async () => {
    const address = await addressIn(userData);
    const open = () => readdirSync(`/proc/${app.process.pid}/fd`).length;
    const before = open();
    const sockets: Socket[] = [];
    for (let count = 0; count < 300; count++) {
      // It never ends its side.
      const socket = connect({ path: address, allowHalfOpen: true }).on('error', () => undefined);
      sockets.push(socket);
      await Promise.race([once(socket, 'end'), once(socket.resume(), 'close')]);
    }
    expect(open()).toBeLessThan(before + 100);
    await startAgain('HOLDFAST://OPEN/docs/a/b');
    await expect.poll(path).toBe('/docs/a/b');
    expect((await app.windows()).length).toBe(1);
    for (const socket of sockets) socket.destroy();
  });

  it('exists for a folder of any name, again after a kill, once if two start together, and not after the end', async () => {
    const before = await addressIn(userData);
    app.process.kill('SIGKILL');
    await app.gone();
    hasEnded = true;
    // It is still there.
    expect(existsSync(dirname(before))).toBe(true);
    const starts = await Promise.all([1, 2].map(() => spawnApp({ app: PAGES_APP, userData })));
    const left = await Promise.race(starts.map((one) => one.ended.then((code) => ({ one, code }))));
    expect(left.code).toBe(0);
    const after = await until('another address', async () => {
      const address = await addressIn(userData);
      return address === before ? undefined : address;
    });
    await until('the end of what the killed one left', () => !existsSync(dirname(before)));
    const [first] = starts.filter((one) => one !== left.one);
    first?.process.kill('SIGTERM');
    expect(await first?.ended).toBe(0);
    expect([dirname(after), join(userData, 'instance.json')].filter(existsSync)).toEqual([]);
  });
});
