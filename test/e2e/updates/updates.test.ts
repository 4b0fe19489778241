/**
 * Updates of an AppImage, from a server on this machine to the file that the app was started from. The app is a
 * checkout with electron-updater's `dev-app-update.yml`, because an installed one asks over https only.
 */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicHalf } from '../../../electron/dev/package/sign.ts';
import { choose } from '../../support/menu.ts';
import { CLOCK, said, type Watched, type WatchOptions, watch } from '../../support/recovery.ts';
import { selfSigned } from '../../support/selfSigned.ts';
import { until } from '../../support/until.ts';
import {
  type Release,
  type ServerOptions,
  startUpdateServer,
  type UpdateServer,
} from '../../support/updateServer.ts';

const OLD = '#!/bin/sh\nexit 1\n';
/** What makes a report; the SDK takes some milliseconds for it. */
const REPORT = `void setTimeout(() => Promise.reject(new Error('made by the test')))`;
/** Longer than the app waits between a look that failed and the next, in milliseconds. */
const LATER = 61_000;
/** Milliseconds in which a request that ought not to be would have come. */
const LONG_ENOUGH = 1_000;
/** What stands in each window. */
const DIAGNOSTICS_TEXT = `Promise.all(electron.BrowserWindow.getAllWindows().map(({ webContents }) =>
  webContents.executeJavaScript('document.body?.innerText ?? ""')))`;
/** What wakes the search for updates. */
const WAKE = "electron.powerMonitor.emit('resume')";

describe.skipIf(process.platform !== 'linux')('updates', () => {
  let folder: string;
  let server: UpdateServer;
  let app: Watched;
  /** What the app was started from, as it believes. */
  let image: string;
  /** Written by the new version when it is installed. */
  let marker: string;
  let release: { version: string; file: string; key: KeyObject };
  const keys = generateKeyPairSync('ed25519');
  const servers: UpdateServer[] = [];
  const serve = async (options?: ServerOptions) => {
    const started = await startUpdateServer(options);
    servers.push(started);
    return started;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-updates-'));
    image = join(folder, 'Holdfast.AppImage');
    marker = join(folder, 'marker');
    // Run by the updater when it has put it in the place of the old one.
    const file = `#!/bin/sh\necho "$APPIMAGE_EXIT_AFTER_INSTALL" > '${marker}'\n`;
    release = { version: '99.0.0', file, key: keys.privateKey };
    await writeFile(image, OLD);
    await chmod(image, 0o755);
    server = await serve();
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((one) => one.close()));
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (options: WatchOptions = {}): Promise<Watched> => {
    app = await watch({
      prelude: CLOCK,
      async alter(copy) {
        const parts = 'provider: generic\nurl: http://127.0.0.1:1/\nupdaterCacheDirName: holdfast-updater\n';
        await writeFile(join(copy, 'dev-app-update.yml'), parts);
        const manifest = join(copy, 'package.json');
        const updateKey = publicHalf(keys.privateKey);
        const own = JSON.parse(await readFile(manifest, 'utf8'));
        await writeFile(manifest, JSON.stringify({ ...own, updateKey }));
      },
      ...options,
      settings: { updateUrl: server.url, ...options.settings },
      env: { APPIMAGE: image, XDG_CACHE_HOME: join(folder, 'cache'), ...options.env },
    });
    await app.shows('404');
    return app;
  };
  /** Wakes the app, a few hours later each time, until something has come of it. */
  const lookAgain = (what: string, isDone: () => boolean) =>
    until(what, async () => {
      await app.passTime(5 * 3_600_000);
      await app.main(WAKE);
      return isDone();
    });
  const asked = () => server.requests.filter(({ path }) => path.endsWith('.yml'));

  it('are downloaded in the background, and installed when the app quits', async () => {
    server.release = release;
    await start();
    await app.main(WAKE);
    await said(app, /Version 99\.0\.0 is ready and will be installed when the app quits\./);
    expect(await readFile(image, 'utf8')).toBe(OLD);
    expect(await app.stop()).toBe(0);
    expect(await readFile(image, 'utf8')).toBe(release.file);
    expect(await readFile(marker, 'utf8')).toBe('true\n');
  });

  it('are not loaded before they are looked for, and not looked for without an address', async () => {
    const modules = `Object.keys(process.mainModule.constructor._cache)`;
    const chunks = `${modules}.filter((name) => /updater-[^/]*[.]cjs$/.test(name)).length`;
    await start({ settings: { updateUrl: server.url } });
    expect(await app.main(chunks)).toBe(0);
    await app.main(WAKE);
    await until('a request', () => asked().length > 0);
    expect(await app.main(chunks)).toBe(1);
    await app.stop();
    server.requests.length = 0;
    await start({ settings: { updateUrl: 'https://updates.invalid/' } });
    await app.main(WAKE);
    await pause(LONG_ENOUGH);
    expect(await app.main(chunks)).toBe(0);
    expect(server.requests).toEqual([]);
    await app.stop();
  });

  it('say one line when the server cannot be reached, however often, and nothing to the person', async () => {
    const { url } = server;
    await server.close();
    await start({ settings: { updateUrl: url } });
    await app.main(WAKE);
    await said(app, /Updates: net::ERR_CONNECTION_REFUSED/);
    for (const _ of [1, 2]) {
      await app.passTime(LATER);
      await app.main(WAKE);
      await pause(LONG_ENOUGH);
    }
    expect(app.stderr().match(/Updates:/g)).toHaveLength(1);
    expect(app.stderr()).not.toContain('UnhandledPromiseRejection');
    expect(await app.windows()).toHaveLength(1);
    expect(await app.shows('404')).toContain('This page could not be found.');
    expect(await app.stop()).toBe(0);
  });

  it('are refused when the file is not the one that was promised', async () => {
    server.release = { ...release, promised: 'something else' };
    await start();
    await app.main(WAKE);
    await said(app, /Updates: sha512 checksum mismatch/);
    expect(await app.stop()).toBe(0);
    expect(await readFile(image, 'utf8')).toBe(OLD);
    expect(existsSync(marker)).toBe(false);
  });

  it.each<[string, () => Partial<Release>, RegExp]>([
    ['is not signed', () => ({ key: undefined }), /version 99\.0\.0 is not signed/],
    [
      'is signed by another',
      () => ({ key: generateKeyPairSync('ed25519').privateKey }),
      /not that of its files/,
    ],
    ['was signed for another file', () => ({ signed: { file: 'another' } }), /not that of its files/],
    // An old file under a new number.
    ['was signed as another version', () => ({ signed: { version: '0.0.1' } }), /not that of its files/],
    ['was signed for another system', () => ({ signed: { channel: 'latest-mac' } }), /not that of its files/],
  ])('are refused, and not even downloaded, when what is offered %s', async (_, change, why) => {
    server.release = { ...release, ...change() } as Release;
    await start();
    await app.main(WAKE);
    await said(app, why);
    expect(server.requests).toEqual(asked());
    await choose(app, 'diagnostics');
    await until('why, in the diagnostics', async () =>
      (await app.main<string[]>(DIAGNOSTICS_TEXT)).some((text) => why.test(text)),
    );
    expect(await app.stop()).toBe(0);
    expect(await readFile(image, 'utf8')).toBe(OLD);
  });

  it('are never older than the app, though signed', async () => {
    server.release = { ...release, version: '0.0.1' };
    await start();
    await app.main(WAKE);
    await lookAgain('a second look', () => asked().length > 1);
    expect(server.requests).toEqual(asked());
    await app.stop();
    expect(await readFile(image, 'utf8')).toBe(OLD);
  });

  it('are not installed when the file was changed after it was downloaded', async () => {
    server.release = release;
    await start();
    await app.main(WAKE);
    await said(app, /Version 99\.0\.0 is ready/);
    const cache = join(folder, 'cache');
    const [name] = (await readdir(cache, { recursive: true })).filter((one) => one.endsWith('.AppImage'));
    await writeFile(join(cache, name as string), '#!/bin/sh\necho changed\n');
    await app.stop();
    expect(app.stderr()).toContain('its file is no longer the one that was signed');
    expect(await readFile(image, 'utf8')).toBe(OLD);
  });

  it('are off in an app that was packaged without a key', async () => {
    server.release = release;
    await start({ alter: () => Promise.resolve() });
    await said(app, /(Updates are off: the app was packaged without a key)/);
    await app.main(WAKE);
    await pause(LONG_ENOUGH);
    expect(server.requests).toEqual([]);
    await app.stop();
  });

  it('are left to others while a rollout has not come to this machine, which keeps its number', async () => {
    server.release = { ...release, staging: 0 };
    await start();
    await app.main(WAKE);
    // The second look begins when the first has ended.
    await lookAgain('a second look', () => asked().length > 1);
    expect(server.requests.length).toBe(asked().length);
    const id = await readFile(join(app.userData, '.updaterId'), 'utf8');
    // When the rollout has come to all, the same machine gets it.
    server.release = { ...release, staging: 100 };
    await lookAgain('the update', () => /Version 99\.0\.0 is ready/.test(app.stderr()));
    expect(new Set(asked().map(({ stagingId }) => stagingId))).toEqual(new Set([id]));
    await app.stop();
  });

  it('wait until every report is on disk', async () => {
    const userData = join(folder, 'userData');
    await mkdir(userData);
    // A file where the folder should be: nothing can be written.
    await writeFile(join(userData, 'outbox'), '');
    server.release = release;
    const settings = { sentryDsn: 'http://key@127.0.0.1:1/1', reports: 'ask' };
    await start({ userData, settings });
    await app.main(REPORT);
    await pause(LONG_ENOUGH);
    await app.main(WAKE);
    await pause(LONG_ENOUGH);
    expect(server.requests).toEqual([]);
    await rm(join(userData, 'outbox'));
    await app.passTime(LATER);
    // The first writes what was only in memory.
    await app.main(WAKE);
    await until('the reports on disk', () =>
      readdir(join(userData, 'outbox')).then(
        (names) => names.length > 1,
        () => false,
      ),
    );
    await app.passTime(LATER);
    await app.main(WAKE);
    await said(app, /Version 99\.0\.0 is ready/);
    expect(await app.stop()).toBe(0);
    expect(await readFile(marker, 'utf8')).toBe('true\n');
  });

  it('are not installed over a report that is not on disk; the next start installs them', async () => {
    server.release = release;
    const userData = join(folder, 'userData');
    const settings = { sentryDsn: 'http://key@127.0.0.1:1/1', reports: 'ask' };
    await start({ userData, settings });
    await app.main(WAKE);
    await said(app, /Version 99\.0\.0 is ready/);
    await rm(join(userData, 'outbox'), { recursive: true, force: true });
    await writeFile(join(userData, 'outbox'), '');
    await app.main(REPORT);
    await pause(LONG_ENOUGH);
    await app.stop();
    expect(app.stderr()).toContain('The update waits for the next start: a report is not on disk.');
    expect(await readFile(image, 'utf8')).toBe(OLD);
    await rm(join(userData, 'outbox'));
    const before = server.requests.length;
    await start({ userData, settings });
    await app.main(WAKE);
    await said(app, /Version 99\.0\.0 is ready/);
    // What was downloaded is still good.
    expect(server.requests.slice(before).map(({ path }) => path)).toEqual([asked()[0]?.path]);
    await app.stop();
    expect(await readFile(marker, 'utf8')).toBe('true\n');
  });

  it('are not fetched over http when their address is https', async () => {
    server.release = release;
    const front = await serve({ tls: selfSigned(), redirectTo: server.url });
    await start({ settings: { updateUrl: front.url }, args: ['--ignore-certificate-errors'] });
    await app.main(WAKE);
    await said(app, /Updates: net::ERR_BLOCKED_BY_CLIENT/);
    expect(front.requests).toHaveLength(1);
    expect(server.requests).toEqual([]);
    await app.stop();
  });
});
