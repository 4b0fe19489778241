/** Starts that cannot go on as usual. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { spawnApp } from '../../support/app.ts';
import { said, watch } from '../../support/recovery.ts';

let userData: string;
beforeEach(async () => {
  userData = await mkdtemp(join(tmpdir(), 'holdfast-start-'));
});
afterEach(() => rm(userData, { recursive: true, force: true, maxRetries: 5 }));

const APP = ['404', 'This page could not be found.'];

/** A prelude: message boxes are written on stderr, and answered by `answer`. */
const ASKED = `electron.dialog.showMessageBox = (...args) => {
  console.error('asked: ' + JSON.stringify(args.at(-1)));
  return new Promise((resolve) => { globalThis.answer = (response) => void resolve({ response }); });
};`;

it('a second start while the first is frozen (SIGSTOP) | a dialog: Holdfast is open but isn’t responding. | End and Open Again: the app', async () => {
  const first = await watch({ userData });
  await first.shows(...APP);
  first.process.kill('SIGSTOP');
  const second = await watch({ userData, prelude: ASKED, restarts: true });
  const question = await said(second, /asked: (.*)/);
  expect(JSON.parse(question)).toMatchObject({
    message: 'Holdfast is open but isn’t responding.',
    buttons: ['End and Open Again', 'Cancel'],
    defaultId: 1,
  });
  await second.main('answer(0)');
  await (await second.again()).shows(...APP);
  expect(first.process.signalCode).toBe('SIGKILL');
  expect(await second.stop()).toBe(0);
});

it('a second start while the first is frozen for a while | the same dialog, until the first answers | the app, as it was', async () => {
  const first = await watch({ userData });
  await first.shows(...APP);
  first.process.kill('SIGSTOP');
  const second = await spawnApp({ userData, args: ['--open=/%E0%A4%A'] });
  await said(second, /is open but isn’t responding/);
  first.process.kill('SIGCONT');
  expect(await second.ended).toBe(0);
  await first.shows('400', 'Bad Request');
  expect(await first.stop()).toBe(0);
});

it('a lock that cannot be had | LOCK_FAILED: The app could not be opened. and the reason, in a dialog | Try again: the app', async () => {
  await mkdir(join(userData, 'SingletonLock'));
  const app = await watch({ userData, prelude: ASKED, restarts: true });
  const question = JSON.parse(await said(app, /asked: (.*)/));
  expect(question.message).toBe('LOCK_FAILED: The app could not be opened.');
  expect(question.detail).toMatch(/readlink '.*SingletonLock'/);
  await rm(join(userData, 'SingletonLock'), { recursive: true });
  await app.main('answer(0)');
  await (await app.again()).shows(...APP);
  expect(await app.stop()).toBe(0);
});
