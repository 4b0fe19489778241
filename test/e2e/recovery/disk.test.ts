/** What is on the disk: settings, the built app, the user's folder, what others left there. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { findElectron } from '../../../electron/tool/setup/electron.ts';
import { version } from '../../../package.json';
import { fileFolder } from '../../electron/testFolder.ts';
import { PAGES_APP, spawnApp } from '../../support/app.ts';
import { type AppCopy, copyApp } from '../../support/brokenApp.ts';
import { type Payload, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { freePort } from '../../support/freePort.ts';
import { lacks } from '../../support/lacks.ts';
import { choose } from '../../support/menu.ts';
import {
  ASKED,
  addPrelude,
  CLOCK,
  kept,
  killGraphics,
  killPages,
  pressSoon,
  reportOf,
  said,
  stamp,
  type Watched,
  watch,
} from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { waitingIn } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';
import { webBuild } from '../../support/webBuild.ts';
import { NOT_FOUND, SERVER_ERROR } from '../../support/words.ts';

const ingest = await startEnvelopeServer();
const folder = fileFolder();

const APP = ['404', `${NOT_FOUND}.`];
const NOBODY = 'http://key@127.0.0.1:9/1';

describe('the first start, with settings and a graphics process that fail', () => {
  const userData = join(folder, 'new', 'deep');
  const settings = join(folder, 'bad.json');
  let app: Watched;
  beforeAll(async () => {
    await writeFile(settings, '{ reports: yes');
    app = await watch({
      userData,
      gpu: true,
      args: ['--use-gl=angle', '--use-angle=vulkan'],
      env: { HOLDFAST_SETTINGS: settings, SENTRY_DSN: NOBODY },
    });
    await app.shows(...APP);
  });

  it("the user's folder is missing | the app | the app, which creates the folder", async () => {
    expect(await readdir(userData)).not.toEqual([]);
  });

  it('settings that are not JSON | the app, with its defaults; the file is named on stderr and in a report | the app', async () => {
    expect(app.stderr()).toContain(`${settings}: is not JSON`);
    // Without settings nobody has allowed reports, so it waits in the outbox.
    await expect.poll(() => waitingIn(userData)).toContainEqual(expect.stringContaining('error'));
  });

  it('a graphics process that gives up at each start | the app | the app', async () => {
    await said(app, /Exiting GPU process due to errors during initialization/);
    expect(await app.stop()).toBe(0);
    expect((await kept('health.json', userData))?.gpuCrashes ?? []).toEqual([]);
    expect(await stamp(userData)).toMatchObject({ attempts: 0 });
  });
});

describe('a start over what others left', () => {
  const userData = join(folder, 'left');
  const old = join(userData, 'Code Cache', 'old');
  const scope = join(userData, 'sentry', 'scope_v3.json');
  const options = {
    userData,
    settings: { sentryDsn: NOBODY, reports: 'on' },
    prelude: `${ASKED}
      const { promises } = require('node:fs');
      const { readFile } = promises;
      globalThis.filesRead = [];
      promises.readFile = async (...args) => {
        const read = await readFile(...args);
        globalThis.filesRead.push(String(args[0]));
        return read;
      };`,
  };
  let app: Watched;
  async function lay(text: string): Promise<void> {
    await mkdir(dirname(scope), { recursive: true });
    await writeFile(scope, text);
  }
  beforeAll(async () => {
    await lay('['.repeat(60_000_000));
    if (!lacks('SingletonLock'))
      await symlink(`${hostname()}-${process.pid}`, join(userData, 'SingletonLock'));
    const before = { format: 1, attempts: 0, version, electron: '1.0.0' };
    await writeFile(join(userData, 'start.json'), JSON.stringify(before));
    await mkdir(dirname(old));
    await writeFile(old, '');
    app = await watch(options);
    await app.shows(...APP);
  });

  it.skipIf(lacks('SingletonLock'))(
    'the lock of a killed app, by the number of a process of another program | the app | the app',
    async () => {
      expect(await readlink(join(userData, 'SingletonLock'))).toBe(`${hostname()}-${app.process.pid}`);
    },
  );

  it('a huge file instead of the one that the SDK reads at the start | the app | the app', () => {
    expect(statSync(scope, { throwIfNoEntry: false })?.size ?? 0).toBeLessThan(1_000_000);
  });

  it('a version of Electron other than before | the app, its caches cleared once | the app', async () => {
    expect(existsSync(old)).toBe(false);
    const electron = await app.main('process.versions.electron');
    expect(await stamp(userData)).toMatchObject({ attempts: 0, electron });
  });

  it('a graphics process that ends three times | the page as it is | the app in safe mode, which says so', async () => {
    await app.mark();
    await killGraphics(app, 3);
    await until('the stamp', async () => (await stamp(userData)).attempts === 2);
    await app.shows(...APP);
    expect(await app.page('window.isOld')).toBe(true);
    expect(await app.stop()).toBe(0);
    expect(app.stderr()).not.toContain('asked:');
    await lay('{}');
    app = await watch(options);
    await app.shows(...APP);
    const question = () => app.main<Electron.MessageBoxOptions | undefined>('globalThis.question');
    await expect
      .poll(question)
      .toMatchObject({ detail: expect.stringContaining('Graphics acceleration is off') });
    // Whatever the content of the file.
    const read = await app.main<string[]>('globalThis.filesRead');
    expect(read.filter((file) => file.endsWith('scope_v3.json'))).toEqual([]);
    expect(await app.stop()).toBe(0);
  });
});

describe('the built app, which cannot count its failures', () => {
  // Without pages nothing requests the file.
  let built: AppCopy;
  let app: Watched;
  const userData = join(folder, 'counters');
  beforeAll(async () => {
    await mkdir(join(userData, 'health.json'), { recursive: true });
    built = await copyApp(PAGES_APP);
    await addPrelude(built.folder, CLOCK);
    app = await watch({ app: built.folder, userData, ingest, durations: { readyMs: 4_000, retryMs: 3_000 } });
    await app.shows('Start');
  });
  beforeEach(async () => {
    await app.replacedBy(() => app.page(`location.assign('/')`));
    await app.shows('Start');
    await app.passHealthyTime(601_000);
  });
  afterAll(async () => {
    expect(await app.stop()).toBe(0);
  });

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

  it.each([
    [
      'a preload that throws | preload-error: The page didn’t start | Try again: the app, when the preload works',
      PRELOAD,
      /the preload is broken/,
    ],
    [
      'a page that never says ready | not-ready: The page didn’t start | Try again: the app, when its script works',
      SILENT,
      /not ready 4000 ms after the load began/,
    ],
    [
      'an error page that throws itself | not-ready: The page didn’t start on a page without script | Try again: the app, when it works',
      ERROR_PAGE,
      /the error page is broken/,
    ],
  ])('%s', async (name, find, reason) => {
    const texts = find === ERROR_PAGE ? APP : ['Start'];
    if (find === ERROR_PAGE) await app.page(`location.assign('/nowhere')`);
    await app.shows(...texts);
    const { file, broken } = await find(built.folder);
    const works = await readFile(file, 'utf8');
    await writeFile(file, broken);
    await killPages(app);
    const code = name.startsWith('a preload') ? 'preload-error' : 'not-ready';
    const text = await app.shows(code, en.fault.otherBoot.title, en.errorPage.tryAgain, 'Report ID');
    const report = await reportOf(text, ingest);
    const said = (one: Payload) => one.exception?.values[0]?.value ?? one.contexts?.fault?.detail;
    expect(said(report)).toMatch(reason);
    expect(report.contexts?.fault?.kind).toBe('boot');
    expect(ingest.events().filter((one) => reason.test(String(said(one))))).toEqual([report]);
    if (name.includes('without script')) expect(await app.page('document.scripts.length')).toBe(0);
    await writeFile(file, works);
    await app.passTime(61_000);
    await app.click(en.errorPage.tryAgain);
    await app.shows(...texts);
  });

  it(`index.html is missing | 500: ${SERVER_ERROR}. and a countdown | the app, when the file is back`, async () => {
    const away = join(folder, 'away');
    const place = join(built.folder, '.build', 'renderer', 'index.html');
    await rename(place, away);
    await choose(app, 'reload');
    const text = await app.shows('500', `${SERVER_ERROR}.`, 'Report ID');
    expect((await reportOf(text, ingest)).contexts?.fault?.detail).toMatch(/index\.html is missing|ENOENT/);
    await rename(away, place);
    await app.shows('Start');
  });

  it('a folder where the counters of failures should be | the app; the file is named on stderr | the app', async () => {
    expect(app.stderr()).toContain('health.json');
    // A crash must be counted but cannot be: recovery continues in memory.
    await app.replacedBy(() => killPages(app));
    await app.shows('Start');
    await expect.poll(app.stderr).toContain('holds for this run only');
  });
});

/** In a namespace anybody can mount a file system of 16 MB; a machine may refuse namespaces. */
const canMount =
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
if (!canMount) console.log('a full disk: not checked, this machine has no mount namespaces (unshare).');

/** Saves a megabyte, until that fails; an earlier one that was saved stays. Resolves to how many there are. */
const SAVE = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('saved', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('store', { autoIncrement: true });
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const saving = opening.result.transaction('store', 'readwrite', { durability: 'strict' });
    const store = saving.objectStore('store');
    const random = Array.from({ length: 16 }, () => crypto.getRandomValues(new Uint8Array(65536)));
    store.put(new Blob(random));
    const counting = store.count();
    saving.onabort = () => reject(saving.error);
    saving.oncomplete = () => resolve(counting.result);
  };
})`;

describe.skipIf(!canMount)('a small disk', () => {
  let built: AppCopy;
  let first: Watched;
  let app: Screen;
  let userData: string;
  let origin: string;
  const run = (command: string) =>
    app.main(
      `void process.getBuiltinModule('node:child_process').spawnSync('sh', ['-c', ${JSON.stringify(command)}])`,
    );
  const others = () => join(userData, 'others');
  /** While it is there, starts fill the disk once Electron is ready. */
  const fills = join(folder, 'fills');
  const tryAgain = async () => {
    await run(`rm '${others()}'`);
    await app.page(pressSoon(en.errorPage.tryAgain));
    app = await first.again();
  };
  beforeAll(async () => {
    userData = await mkdtemp(join(folder, 'small-'));
    built = await copyApp();
    // Nobody is there: the page comes from the disk.
    origin = `http://127.0.0.1:${await freePort()}`;
    const page = {
      'index.html': '<!doctype html><title>Shop</title><link rel="icon" href="data:,"><h1>The shop</h1>',
    };
    await webBuild(page, undefined, { address: `${origin}/` })(built.folder);
    await addPrelude(
      built.folder,
      `const { spawnSync } = require('node:child_process');
      if (require('node:fs').existsSync('${fills}'))
        electron.app.whenReady().then(() => spawnSync('sh', ['-c', "cat /dev/zero > '${others()}'"]));`,
    );
    const executable = join(folder, 'start');
    const { program } = await findElectron();
    const inside = `mount -t tmpfs -o size=16m none '${userData}'
      head -c 16M /dev/zero > '${userData}/others'
      exec '${program}' --no-sandbox '${built.folder}' "$@"`;
    const script = `#!/bin/sh
exec unshare --map-root-user --mount sh -c "${inside.replace(/["$]/g, '\\$&')}" sh "$@"
`;
    await writeFile(executable, script, { mode: 0o755 });
    app = first = await watch({ executable, userData, ingest, restarts: true });
  });

  it('a disk that is full at the start, or before the pages of an app with a server are there | ENOSPC: The disk is full | Try again, when there is room: the app, started again with its folder', async () => {
    const text = await app.shows('ENOSPC', en.fault.main.ENOSPC.title, 'Free up some space', 'Report ID');
    expect((await reportOf(text, ingest)).contexts?.fault?.kind).toBe('main');
    await writeFile(fills, '');
    await tryAgain();
    // No report can be written.
    await app.shows('ENOSPC', en.fault.main.ENOSPC.title, 'Free up some space');
    await rm(fills);
    await tryAgain();
    await app.shows('The shop');
    expect(await app.page('location.origin')).toBe(origin);
    expect(await app.main(`electron.app.getPath('userData')`)).toBe(userData);
  });

  it('a disk that fills while a page saves | the page as it is | the page, which saves again when there is room', async () => {
    await app.shows('The shop');
    await run(`head -c 10M /dev/zero > '${others()}'`);
    expect(await app.page(SAVE)).toBe(1);
    expect(await app.page(`(async () => { for (;;) await ${SAVE}; })().catch(String)`)).toMatch(/Error/);
    await app.shows('The shop');
    await run(`rm '${others()}'`);
    await expect.poll(() => app.page(SAVE).catch(String)).toBeGreaterThan(1);
  });

  it('a disk that fills | a second start brings the first to its page | the app', async () => {
    await run(`cat /dev/zero > '${others()}'`);
    const executable = join(folder, 'second');
    const { program } = await findElectron();
    const pid = await app.main<number>('process.pid');
    const inside = `nsenter --target=${pid} --user --mount --preserve-credentials`;
    await writeFile(executable, `#!/bin/sh\nexec ${inside} '${program}' '${built.folder}' "$@"\n`, {
      mode: 0o755,
    });
    const args = ['--no-sandbox', '--open=/from-second'];
    const second = await spawnApp({ executable, userData, args });
    expect(await second.ended).toBe(0);
    await expect.poll(() => app.page('location.pathname')).toBe('/from-second');
  });
});
