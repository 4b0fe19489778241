/** The same error again and again, in both processes and over restarts: a few reports, and a number. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { bench, server, startReporting, type TelemetryApp, withBench } from '../../support/telemetryApp.ts';

const PER_HOUR = 5;
/** The SDK in a page drops what comes while 64 events are on their way to main. */
const PAGE_BURST = 40;
/** Sets the clock forward by what a file beside the settings says, in milliseconds. */
const CLOCK = `
  const file = require('node:path').join(require('node:path').dirname(process.env.HOLDFAST_SETTINGS), 'ahead');
  if (require('node:fs').existsSync(file)) {
    const ahead = Number(require('node:fs').readFileSync(file, 'utf8'));
    const { now } = Date;
    Date.now = () => now() + ahead;
  }
`;

let userData: string;
let app: TelemetryApp;
withBench({ limits: { reportsPerHour: PER_HOUR }, prelude: CLOCK });
beforeAll(async () => {
  userData = await bench.folder();
});

const start = async () => {
  app = await startReporting(userData);
};
/** Captures errors of one place, with words of their own. The last, of another place, shows that all went through. */
const captureMany = (name: string, count: number) => `
  const { [globalThis.__SENTRY__.version]: sentry } = globalThis.__SENTRY__;
  const scope = sentry.acs?.getCurrentScope() ?? sentry.stack.getScope();
  for (let i = 0; i < ${count}; i++) scope.captureException(new Error('${name} ' + i));
  scope.captureException(new TypeError('end of ${name}'));
`;
/** Each once: what a kill comes upon while it is sent is sent again. */
const received = (name: string) => {
  const events = server.items('event').map(({ payload }) => [payload.event_id, payload] as const);
  return [...new Map(events).values()]
    .map((payload) => ({ ...payload, words: payload.exception?.values[0]?.value ?? '' }))
    .filter(({ words }) => words.startsWith(`${name} `))
    .sort((one, other) => Number(one.words.slice(5)) - Number(other.words.slice(5)));
};

it('of an error that comes 200 times in main and 40 times in the page the first are sent', async () => {
  await start();
  await app.main(captureMany('main', 200));
  await server.error('end of main');
  await expect
    .poll(() => received('main').map(({ words }) => words))
    .toEqual([0, 1, 2, 3, 4].map((i) => `main ${i}`));
  await app.page.evaluate(`(() => {${captureMany('page', PAGE_BURST)}})()`);
  await server.error('end of page');
  await expect.poll(() => received('page').length).toBe(PER_HOUR);
});

it('a restart, also one after a kill, opens the limit for no more', async () => {
  await app.kill();
  await start();
  await app.main(captureMany('main', 100));
  await app.kill();
  await start();
  await app.main(captureMany('main', 100));
  await app.main(`electron.app.quit()`).catch(() => undefined);
  await app.ended;
  expect(received('main').length).toBe(PER_HOUR);
});

it('the first of the next hour says how many were not sent', async () => {
  await writeFile(join(userData, 'ahead'), String(3_600_000));
  await start();
  await app.main(captureMany('main', 100));
  await expect.poll(() => received('main').length).toBe(2 * PER_HOUR);
  const suppressed = received('main').map(({ contexts }) => Number(contexts?.rate_limit?.suppressed ?? 0));
  // What the kills took of the count is what the last second before them added.
  expect(Math.max(...suppressed)).toBeGreaterThanOrEqual(195);
});
