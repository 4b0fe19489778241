/** The same error again and again, in both processes: some reports; the unit tests have the count and later hours. */
import { expect, it } from 'vitest';
import { server, startReporting, withBench } from '../../support/telemetryApp.ts';

const PER_HOUR = 5;
/** The SDK in a page drops events while 64 are on their way to main. */
const PAGE_BURST = 40;

withBench({ limits: { reportsPerHour: PER_HOUR } });

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
const received = (name: string) =>
  server
    .items('event')
    .map(({ payload }) => payload.exception?.values[0]?.value ?? '')
    .filter((words) => words.startsWith(`${name} `));

it('sends an error that occurs 200 times in main and 40 times in the page up to the limit', async () => {
  const app = await startReporting();
  await app.main(captureMany('main', 200));
  await server.error('end of main');
  await expect.poll(() => received('main').sort()).toEqual([0, 1, 2, 3, 4].map((i) => `main ${i}`));
  await app.page(`(() => {${captureMany('page', PAGE_BURST)}})()`);
  await server.error('end of page');
  await expect.poll(() => received('page').length).toBe(PER_HOUR);
});
