/** Checks the promises of "What Reports Contain" on everything that the app really sends. */
import { hostname } from 'node:os';
import { beforeAll, expect, it } from 'vitest';
import { privacy } from '../../../electron/shared/texts.ts';
import { type Payload, readRecording } from '../../support/envelopeServer.ts';
import {
  captureInMain,
  crash,
  FACADE_IN_MAIN,
  isDump,
  server,
  startReporting,
  type TelemetryApp,
  withBench,
} from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

/** A deep link like one in a mail with an invitation. */
const LINK = 'holdfast://open/invite?token=geheim77&email=alice%40example.com&next=geheim78';
const PRIVATE = [/geheim/, /alice/, /@example\.com|%40example/, /\/(?:home|Users)\/\w/];

let app: TelemetryApp;
// Traces everything, also the app's own code.
withBench({ code: FACADE_IN_MAIN, config: { tracesSampleRate: 1 } });
beforeAll(async () => {
  app = await startReporting();
  await app.recording();
  await app.main(`
    electron.app.emit('open-url', { preventDefault() {} }, ${JSON.stringify(LINK)});
    const sentry = globalThis.__SENTRY__;
    const scope = sentry[sentry.version].acs.getIsolationScope();
    scope.setUser({ id: 'desk-7', email: 'alice@example.com', username: 'alice' });
    scope.setExtra('request', { password: 'geheim79', file: 'C:\\\\Users\\\\alice\\\\x.txt' });
    console.log('reading /home/alice/invoices.txt for alice@example.com');
  `);
  await until('the invitation', () => app.page.url().includes('/invite'));
  // Then that page's SDK is running.
  await server.item('transaction', ({ payload }) => payload.transaction === '/invite');
  await app.page.evaluate(`holdfastTelemetry.startSpan({ name: 'mail' }, () =>
    fetch('/api/mail?token=geheim81&to=alice@example.com#token=geheim82').then(({ status }) => status))`);
  await app.main(`
    const attributes = { 'http.query': '?token=geheim83', 'file.path': '/home/alice/invoices.txt', password: 'geheim84' };
    facade.startSpan({ name: 'sync of alice@example.com', attributes }, () =>
      facade.startSpan({ name: 'GET https://example.com/?token=geheim85', attributes }, () => undefined));
  `);
  await server.item('transaction', hasText('sync of'));
  await server.item('transaction', hasText('/api/mail'));
  await app.main(captureInMain('EACCES: /home/alice/invoices.txt of alice@example.com'));
  await app.page.evaluate(() => console.log('opened file:///Users/alice/invoices.txt'));
  await app.throwInPage('no answer from https://example.com/?token=geheim80');
  await server.item('event', hasText('no answer from'));
  await app.main(crash());
  await server.item('attachment', isDump);
  await server.item('replay_recording', () => true);
});

const hasText = (text: string) => (item: { bytes: Buffer }) => item.bytes.includes(text);
const event = async (text: string): Promise<Payload> => (await server.item('event', hasText(text))).payload;

it('the user is promised that reports hold no name, files or typing', () => {
  expect(privacy.reportContents({ breadcrumbs: 100 })).toContain(
    'does not hold your name, the name of this computer, your files',
  );
});

it('an event of main says what happened, but not to whom', async () => {
  const { exception, user, breadcrumbs = [] } = await event('EACCES');
  expect(exception?.values[0]?.value).toBe('EACCES: ~/invoices.txt of ***');
  expect(user).toEqual({ id: 'desk-7' });
  expect(JSON.stringify(breadcrumbs)).toContain('reading ~/invoices.txt for ***');
});

it('an event of the page says at which address it failed, without the values in it', async () => {
  const { exception, contexts } = await event('no answer from');
  expect(exception?.values[0]?.value).toBe('no answer from https://example.com/?token=***');
  expect(contexts?.fault?.url).toBe('/invite?token=***&email=***&next=***');
});

it('a transaction of either process says what was done, but not for whom or with what', async () => {
  const { transaction, contexts, spans } = (await server.item('transaction', hasText('sync of'))).payload;
  expect(transaction).toBe('sync of ***');
  const data = { 'http.query': 'token=***', 'file.path': '~/invoices.txt', password: '***' };
  expect(contexts?.trace?.data).toMatchObject(data);
  expect(spans?.[0]).toMatchObject({ description: 'GET https://example.com/?token=***', data });
  const ofPage = (await server.item('transaction', hasText('/api/mail'))).payload;
  const request = ofPage.spans?.find(({ op }) => op === 'http.client');
  expect(request?.data.url).toBe('/api/mail?token=***&to=***#token=***');
});

it('fingerprints and sampling stay as they are', async () => {
  const prints = ['d41d8cd98f00b204e9800998ecf8427e', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4'];
  for (const print of prints)
    await app.main(`const sentry = globalThis.__SENTRY__[globalThis.__SENTRY__.version];
      sentry.acs.getCurrentScope().captureException(new Error('of ${print.slice(0, 4)}'),
        { captureContext: { fingerprint: ['${print}'] } });`);
  for (const print of prints) expect((await event(`of ${print.slice(0, 4)}`)).fingerprint).toEqual([print]);
  const traced = server.taken.filter(({ items }) => items.some(({ type }) => type === 'transaction'));
  expect(traced.length).toBeGreaterThan(2);
  for (const { header } of traced)
    expect(header.trace).toMatchObject({
      sample_rand: expect.stringMatching(/^0(\.\d+)?$/),
      sample_rate: '1',
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
});

it('no item of any kind holds private data', () => {
  const items = server.taken.flatMap(({ items }) => items).filter(({ type }) => type !== 'attachment');
  expect(new Set(items.map(({ type }) => type))).toEqual(
    new Set(['event', 'session', 'transaction', 'replay_event', 'replay_recording']),
  );
  for (const item of items) {
    const text =
      item.type === 'replay_recording' ? JSON.stringify(readRecording(item)) : item.bytes.toString();
    for (const pattern of PRIVATE) expect(text, `${item.type} with ${pattern}`).not.toMatch(pattern);
    if (hostname().length > 4) expect(text).not.toContain(hostname());
  }
  for (const { header } of server.taken) expect(JSON.stringify(header)).not.toMatch(/geheim|alice/);
});
