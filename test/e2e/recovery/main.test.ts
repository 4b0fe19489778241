/** Failures of the main process itself. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { answerDialogs } from '../../support/menu.ts';
import { CLOCK, reportOf, type Watched, watch } from '../../support/recovery.ts';
import { NOT_FOUND } from '../../support/words.ts';

const ingest = await startEnvelopeServer();
let app: Watched;
beforeAll(async () => {
  app = await watch({ prelude: CLOCK, ingest, restarts: true });
});
afterAll(async () => {
  expect(await app.stop()).toBe(0);
  await ingest.close();
});

const SEEN =
  'the page as it is; at the third in a minute a dialog beside it, once in a run: Something went wrong';

it.each([
  ['an exception in main', 'uncaughtException', `setTimeout(() => { throw new Error('broken main') })`],
  ['a text that main throws', 'uncaughtException', `setTimeout(() => { throw 'broken main' })`],
  ['a rejection in main', 'unhandledRejection', `Promise.reject(new Error('broken main'))`],
])(`%s | ${SEEN} | Restart Now: the app`, async (_name, code, fail) => {
  // Errors of the previous case no longer count.
  await app.passTime(61_000);
  const isLast = code === 'unhandledRejection';
  await answerDialogs(app, isLast ? en.menu.restart : 'Later');
  const ofIt = () => ingest.events().filter(({ contexts }) => contexts?.fault?.code === code);
  const { length } = ofIt();
  await app.shows('404');
  if (length === 0) await app.page(`document.body.append('typed')`);
  for (const times of [1, 2, 3]) {
    // The app continues.
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
  if (isLast) await (await app.again()).shows('404', `${NOT_FOUND}.`);
  else await app.shows('404', 'typed');
  expect(app.stderr().match(/asked: .*Something went wrong/g)).toHaveLength(isLast ? 2 : 1);
});

/** Fails once: after a restart the cause is gone. */
const failsOnce = (fail: string) => `
  const { existsSync, writeFileSync } = require('node:fs');
  const { join } = require('node:path');
  const file = join(electron.app.commandLine.getSwitchValue('user-data-dir'), 'failed');
  if (!existsSync(file)) { writeFileSync(file, ''); ${fail} }
`;

it.each([
  [
    'an exception in main before the app is ready',
    'uncaughtException',
    `process.nextTick(() => { throw new Error('early') });`,
  ],
  [
    'a rejection in main before the app is ready',
    'unhandledRejection',
    `Promise.reject(new Error('early'));`,
  ],
])('%s | its code: Something went wrong | Try again: the app, started again', async (_name, code, fail) => {
  const own = await watch({ prelude: failsOnce(fail), ingest, restarts: true });
  const text = await own.shows(code, en.fault.otherMain.title, 'Report ID');
  expect((await reportOf(text, ingest)).contexts?.fault?.detail).toContain('early');
  // Not at once: the answer would come from an app that is ending.
  await own.page(
    `void setTimeout(() => [...document.links].find((a) => a.textContent === '${en.errorPage.tryAgain}').click(), 50)`,
  );
  await (await own.again()).shows('404', `${NOT_FOUND}.`);
  expect(await own.stop()).toBe(0);
});
