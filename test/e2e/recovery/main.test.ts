/** Failures of the main process itself: of its starts, one after the other, and of an app that runs. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { fileFolder } from '../../electron/testFolder.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { click } from '../../support/input.ts';
import { lacks } from '../../support/lacks.ts';
import { answerDialogs, asked, inOrder } from '../../support/menu.ts';
import { ASKED, CLOCK, pressSoon, reportOf, watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { until } from '../../support/until.ts';
import { NOT_FOUND } from '../../support/words.ts';

const ingest = await startEnvelopeServer();
const userData = join(fileFolder(), 'own');
/**
 * A prelude: main fails in the ways that a file lists, one at each start that gets the lock. Without such a file it does
 * not: after so many starts the cause is gone.
 */
const FAILS_EARLY = `
  const { existsSync, readdirSync, readFileSync, rmSync, statSync } = require('node:fs');
  const { join } = require('node:path');
  const own = electron.app.commandLine.getSwitchValue('user-data-dir');
  const isLocked = !statSync(own).isDirectory() || existsSync(join(own, 'SingletonLock'));
  const [file] = isLocked ? [] : readdirSync(own).filter((name) => name.startsWith('fails-')).sort();
  const fails = file && readFileSync(join(own, file), 'utf8');
  if (file) rmSync(join(own, file));
  if (fails === 'throws') process.nextTick(() => { throw new Error('early exception'); });
  // Its page gets no script, as for a person who is faster than it.
  const { protocol } = electron;
  const { registerStreamProtocol } = protocol;
  protocol.registerStreamProtocol = (scheme, answer) =>
    registerStreamProtocol(scheme, (request, respond) => {
      if (fails === 'throws' && request.url.includes('/index-')) (globalThis.kept ??= []).push(respond);
      else answer(request, respond);
    });
  if (fails === 'rejects') Promise.reject(new Error('early rejection'));
`;

await writeFile(userData, 'not a folder');
// A start that gets no lock waits five times as long for an owner.
const durations = { instanceMs: 200 };
const prelude = CLOCK + ASKED + FAILS_EARLY;
const first = await watch({ userData, prelude, ingest, restarts: true, durations });
let app: Screen = first;

async function tryAgain(): Promise<void> {
  await app.page(pressSoon(en.errorPage.tryAgain));
  app = await first.again();
}

it("a file where the user's folder should be | EEXIST: A file is in the way | Open folder shows it; Home: the app, for this run without its folder", async () => {
  const text = await app.shows(/EEXIST|ENOTDIR/, en.fault.main.ENOTDIR.title, 'Report ID');
  expect((await reportOf(text, ingest)).contexts?.fault?.kind).toBe('main');
  await app.main(`void (electron.shell.showItemInFolder = (path) => void (globalThis.opened = path))`);
  const link = `[...document.querySelectorAll('a[href], button')].find((a) => a.textContent === '${en.errorPage.help.folder}')`;
  await until('the folder', async () => {
    await click(app, link);
    return (await app.main('globalThis.opened')) === userData;
  });
  await app.click(en.errorPage.home);
  await app.shows('404', `${NOT_FOUND}.`);
  expect(await app.main(`electron.app.getPath('userData')`)).not.toBe(userData);
  await rm(userData);
  await mkdir(userData);
  if (!lacks('SingletonLock')) await mkdir(join(userData, 'SingletonLock'));
  await writeFile(join(userData, 'fails-1'), 'throws');
  await writeFile(join(userData, 'fails-2'), 'rejects');
  await app.main('void setTimeout(() => (electron.app.relaunch(), electron.app.quit()), 100)');
  app = await first.again();
});

it.skipIf(lacks('SingletonLock'))(
  'a lock that cannot be acquired | a dialog: The app couldn’t be opened, with the reason behind Copy details | Try again: the app',
  async () => {
    const question = await until('the dialog', () => app.main<object>('globalThis.question'));
    expect(question).toMatchObject({
      message: en.fault.main.LOCK_FAILED.title,
      detail: en.fault.main.LOCK_FAILED.words,
      buttons: inOrder(en.errorPage.tryAgain, 'Quit Holdfast', en.errorPage.copyDetails),
    });
    await app.main('answer(2)');
    const copied = () => app.main('electron.clipboard.readText()');
    await expect.poll(copied).toMatch(/^LOCK_FAILED: .*readlink '.*SingletonLock'/s);
    await rm(join(userData, 'SingletonLock'), { recursive: true });
    await app.main('answer(0)');
    app = await first.again();
  },
);

it('an exception in main before the app is ready, and a rejection at the next start | its code, each time: Something went wrong | Try again: the app, started again', async () => {
  for (const [code, detail] of [
    ['uncaughtException', 'early exception'],
    ['unhandledRejection', 'early rejection'],
  ] as const) {
    const text = await app.shows(code, en.fault.otherMain.title, 'Report ID');
    expect((await reportOf(text, ingest)).contexts?.fault?.detail).toContain(detail);
    if (code === 'uncaughtException') expect(await app.page('document.querySelector("button")')).toBe(null);
    await tryAgain();
  }
  await app.shows('404', `${NOT_FOUND}.`);
  expect(await readdir(userData)).toContain('start.json');
});

const SEEN =
  'the page as it is; at the third in a minute a dialog beside it, once in a run: Something went wrong';

it.each([
  ['an exception in main', 'uncaughtException', `setTimeout(() => { throw new Error('broken main') })`],
  ['a rejection in main', 'unhandledRejection', `Promise.reject(new Error('broken main'))`],
])(`%s | ${SEEN} | Restart now: the app`, async (_name, code, fail) => {
  await app.passTime(61_000);
  const isLast = code === 'unhandledRejection';
  await answerDialogs(app, isLast ? en.menu.restart : 'Later');
  const ofIt = () => ingest.events().filter(({ contexts }) => contexts?.fault?.code === code);
  const { length } = ofIt();
  await app.shows('404');
  await app.page(`document.body.append('typed')`);
  for (const times of [1, 2, 3]) {
    await app.shows('404', 'typed');
    await app.main(`void ${fail}`);
    await expect.poll(() => ofIt().length).toBe(length + times);
  }
  const reports = ofIt().slice(length);
  // Level and mechanism are those of the SDK's own handlers, except for the last.
  const level = isLast ? 'error' : 'fatal';
  expect(reports.map((report) => report.level)).toEqual([level, level, 'fatal']);
  expect(reports[2]?.contexts?.fault?.detail).toContain('broken main');
  for (const { exception } of reports) expect(exception?.values[0]?.mechanism?.handled).toBe(false);
  if (isLast) {
    app = await first.again();
    await app.shows('404', `${NOT_FOUND}.`);
    return;
  }
  await app.shows('404', 'typed');
  expect(await asked(app)).toMatchObject([{ message: en.fault.otherMain.title }]);
});
