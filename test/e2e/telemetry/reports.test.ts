/** Identity, replay and the id that the user can quote, on every report. */
import { beforeAll, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { type Payload, readRecording } from '../../support/envelopeServer.ts';
import {
  captureInMain,
  server,
  startReporting,
  type TelemetryApp,
  withBench,
} from '../../support/telemetryApp.ts';

/** Kinds of rrweb events. */
const FULL_SNAPSHOT = 2;
const META = 4;
const USER = { id: 'desk-7' };
const consoleLines: string[] = [];
let app: TelemetryApp;
let replayId: string;
let shownId: string;

withBench({ pages: true });
beforeAll(async () => {
  app = await startReporting(undefined, { policy: 'strict' });
  app.page.on('console', (message) => consoleLines.push(message.text()));
  replayId = await app.recording();
  await app.main(`
    const sentry = globalThis.__SENTRY__;
    sentry[sentry.version].acs.getIsolationScope().setUser(${JSON.stringify(USER)});
  `);
});

const identity = ({ release, environment, user }: Payload) => ({ release, environment, user });
const OURS = { release: `holdfast@${version}`, environment: 'development', user: USER };

it('no replay is sent before an error', () => {
  expect(server.items('replay_recording')).toEqual([]);
});

it('an error in main has the replay id, and sends the replay from its beginning', async () => {
  await app.main(captureInMain('main has failed'));
  const report = await server.error('main has failed');
  expect(report.contexts?.replay).toEqual({ replay_id: replayId });
  const { payload } = await server.item('replay_event', ({ payload }) => payload.segment_id === 0);
  expect(payload.replay_id).toBe(replayId);
});

it('the error page shows the id of the report that the server gets', async () => {
  // An error leaves the page as it is unless the page is empty.
  await app.page.evaluate(() => document.body.replaceChildren());
  await app.throwInPage('the page has failed');
  const shown = app.page.getByText(/^Report ID: [0-9a-f]{8}$/);
  await shown.waitFor();
  shownId = (await shown.innerText()).replace('Report ID: ', '');
  const { payload } = await server.item('event', ({ payload }) =>
    String(payload.event_id).startsWith(shownId),
  );
  expect(payload.contexts?.replay).toEqual({ replay_id: replayId });
});

it('that report contains the thrown error', async () => {
  expect((await server.error('the page has failed')).event_id?.slice(0, 8)).toBe(shownId);
});

it.each([
  [
    'a rejection with an error',
    "Promise.reject(new TypeError('no type'))",
    'TypeError',
    'no type',
    'onunhandledrejection',
  ],
  [
    'a rejection with a text',
    "Promise.reject('no error')",
    'UnhandledRejection',
    'Non-Error promise rejection captured with value: no error',
    'onunhandledrejection',
  ],
  [
    'a rejection with an object',
    'Promise.reject({ code: 1, reason: 2 })',
    'UnhandledRejection',
    'Object captured as promise rejection with keys: code, reason',
    'onunhandledrejection',
  ],
  [
    'an exception',
    "setTimeout(() => { throw new RangeError('no range') })",
    'RangeError',
    'no range',
    'onerror',
  ],
  ['nothing that is thrown', 'setTimeout(() => { throw null })', 'Error', 'Uncaught null', 'onerror'],
  [
    'an error of a worker',
    // The page's own script, which needs a document.
    `new Worker(document.querySelector('script[src*="/_holdfast/"]').src)`,
    'Error',
    'Uncaught ReferenceError: document is not defined',
    'onerror',
  ],
])('%s in the page has the same name as from the SDK alone', async (_name, script, type, value, handler) => {
  await app.page.evaluate(`void ${script}`);
  const { payload } = await server.item(
    'event',
    ({ payload }) => payload.exception?.values[0]?.value === value,
  );
  const mechanism = { handled: false, type: `auto.browser.global_handlers.${handler}` };
  expect(payload.exception?.values[0]).toMatchObject({ type, value, mechanism });
});

it('events of both processes and replays have the same release, environment and user', async () => {
  expect(identity(await server.error('main has failed'))).toEqual(OURS);
  expect(identity(await server.error('the page has failed'))).toEqual(OURS);
  for (const { payload } of server.items('replay_event')) expect(identity(payload)).toEqual(OURS);
});

it('a recording contains the page with its text masked', async () => {
  const visible = (await app.page.locator('body').innerText())
    .split(/\s+/)
    .filter((word) => /^\p{L}{4,}$/u.test(word));
  expect(visible.length).toBeGreaterThan(5);
  const first = await server.item('replay_recording', (item) =>
    readRecording(item).some(({ type }) => type === FULL_SNAPSHOT),
  );
  expect(readRecording(first).map(({ type }) => type)).toContain(META);
  for (const item of server.items('replay_recording')) {
    const texts = textsOf(readRecording(item));
    expect(texts.filter((text) => /\p{L}|\d/u.test(text))).toEqual([]);
  }
});

it('a recording is compressed', async () => {
  await app.page.mouse.move(100, 100);
  await app.page.mouse.move(200, 220);
  const isCompressed = ({ bytes }: { bytes: Buffer }) => bytes[bytes.indexOf('\n') + 1] === 0x78;
  await server.item('replay_recording', isCompressed);
});

it('segments of a replay arrive once each, numbered without gaps', () => {
  const segments = server.items('replay_event').map(({ payload }) => payload.segment_id);
  expect(segments.toSorted((a = 0, b = 0) => a - b)).toEqual(segments.map((_, i) => i));
});

it('the page works with the strict content security policy, without blob:', async () => {
  const policy = await app.page.evaluate(async () =>
    (await fetch('/')).headers.get('content-security-policy'),
  );
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('blob:');
  expect(consoleLines.filter((line) => /content.security.policy/i.test(line))).toEqual([]);
});

/** The page's texts in a recording, in snapshots and in changes, except styles. */
function textsOf(value: unknown, isStyle = false): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, isStyle));
  if (typeof value !== 'object' || value === null) return [];
  const { type, textContent, tagName } = value as { type?: number; textContent?: string; tagName?: string };
  const own = type === 3 && textContent && !isStyle ? [textContent] : [];
  return [...own, ...Object.values(value).flatMap((one) => textsOf(one, tagName === 'style'))];
}
