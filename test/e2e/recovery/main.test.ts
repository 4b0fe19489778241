/** Failures of the main process itself. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { fileFolder } from '../../electron/testFolder.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { answerDialogs, asked } from '../../support/menu.ts';
import { CLOCK, reportOf, type Watched, watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { NOT_FOUND } from '../../support/words.ts';

const ingest = await startEnvelopeServer();
const userData = fileFolder();
let first: Watched;
/** The app, or the one that it has started. */
let app: Screen;
beforeAll(async () => {
  await writeFile(join(userData, 'fails-1'), 'throws');
  await writeFile(join(userData, 'fails-2'), 'rejects');
  app = first = await watch({ userData, prelude: CLOCK + FAILS_EARLY, ingest, restarts: true });
});
afterAll(async () => {
  expect(await first.stop()).toBe(0);
  await ingest.close();
});

/**
 * A prelude: main fails in the ways that a file lists, one at each start. Without such a file it does not: after so many
 * starts the cause is gone.
 */
const FAILS_EARLY = `
  const { readdirSync, readFileSync, rmSync } = require('node:fs');
  const { join } = require('node:path');
  const own = electron.app.commandLine.getSwitchValue('user-data-dir');
  const [file] = readdirSync(own).filter((name) => name.startsWith('fails-')).sort();
  const fails = file && readFileSync(join(own, file), 'utf8');
  if (file) rmSync(join(own, file));
  if (fails === 'throws') process.nextTick(() => { throw new Error('early exception'); });
  if (fails === 'rejects') Promise.reject(new Error('early rejection'));
`;

it('an exception in main before the app is ready, and a rejection at the next start | its code, each time: Something went wrong | Try again: the app, started again', async () => {
  for (const [code, detail] of [
    ['uncaughtException', 'early exception'],
    ['unhandledRejection', 'early rejection'],
  ] as const) {
    const text = await app.shows(code, en.fault.otherMain.title, 'Report ID');
    expect((await reportOf(text, ingest)).contexts?.fault?.detail).toContain(detail);
    // Not at once: the answer would come from an app that is ending.
    await app.page(
      `void setTimeout(() => [...document.links].find((a) => a.textContent === '${en.errorPage.tryAgain}').click(), 50)`,
    );
    app = await first.again();
  }
  await app.shows('404', `${NOT_FOUND}.`);
});

const SEEN =
  'the page as it is; at the third in a minute a dialog beside it, once in a run: Something went wrong';

it.each([
  ['an exception in main', 'uncaughtException', `setTimeout(() => { throw new Error('broken main') })`],
  ['a text that main throws', 'uncaughtException', `setTimeout(() => { throw 'broken main' })`],
  ['a rejection in main', 'unhandledRejection', `Promise.reject(new Error('broken main'))`],
])(`%s | ${SEEN} | Restart Now: the app`, async (name, code, fail) => {
  // Errors of the previous case no longer count.
  await app.passTime(61_000);
  const isLast = code === 'unhandledRejection';
  await answerDialogs(app, isLast ? en.menu.restart : 'Later');
  const ofIt = () => ingest.events().filter(({ contexts }) => contexts?.fault?.code === code);
  const { length } = ofIt();
  await app.shows('404');
  await app.page(`document.body.append('typed')`);
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
  if (isLast) {
    app = await first.again();
    await app.shows('404', `${NOT_FOUND}.`);
    return;
  }
  await app.shows('404', 'typed');
  // The second case brought a third error as well.
  const seen = name === 'an exception in main' ? [{ message: en.fault.otherMain.title }] : [];
  expect(await asked(app)).toMatchObject(seen);
});
