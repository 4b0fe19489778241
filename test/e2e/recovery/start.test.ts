/** Starts that fail or are careful, and the ways to start again. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { findElectron } from '../../../electron/tool/setup/electron.ts';
import { fileFolder, testFolder } from '../../electron/testFolder.ts';
import { APP as FOLDER, spawnApp } from '../../support/app.ts';
import { type AppCopy, copyApp } from '../../support/brokenApp.ts';
import { lacks } from '../../support/lacks.ts';
import { answerDialogs, asked, choose, inOrder } from '../../support/menu.ts';
import { hasNamespaces, inNamespace, privateTmp } from '../../support/namespace.ts';
import {
  ASKED,
  addPrelude,
  CLOCK,
  said,
  secondStart,
  stamp,
  type Watched,
  watch,
} from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { isAlive, until } from '../../support/until.ts';
import { BAD_REQUEST, NOT_FOUND } from '../../support/words.ts';

const isLinux = process.platform === 'linux';

const APP = ['404', `${NOT_FOUND}.`];
const SAVE = `localStorage.setItem('draft', 'mine')`;
const SAVED = `localStorage.getItem('draft')`;

/**
 * A prelude: the app ends before it paints, in the way that a file says, unless nothing of what it dies of is there; or,
 * if the file says `kills`, its pages are killed except those that a test spares.
 */
const ENDS = `
  const { existsSync, readFileSync } = require('node:fs');
  const { join } = require('node:path');
  const own = electron.app.commandLine.getSwitchValue('user-data-dir');
  let isGpuOff = false;
  const off = electron.app.disableHardwareAcceleration;
  electron.app.disableHardwareAcceleration = () => { isGpuOff = true; off.call(electron.app); };
  const file = join(own, 'ends');
  const how = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const end = () => setImmediate(() => electron.app.exit(1));
  if (how === '1') electron.app.on('browser-window-created', end);
  electron.app.whenReady().then(() => {
    const isBad = !isGpuOff || existsSync(join(own, 'GPUCache', 'bad'));
    if (how === 'dies' && isBad) process.kill(process.pid, 'SIGKILL');
  });
  globalThis.came = [];
  electron.app.on('web-contents-created', (_event, contents) => {
    contents.on('did-navigate', (_event, url) => {
      came.push(url);
      if (how === 'kills' && !globalThis.spared?.test(url))
        process.kill(contents.getOSProcessId() || process.pid, 'SIGKILL');
    });
  });
`;

describe.skipIf(lacks('signals'))('an app whose starts fail', () => {
  const folder = fileFolder();
  let copy: AppCopy;
  let first: Watched;
  let app: Screen;
  const end = (how: string | number) => writeFile(join(folder, 'ends'), `${how}`);
  beforeAll(async () => {
    copy = await copyApp();
    await addPrelude(copy.folder, CLOCK + ENDS + ASKED);
  });

  it('an app that ends with an error at one start, and dies at the next | the app in safe mode, which says so | Restart Normally: the app as usual', async () => {
    await mkdir(join(folder, 'GPUCache'));
    await writeFile(join(folder, 'GPUCache', 'bad'), '');
    /** Starts the app, which ends in this way before it paints. Resolves to the starts that count as failed. */
    const failedAfter = async (how: 1 | 'dies') => {
      await end(how);
      const { ended } = await spawnApp({ app: copy.folder, userData: folder });
      expect(await ended).toBe(how === 'dies' ? null : how);
      return (await stamp(folder)).attempts;
    };
    expect([await failedAfter(1), await failedAfter('dies')]).toEqual([1, 2]);
    app = first = await watch({ app: copy.folder, userData: folder, restarts: true });
    await app.shows(...APP);
    expect(JSON.parse(await said(first, /asked: (.*)/))).toMatchObject({
      message: 'Holdfast is in safe mode.',
      detail: expect.stringContaining(en.start.safeDetail),
    });
    const title = () => app.main<string>('electron.BrowserWindow.getAllWindows()[0].getTitle()');
    expect(await title()).toMatch(/Holdfast \(safe mode\)$/);
    await end('kills');
    await app.main('answer(1)');
    app = await first.again();
    await expect.poll(title).toMatch(/Holdfast$/);
  });

  it("a start counts as failed until it has painted a page, or a fault's page", async () => {
    await until('the dialog', () => app.main('globalThis.question'));
    expect(await app.main('came')).toContainEqual(expect.stringContaining('fault?'));
    expect(await stamp(folder)).toMatchObject({ attempts: 1 });
    await app.passTime(61_000);
    await app.main('(globalThis.spared = /fault/, answer(0))');
    await app.shows('killed', en.fault.crash.killed.title);
    await expect.poll(() => stamp(folder)).toMatchObject({ attempts: 0 });
    await app.passTime(61_000);
    await app.main('void (globalThis.spared = /./)');
    await app.click(en.errorPage.tryAgain);
    await app.shows(...APP);
    expect(await first.stop()).toBe(0);
    expect(await stamp(folder)).toMatchObject({ attempts: 0 });
  });
});

describe.skipIf(lacks('SingletonLock'))('a folder in use, or with a locked keyring', () => {
  const userData = fileFolder('used');
  it('a folder that another computer uses, or one that ended there | a dialog: Holdfast may be open on another computer | Cancel: nothing; Open anyway: the app', async () => {
    await symlink('elsewhere-1', join(userData, 'SingletonLock'));
    const durations = { instanceMs: 100 };
    const left = await watch({ userData, prelude: ASKED, durations });
    expect(JSON.parse(await said(left, /asked: (.*)/))).toMatchObject({
      message: 'Holdfast may be open on another computer: elsewhere.',
      buttons: inOrder(en.dialogs.elsewhere.force, 'Cancel'),
    });
    await left.main('void setTimeout(() => answer(1), 100)');
    expect(await left.gone()).toBe(1);
    expect(existsSync(join(userData, 'start.json'))).toBe(false);
    const opened = await watch({ userData, prelude: ASKED, durations, restarts: true });
    await said(opened, /asked: /);
    await opened.main('void setTimeout(() => answer(0), 100)');
    const app = await opened.again();
    await app.shows(...APP);
    await app.page(SAVE);
    expect(await opened.stop()).toBe(0);
  });

  it('a keyring that cannot be read | the app, signed out; a dialog beside it: Unlock your keyring | Try again: the app, with its sign-ins', async () => {
    const args = ['--without-keyring'];
    const locked = await watch({ userData, prelude: ASKED, restarts: true, args });
    expect(JSON.parse(await said(locked, /asked: (.*)/))).toMatchObject({
      message: process.platform === 'darwin' ? en.start.keychain : en.start.keyring,
      buttons: inOrder(en.errorPage.tryAgain, en.menu.later),
    });
    await locked.shows(...APP);
    expect(await locked.page(SAVED)).toBe(null);
    await locked.page(`localStorage.setItem('draft', 'of this start')`);
    await locked.main('answer(0)');
    const again = await locked.again();
    await again.shows(...APP);
    expect(await again.page(SAVED)).toBe('mine');
    expect(await locked.stop()).toBe(0);
  });
});

describe('an app that is started once more, and restarts', () => {
  const folder = fileFolder();
  const starts = join(folder, 'starts');
  let first: Watched;
  /** The start after which no other comes. */
  let last: Watched;
  let app: Screen;
  beforeAll(async () => {
    first = await watch({ userData: folder, restarts: true, ...(isLinux && { executable: await image() }) });
    app = last = first;
    await app.shows(...APP);
  });
  afterAll(async () => {
    expect(await last.stop()).toBe(0);
    if (last !== first) expect(await first.gone()).toBe(0);
  });

  /** An image like an AppImage with --appimage-extract-and-run: unpacked for each run, removed after it. */
  async function image(): Promise<string> {
    const { program } = await findElectron();
    const file = join(folder, 'image');
    const script = `#!/bin/sh
      APPDIR=$(mktemp -d)/app
      mkdir "$APPDIR"
      cp -al '${dirname(program)}/.' "$APPDIR" 2> /dev/null || cp -a '${dirname(program)}/.' "$APPDIR"
      export APPDIR APPIMAGE="$0"
      echo started >> '${starts}'
      "$APPDIR/electron" '${FOLDER}' "$@"
      code=$?
      rm -r "$APPDIR"
      exit $code
    `;
    await writeFile(file, script, { mode: 0o755 });
    return file;
  }

  const save = () => app.page(SAVE);
  const saved = () => app.page(SAVED);
  async function restarted(): Promise<void> {
    app = await first.again();
    await app.shows(...APP);
  }

  it('a second start with --clear-data or --safe-mode | a question in the first instance | Cancel: the app, as it was; else the app, without what was saved', async () => {
    await save();
    await app.mark();
    const startAgain = async (...args: string[]) => {
      const second = await spawnApp({ userData: folder, args });
      expect(await second.ended).toBe(0);
    };
    await answerDialogs(app, 'Cancel');
    await startAgain('--safe-mode');
    await expect.poll(() => asked(app)).toMatchObject([{ message: en.start.safeQuestion }]);
    await secondStart(app, '--clear-data');
    await expect.poll(() => asked(app)).toMatchObject([{}, { message: en.start.clearQuestion }]);
    expect(await app.page('window.isOld')).toBe(true);
    await writeFile(join(folder, 'settings.json'), '{}');
    await mkdir(join(folder, 'outbox'), { recursive: true });
    await writeFile(join(folder, 'outbox', 'kept'), '');
    await answerDialogs(app, en.start.clear);
    await startAgain('--clear-data');
    await restarted();
    expect(await saved()).toBe(null);
    expect(['settings.json', 'outbox/kept'].filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });

  // The kernel lists a socket by the path that it was bound to, so not where that is too long (app/instance.test.ts).
  it.runIf(hasNamespaces)('is reached where processes have other numbers, as in a sandbox', async () => {
    const folders = [FOLDER, folder].map((one) => one.replace(/^(\/tmp\/[^/]+).*/, '$1'));
    const commands = `[ "$NUMBERED" ] || NUMBERED=1 exec unshare --pid --fork --mount-proc "$0" "$@"
${privateTmp(...folders)}`;
    const executable = await inNamespace(testFolder(), commands);
    const second = await spawnApp({ executable, userData: folder, args: [FOLDER, '--open=/about'] });
    expect([await second.ended, second.stderr()]).toEqual([0, expect.stringContaining('running already')]);
    await expect.poll(() => app.page('location.pathname')).toBe('/about');
  });

  it.runIf(isLinux)('restarts an AppImage in safe mode, whose program is gone then', async () => {
    const before = (await readFile(starts, 'utf8')).length;
    await answerDialogs(app, en.menu.restart);
    await choose(app, 'safe-mode');
    await restarted();
    expect((await readFile(starts, 'utf8')).slice(before)).toBe('started\n');
    expect(await stamp(folder)).toMatchObject({ attempts: 2 });
    await answerDialogs(app, 'Cancel');
    await secondStart(app, '--safe-mode', '--open=/%E0%A4%A');
    await app.shows('400', BAD_REQUEST);
    expect(await asked(app)).toEqual([]);
  });

  it.skipIf(lacks('signals'))(
    'a second start while the first is frozen (SIGSTOP) | a dialog: Holdfast is open but isn’t responding., until the first answers | the app, as it was; Force quit and reopen: the app, in the mode that the start asked for',
    async () => {
      const durations = { instanceMs: 500 };
      await save();
      // Chromium itself writes it some seconds later.
      await app.main('electron.session.defaultSession.flushStorageData()');
      const pid = await app.main<number>('process.pid');
      process.kill(pid, 'SIGSTOP');
      const waits = await spawnApp({ userData: folder, args: ['--open=/%E0%A4%A'], durations });
      await said(waits, /is open but isn’t responding/);
      process.kill(pid, 'SIGCONT');
      expect(await waits.ended).toBe(0);
      await app.shows('400', BAD_REQUEST);
      process.kill(pid, 'SIGSTOP');
      const args = ['--clear-data', '--safe-mode'];
      const second = await watch({ userData: folder, args, prelude: ASKED, restarts: true, durations });
      expect(JSON.parse(await said(second, /asked: (.*)/))).toMatchObject({
        message: 'Holdfast is open but isn’t responding.',
        buttons: inOrder(en.dialogs.frozen.force, 'Cancel'),
      });
      await second.main('answer(0)');
      last = second;
      app = await second.again();
      await app.shows(...APP);
      expect(await saved()).toBe(null);
      expect(await app.main('electron.app.commandLine.hasSwitch("safe-mode")')).toBe(true);
      expect(isAlive(pid)).toBe(false);
    },
  );
});
