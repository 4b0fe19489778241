/** The same error again and again, in both processes and across restarts: some reports, and a count. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { CLOCK } from '../../support/recovery.ts';
import {
  bench,
  captureInMain,
  server,
  startReporting,
  type TelemetryApp,
  withBench,
} from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

const PER_HOUR = 5;
/** The SDK in a page drops events while 64 are on their way to main. */
const PAGE_BURST = 40;

let userData: string;
let app: TelemetryApp;
withBench({ limits: { reportsPerHour: PER_HOUR }, prelude: CLOCK });
beforeAll(async () => {
  userData = await bench.folder();
});

const start = async () => {
  app = await startReporting(userData);
};
/**
 * Captures errors from one place with different messages. The last one, from another place, shows that all were
 * handled.
 */
const captureMany = (name: string, count: number) => `
  const { [globalThis.__SENTRY__.version]: sentry } = globalThis.__SENTRY__;
  const scope = sentry.acs?.getCurrentScope() ?? sentry.stack.getScope();
  for (let i = 0; i < ${count}; i++) scope.captureException(new Error('${name} ' + i));
  scope.captureException(new TypeError('end of ${name}'));
`;
/** Without duplicates: a report being sent during a kill is sent again. */
const received = (name: string) => {
  const events = server.items('event').map(({ payload }) => [payload.event_id, payload] as const);
  return [...new Map(events).values()]
    .map((payload) => ({ ...payload, words: payload.exception?.values[0]?.value ?? '' }))
    .filter(({ words }) => words.startsWith(`${name} `))
    .sort((one, other) => Number(one.words.slice(5)) - Number(other.words.slice(5)));
};

it('sends an error that occurs 200 times in main and 40 times in the page up to the limit', async () => {
  await start();
  await app.main(captureMany('main', 200));
  await server.error('end of main');
  await expect
    .poll(() => received('main').map(({ words }) => words))
    .toEqual([0, 1, 2, 3, 4].map((i) => `main ${i}`));
  await app.page(`(() => {${captureMany('page', PAGE_BURST)}})()`);
  await server.error('end of page');
  await expect.poll(() => received('page').length).toBe(PER_HOUR);
});

/** How many suppressed reports of all defects are counted on disk. */
async function suppressedOnDisk(): Promise<number> {
  const text = await readFile(join(userData, 'telemetry', 'rateLimit.json'), 'utf8');
  const { prints } = JSON.parse(text) as { prints: Record<string, { suppressed: number }> };
  return Object.values(prints).reduce((sum, { suppressed }) => sum + suppressed, 0);
}

it('a restart does not reset the limit, even after a kill', async () => {
  // The counts of the last second are not on disk yet.
  await until('the counts on disk', async () => (await suppressedOnDisk()) >= 195 + PAGE_BURST - PER_HOUR);
  await app.kill();
  await start();
  await app.main(captureMany('main', 100));
  // Handled after them, and from another place.
  await app.main(captureInMain('behind them'));
  await server.error('behind them');
  await until('an empty outbox', async () => (await app.waiting()).length === 0);
  expect(received('main').length).toBe(PER_HOUR);
});

it("the next hour's first report says how many were suppressed, also before the restart", async () => {
  await app.main('globalThis.passed = 3_600_000');
  await app.main(captureMany('main', 100));
  await expect.poll(() => received('main').length).toBe(2 * PER_HOUR);
  const suppressed = received('main').map(({ contexts }) => Number(contexts?.rate_limit?.suppressed ?? 0));
  expect(Math.max(...suppressed)).toBe(195 + 100);
});
