/** Starts that fail or are careful, and the ways to start again. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { findElectron } from '../../../electron/setup/electron.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { version } from '../../../package.json';
import { testFolder } from '../../electron/testFolder.ts';
import { APP as FOLDER, spawnApp } from '../../support/app.ts';
import { copyApp } from '../../support/brokenApp.ts';
import { hasPicture, isSeenOnDisplay } from '../../support/display.ts';
import { lacks } from '../../support/lacks.ts';
import { answerDialogs, asked, choose, inOrder } from '../../support/menu.ts';
import { addPrelude, CLOCK, killGraphics, said, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { BAD_REQUEST, NOT_FOUND } from '../../support/words.ts';

let userData: string;
beforeEach(() => {
  userData = testFolder();
});

const kept = (name: string) => readFile(join(userData, name), 'utf8').then(JSON.parse, () => undefined);
const stamp = () => kept('start.json');

const APP = ['404', `${NOT_FOUND}.`];

/** A prelude: writes message boxes to stderr and answers them by `answer`: 0 is the most important button. */
const ASKED = `electron.dialog.showMessageBox = (...args) => {
  globalThis.question = args.at(-1);
  console.error('asked: ' + JSON.stringify(args.at(-1)));
  const { buttons } = args.at(-1);
  const response = (at) => (process.platform === 'linux' ? buttons.length - 1 - at : at);
  return new Promise((resolve) => { globalThis.answer = (at) => void resolve({ response: response(at) }); });
};`;

it.skipIf(lacks('signals'))(
  'a second start while the first is frozen (SIGSTOP) | a dialog: Holdfast is open but isn’t responding., until the first answers | the app, as it was; Force Quit and Reopen: the app, in the mode that the start asked for',
  async () => {
    const durations = { instanceMs: 500 };
    const first = await watch({ userData });
    await first.shows(...APP);
    await first.page(`localStorage.setItem('draft', 'mine')`);
    // Chromium itself writes it some seconds later.
    await first.main('electron.session.defaultSession.flushStorageData()');
    first.process.kill('SIGSTOP');
    const waits = await spawnApp({ userData, args: ['--open=/%E0%A4%A'], durations });
    await said(waits, /is open but isn’t responding/);
    first.process.kill('SIGCONT');
    expect(await waits.ended).toBe(0);
    await first.shows('400', BAD_REQUEST);
    first.process.kill('SIGSTOP');
    const args = ['--clear-data'];
    const second = await watch({ userData, args, prelude: ASKED, restarts: true, durations });
    expect(JSON.parse(await said(second, /asked: (.*)/))).toMatchObject({
      message: 'Holdfast is open but isn’t responding.',
      buttons: inOrder(en.dialogs.frozen.end, 'Cancel'),
    });
    await second.main('answer(0)');
    const again = await second.again();
    await again.shows(...APP);
    expect(await again.page(`localStorage.getItem('draft')`)).toBe(null);
    expect(first.process.signalCode).toBe('SIGKILL');
    expect(await second.stop()).toBe(0);
  },
);

/** Whether the process has ended. */
function isGone(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

it.runIf(hasPicture).each([
  ['a process that has ended', 2 ** 22 + 1],
  ['a process of another program', process.pid],
])(
  'a first instance that is only remembered, by the number of %s | the app | the app',
  async (_name, pid) => {
    const file = join(userData, 'instance.json');
    const address = join(userData, 'gone', 's');
    await writeFile(file, JSON.stringify({ format: 1, pid, address }));
    await spawnApp({ userData });
    // The started process hands over to one that it starts, if it could not know.
    const own = await until('the app', async () => {
      const first = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
      return first?.pid === pid ? undefined : first?.pid;
    });
    const middle = { x: 300, y: 300, width: 1000, height: 600 };
    await expect.poll(() => isSeenOnDisplay(middle)).toBe(true);
    process.kill(own, 'SIGTERM');
    await expect.poll(() => isGone(own)).toBe(true);
  },
);

it.skipIf(lacks('SingletonLock'))(
  'a lock that cannot be acquired | a dialog: The app couldn’t be opened, with the reason behind Copy Details | Try again: the app',
  async () => {
    await mkdir(join(userData, 'SingletonLock'));
    const app = await watch({ userData, prelude: ASKED, restarts: true });
    const question = JSON.parse(await said(app, /asked: (.*)/));
    expect(question).toMatchObject({
      message: en.fault.main.LOCK_FAILED.title,
      detail: en.fault.main.LOCK_FAILED.words,
      buttons: inOrder(en.dialogs.tryAgain, 'Quit Holdfast', en.dialogs.copyDetails),
    });
    await app.main('answer(2)');
    const copied = () => app.main('electron.clipboard.readText()');
    await expect.poll(copied).toMatch(/^LOCK_FAILED: .*readlink '.*SingletonLock'/s);
    await rm(join(userData, 'SingletonLock'), { recursive: true });
    await app.main('answer(0)');
    await (await app.again()).shows(...APP);
    expect(await app.stop()).toBe(0);
  },
);

/** A prelude: the app dies before it paints, unless it starts without the GPU and without the bad cache. */
const DIES = `
  const { existsSync } = require('node:fs');
  const { join } = require('node:path');
  const own = electron.app.commandLine.getSwitchValue('user-data-dir');
  let isGpuOff = false;
  const off = electron.app.disableHardwareAcceleration;
  electron.app.disableHardwareAcceleration = () => { isGpuOff = true; off.call(electron.app); };
  electron.app.whenReady().then(() => {
    const isBad = !isGpuOff || existsSync(join(own, 'GPUCache', 'bad'));
    if (existsSync(join(own, 'dies')) && isBad) process.kill(process.pid, 'SIGKILL');
  });
`;

it.skipIf(lacks('signals'))(
  'an app that dies at two starts | the app in safe mode, which says so | Restart Normally: the app as usual',
  async () => {
    const copy = await copyApp();
    await addPrelude(copy.folder, DIES + ASKED);
    await mkdir(join(userData, 'GPUCache'));
    for (const file of [join('GPUCache', 'bad'), 'dies']) await writeFile(join(userData, file), '');
    for (let death = 0; death < 2; death++) {
      expect(await (await spawnApp({ app: copy.folder, userData })).ended).toBe(null);
    }
    const app = await watch({ app: copy.folder, userData, restarts: true });
    await app.shows(...APP);
    expect(JSON.parse(await said(app, /asked: (.*)/))).toMatchObject({
      message: 'Holdfast is in safe mode.',
      detail: expect.stringContaining(en.start.safeDetail),
    });
    await rm(join(userData, 'dies'));
    await app.main('answer(1)');
    await (await app.again()).shows(...APP);
    expect(await stamp()).toMatchObject({ attempts: 0 });
    expect(await app.stop()).toBe(0);
    await copy.remove();
  },
);

it.skipIf(lacks('signals'))(
  "a start counts as failed until it has painted a page, or a fault's page",
  async () => {
    const prelude = `${CLOCK}${ASKED}
    electron.app.on('web-contents-created', (_event, contents) => {
      contents.on('did-navigate', (_event, url) => {
        console.error('came: ' + url);
        if (!globalThis.spared?.test(url)) process.kill(contents.getOSProcessId() || process.pid, 'SIGKILL');
      });
    });`;
    const app = await watch({ userData, prelude });
    await said(app, /asked: (.*)/);
    expect(app.stderr()).toMatch(/came: .*fault\?/);
    expect(await stamp()).toMatchObject({ attempts: 1 });
    await app.passTime(61_000);
    await app.main('(globalThis.spared = /fault/, answer(0))');
    await app.shows('killed', en.fault.crash.killed.title);
    await expect.poll(stamp).toMatchObject({ attempts: 0 });
    expect(await app.stop()).toBe(0);
  },
);

it('counts a start that ended with an error before it painted, but none that was quit', async () => {
  const copy = await copyApp();
  await addPrelude(
    copy.folder,
    `const { ENDS } = process.env;
    const end = () => setImmediate(() => electron.app.exit(Number(ENDS)));
    if (ENDS) electron.app.on('browser-window-created', end);`,
  );
  const attemptsAfter = async (code: number) => {
    const { ended } = await spawnApp({ app: copy.folder, userData, env: { ENDS: String(code) } });
    expect(await ended).toBe(code);
    return (await stamp()).attempts;
  };
  expect([await attemptsAfter(0), await attemptsAfter(1), await attemptsAfter(0)]).toEqual([0, 1, 1]);
  const app = await watch({ app: copy.folder, userData });
  await app.shows(...APP);
  expect(await app.stop()).toBe(0);
  expect(await stamp()).toMatchObject({ attempts: 0 });
  await copy.remove();
});

it('a graphics process that ends three times | the page as it is; the next start is in safe mode, which says so | Restart Normally: the app as usual', async () => {
  const app = await watch({ userData, prelude: ASKED });
  await app.shows(...APP);
  await app.mark();
  await killGraphics(app, 3);
  await until('the stamp', async () => (await stamp()).attempts === 2);
  await app.shows(...APP);
  expect(await app.page('window.isOld')).toBe(true);
  expect(await app.stop()).toBe(0);
  expect(app.stderr()).not.toContain('asked:');
  const safe = await watch({ userData, prelude: ASKED, restarts: true });
  await safe.shows(...APP);
  const question = () => safe.main<Electron.MessageBoxOptions | undefined>('globalThis.question');
  await expect
    .poll(question)
    .toMatchObject({ detail: expect.stringContaining('Graphics acceleration is off') });
  await safe.main('answer(1)');
  await (await safe.again()).shows(...APP);
  expect(await stamp()).toMatchObject({ attempts: 0 });
  expect(await safe.stop()).toBe(0);
});

it('a version of Electron other than before | the app, its caches cleared once | the app', async () => {
  const file = join(userData, 'start.json');
  await writeFile(file, JSON.stringify({ format: 1, attempts: 0, version, electron: '1.0.0' }));
  const old = join(userData, 'Code Cache', 'old');
  await mkdir(join(userData, 'Code Cache'));
  await writeFile(old, '');
  const app = await watch({ userData });
  await app.shows(...APP);
  expect(existsSync(old)).toBe(false);
  // This version's caches are kept: only these lines clear them.
  expect(await stamp()).toMatchObject({ attempts: 0, electron: await app.main('process.versions.electron') });
  expect(await app.stop()).toBe(0);
});

it('a graphics process that gives up at each start | the app | the app', async () => {
  const app = await watch({ userData, gpu: true, args: ['--use-gl=angle', '--use-angle=vulkan'] });
  await app.shows(...APP);
  await said(app, /Exiting GPU process due to errors during initialization/);
  expect(await app.stop()).toBe(0);
  expect((await kept('health.json'))?.gpuCrashes ?? []).toEqual([]);
  expect(await stamp()).toMatchObject({ attempts: 0 });
});

it.skipIf(lacks('/proc'))(
  'pipes and a huge file instead of the files that Chromium and the SDK read at the start | the app | the app',
  async () => {
    const settings = { sentryDsn: 'http://key@127.0.0.1:9/1', reports: 'on' };
    const scope = join(userData, 'sentry', 'scope_v3.json');
    const lay = async () => {
      for (const folder of ['Crashpad', 'sentry']) await mkdir(join(userData, folder), { recursive: true });
      for (const name of ['Preferences', 'Local State', 'Network Persistent State', 'Crashpad/client_id']) {
        await rm(join(userData, name), { force: true });
        execFileSync('mkfifo', [join(userData, name)]);
      }
      await writeFile(scope, '['.repeat(60_000_000));
    };
    await lay();
    const app = await watch({ userData, settings });
    await app.shows(...APP);
    expect(await app.stop()).toBe(0);
    // In safe mode the SDK's file is not read at all, whatever its content.
    await lay();
    await writeFile(scope, '{}');
    const prelude = `const { promises } = require('node:fs');
      const { readFile } = promises;
      globalThis.filesRead = [];
      promises.readFile = async (...args) => {
        const read = await readFile(...args);
        globalThis.filesRead.push(String(args[0]));
        return read;
      };`;
    const safe = await watch({ userData, settings, args: ['--safe-mode'], prelude: prelude + ASKED });
    await safe.shows(...APP);
    const read = await safe.main<string[]>('globalThis.filesRead');
    expect(read.filter((file) => file.endsWith('scope_v3.json'))).toEqual([]);
    expect(await safe.stop()).toBe(0);
  },
);

it('clears saved data from the menu, and keeps reports and settings', async () => {
  const app = await watch({ userData, restarts: true });
  await app.shows(...APP);
  await app.page(`localStorage.setItem('draft', 'mine')`);
  await writeFile(join(userData, 'settings.json'), '{}');
  await mkdir(join(userData, 'outbox'), { recursive: true });
  await writeFile(join(userData, 'outbox', 'kept'), '');
  await answerDialogs(app, en.start.clear);
  await choose(app, 'clear-data');
  const again = await app.again();
  await again.shows(...APP);
  expect(await again.page(`localStorage.getItem('draft')`)).toBe(null);
  expect(['settings.json', 'outbox/kept'].filter((name) => !existsSync(join(userData, name)))).toEqual([]);
  expect(await app.stop()).toBe(0);
});

it('a second start with --clear-data or --safe-mode | a question in the first instance | Cancel: the app, as it was; else the app, without what was saved and in safe mode', async () => {
  const app = await watch({ userData, restarts: true });
  await app.shows(...APP);
  await app.page(`localStorage.setItem('draft', 'mine')`);
  await app.mark();
  const startAgain = async (...args: string[]) => {
    const second = await spawnApp({ userData, args });
    expect(await second.ended).toBe(0);
  };
  await answerDialogs(app, 'Cancel');
  await startAgain('--safe-mode');
  await startAgain('--clear-data');
  await expect
    .poll(() => asked(app))
    .toMatchObject([{ message: en.start.safeQuestion }, { message: en.start.clearQuestion }]);
  expect(await app.page('window.isOld')).toBe(true);
  await answerDialogs(app, en.start.clear);
  await startAgain('--clear-data', '--safe-mode');
  const again = await app.again();
  await again.shows(...APP);
  expect(await again.page(`localStorage.getItem('draft')`)).toBe(null);
  expect(await again.main('electron.app.commandLine.hasSwitch("safe-mode")')).toBe(true);
  // It is in safe mode already.
  await answerDialogs(again, 'Cancel');
  await startAgain('--safe-mode', '--open=/%E0%A4%A');
  await again.shows('400', BAD_REQUEST);
  expect(await asked(again)).toEqual([]);
  expect(await app.stop()).toBe(0);
});

it.runIf(process.platform === 'linux')(
  'restarts in safe mode an image whose program is gone when it ends (AppImage)',
  async () => {
    const { program } = await findElectron();
    const image = join(userData, 'image');
    // Like an AppImage with --appimage-extract-and-run: unpacked for this run, removed after it.
    const script = `#!/bin/sh
      APPDIR=$(mktemp -d)/app
      cp -al '${dirname(program)}' "$APPDIR" 2> /dev/null || cp -a '${dirname(program)}' "$APPDIR"
      export APPDIR APPIMAGE="$0"
      echo started >> '${userData}/starts'
      "$APPDIR/electron" '${FOLDER}' "$@"
      code=$?
      rm -r "$APPDIR"
      exit $code
    `;
    await writeFile(image, script, { mode: 0o755 });
    const app = await watch({ executable: image, userData, restarts: true });
    await app.shows(...APP);
    await answerDialogs(app, en.menu.restart);
    await choose(app, 'safe-mode');
    const again = await app.again();
    await again.shows(...APP);
    expect(await readFile(join(userData, 'starts'), 'utf8')).toBe('started\nstarted\n');
    expect(await stamp()).toMatchObject({ attempts: 2 });
    expect(await app.stop()).toBe(0);
  },
);
