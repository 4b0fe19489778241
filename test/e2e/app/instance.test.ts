/** One app for each folder: a second start, links, and malicious links. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const userData = fileFolder();
let app: Watched;
beforeAll(async () => {
  app = await watch({ app: PAGES_APP, userData, settings: { sentryDsn: SENTRY_DSN } });
  await app.shows('Start');
});
afterAll(async () => {
  expect(await app.stop()).toBe(0);
});

const WINDOW = 'electron.BrowserWindow.getAllWindows()[0]';
const path = () => app.page<string>('location.pathname + location.search');

/** Starts the app a second time, and waits until that start has ended. */
async function startAgain(...args: string[]): Promise<void> {
  const second = await spawnApp({ app: PAGES_APP, userData, args, env: { SENTRY_DSN } });
  const code = await second.ended;
  expect([code, second.stderr()]).toEqual([0, expect.not.stringContaining('DevTools')]);
}

describe('a second start', () => {
  it("ends by itself, and shows the first instance's window where it was", async () => {
    await app.main(`${WINDOW}.minimize()`);
    await expect.poll(() => app.main(`${WINDOW}.isMinimized()`)).toBe(true);
    await startAgain();
    await expect.poll(() => app.main(`${WINDOW}.isMinimized()`)).toBe(false);
    await expect.poll(() => app.main(`${WINDOW}.isFocused()`)).toBe(true);
    expect(await path()).toBe('/');
    expect((await app.windows()).length).toBe(1);
  });

  it.each([
    ['a link', 'holdfast://open/about?from=link', '/about?from=link'],
    ['a path', '--open=/posts/7', '/posts/7'],
    ['a link of which every letter is large', 'HOLDFAST://OPEN/docs/a/b', '/docs/a/b'],
  ])('hands over %s', async (_name, argument, expected) => {
    await startAgain(argument);
    await expect.poll(path).toBe(expected);
    expect((await app.windows()).length).toBe(1);
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
    await choose(app, 'start');
    await app.shows('Start');
  });

  it("makes no report, and leaves the first instance's session alone", async () => {
    const session = () => readFile(join(userData, 'sentry', 'session.json'), 'utf8');
    const id = async () => JSON.parse(await session()).sid as string;
    const before = await until('the session', () => id().catch(() => undefined));
    const reports = await waitingIn(userData);
    await startAgain('holdfast://open/about');
    expect([await waitingIn(userData), await id()]).toEqual([reports, before]);
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

  it('keeps none of many connections open', async () => {
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
    await startAgain('holdfast://open/about');
    await expect.poll(path).toBe('/about');
    for (const socket of sockets) socket.destroy();
  });

  it('exists for a folder of any name, once if two start together, again after a kill, and not after the end', async () => {
    const root = await mkdtemp(join(tmpdir(), 'holdfast-long-'));
    const folder = join(root, 'n'.repeat(200));
    await mkdir(folder);
    const starts = await Promise.all([1, 2].map(() => spawnApp({ app: PAGES_APP, userData: folder })));
    const left = await Promise.race(starts.map((one) => one.ended.then((code) => ({ one, code }))));
    expect(left.code).toBe(0);
    const [first] = starts.filter((one) => one !== left.one);
    const before = await addressIn(folder);
    first?.process.kill('SIGKILL');
    await first?.ended;
    const next = await watch({ app: PAGES_APP, userData: folder });
    await next.shows('Start');
    const after = await until('another address', async () => {
      const address = await addressIn(folder);
      return address === before ? undefined : address;
    });
    await until('the end of what the first left', () => !existsSync(dirname(before)));
    const second = await spawnApp({ app: PAGES_APP, userData: folder, args: ['holdfast://open/about'] });
    expect(await second.ended).toBe(0);
    await expect.poll(() => next.page('location.pathname')).toBe('/about');
    expect(await next.stop()).toBe(0);
    expect([dirname(after), join(folder, 'instance.json')].filter(existsSync)).toEqual([]);
    await rm(root, { recursive: true });
  });
});

it('on macOS opens a link from before the app is ready, stays open without its window, and opens one for its icon or a link', async () => {
  const prelude = `electron.app.once('will-finish-launching', () => {
    const event = { prevented: false, preventDefault() { globalThis.prevented = true; } };
    electron.app.emit('open-url', event, 'holdfast://open/nowhere?first');
  });`;
  const mac = await watch({ prelude });
  const open = (link: string) =>
    mac.main(`electron.app.emit('open-url', { preventDefault() {} }, ${JSON.stringify(link)})`);
  await mac.shows('404');
  expect(await mac.page('location.pathname + location.search')).toBe('/nowhere?first');
  expect(await mac.main('globalThis.prevented')).toBe(true);
  await open('holdfast://open/second');
  await expect.poll(() => mac.page('location.pathname')).toBe('/second');
  await open('https://evil.example/');
  await mac.shows('400', BAD_REQUEST);
  await mac.main(`void Object.defineProperty(process, 'platform', { value: 'darwin' })`);
  const windows = () => mac.main<number>('electron.BrowserWindow.getAllWindows().length');
  const close = async () => {
    await mac.main(`${WINDOW}.close()`);
    await expect.poll(windows).toBe(0);
  };
  await close();
  await mac.main(`electron.app.emit('activate', {}, false)`);
  await expect.poll(windows).toBe(1);
  await mac.shows('404');
  await close();
  await open('holdfast://open/by-link');
  await until('the page', async () => (await mac.page('location.pathname').catch(() => '')) === '/by-link');
  await mac.shows('404');
  expect(await mac.stop()).toBe(0);
});
