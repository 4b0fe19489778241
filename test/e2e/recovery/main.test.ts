/** Failures of the main process itself. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startIngest } from '../../support/ingest.ts';
import { CLOCK, reportOf, type Watched, watch } from '../../support/recovery.ts';

const ingest = await startIngest();
let app: Watched;
beforeAll(async () => {
  app = await watch({ prelude: CLOCK, ingest });
});
afterAll(async () => {
  expect(await app.stop()).toBe(0);
  await ingest.close();
});

/** Not at once: the answer would come from an app that ends. */
const tryAgain = `void setTimeout(() => [...document.links].find((a) => a.textContent === 'Try again').click(), 50)`;

it.each([
  ['an exception in main', 'uncaughtException', `setTimeout(() => { throw new Error('broken main') })`],
  ['a text that main throws', 'uncaughtException', `setTimeout(() => { throw 'broken main' })`],
  ['a rejection in main', 'unhandledRejection', `Promise.reject(new Error('broken main'))`],
])(
  '%s | the page as it is; at the third in a minute its code: Something went wrong | Try again: the app',
  async (_name, code, fail) => {
    // Errors of the case before are no longer counted.
    await app.passTime(61_000);
    await app.shows('404');
    const ofIt = () => ingest.events().filter(({ contexts }) => contexts?.fault?.code === code);
    const { length } = ofIt();
    await app.page(`document.body.append('typed')`);
    for (const times of [1, 2]) {
      await app.main(`void ${fail}`);
      await expect.poll(() => ofIt().length).toBe(length + times);
      await app.shows('404', 'typed');
    }
    // The app runs on. Level and mechanism are those of the SDK's own handlers.
    const level = code === 'uncaughtException' ? 'fatal' : 'error';
    for (const report of ofIt().slice(length)) {
      expect(report.level).toBe(level);
      expect(report.exception?.values[0]?.mechanism?.handled).toBe(false);
    }
    await app.main(`void ${fail}`);
    const text = await app.shows(code, 'Something went wrong', 'Report id');
    const report = await reportOf(text, ingest);
    expect(report.level).toBe('fatal');
    expect(report.contexts?.fault?.detail).toContain('broken main');
    expect(report.exception?.values[0]?.mechanism?.handled).toBe(false);
    await app.page(tryAgain);
    await app.shows('404', 'This page could not be found.');
    expect(ofIt()).toHaveLength(length + 3);
  },
);

/** Fails once: when the app is started again, the cause is gone. */
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
  const text = await own.shows(code, 'Something went wrong', 'Report id');
  expect((await reportOf(text, ingest)).contexts?.fault?.detail).toContain('early');
  await own.page(tryAgain);
  await (await own.again()).shows('404', 'This page could not be found.');
  expect(await own.stop()).toBe(0);
});
