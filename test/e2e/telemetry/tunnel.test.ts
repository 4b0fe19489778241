/** What main accepts from pages: `tunnel: '/_holdfast/envelope'` for the app's own Sentry SDK, and how many reports. */
import { expect, it } from 'vitest';
import { LIMITS } from '../../../electron/shared/limitValues/limits.ts';
import { PROJECT } from '../../support/app.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { checkReports, initOf, ownSdkPage } from '../../support/ownSdk.ts';
import { captureInMain, createBench } from '../../support/telemetryApp.ts';

const TUNNEL = '/_holdfast/envelope';
const EVENT = { exception: { values: [{ type: 'Error', value: 'by hand' }] } };

const PER_HOUR = 5;

const server = await startEnvelopeServer();
const bench = await createBench({
  alter: await ownSdkPage(initOf('@sentry/browser'), PROJECT, server.dsn),
  limits: { reportsPerHour: PER_HOUR },
});
const app = await bench.start({ ingest: server });

it("an app's own page SDK keeps working: within the limits, with main's breadcrumbs, one report for each error", () =>
  checkReports(app, server));

/** An envelope's text: a header, then pairs of an item's header and its payload. */
const envelope = (header: object, ...parts: object[]) =>
  [{ dsn: server.dsn, ...header }, ...parts].map((part) => JSON.stringify(part)).join('\n');
const eventId = (digit: string) => digit.repeat(32);

/** @param unit repeated in the page up to a length, before the text's end */
const post = (text: string, path = TUNNEL, unit = ' ', length = 0, after = '') =>
  app.inPage(
    async ([path, text, unit, length, after]) => {
      // A blob costs the page a tenth of what a text does.
      const body = new Blob([text, unit.repeat(length / unit.length), after]);
      const answer = await fetch(path, { method: 'POST', body });
      const limits = answer.headers.get('X-Sentry-Rate-Limits');
      return { status: answer.status, said: await answer.text(), limits };
    },
    [path, text, unit, length, after] as const,
  );
const postMuch = (type: string, [before, unit, after]: string[], length: number) =>
  post(`${envelope({}, { type })}\n${before}`, TUNNEL, unit, length, after);

it('an event is stored, and its id is the answer', async () => {
  const event = {
    ...EVENT,
    event_id: eventId('a'),
    release: 'forged',
    sdk: { name: 'sentry.javascript.react', version: '11.0.0' },
    user: { id: 'u1', email: 'a@b.example' },
  };
  const answer = await post(envelope({ event_id: eventId('a') }, { type: 'event' }, event));
  expect(answer).toMatchObject({ status: 200, said: JSON.stringify({ id: eventId('a') }) });
  const { payload } = await server.item('event', ({ payload }) => payload.event_id === eventId('a'));
  expect(payload.release).toMatch(/^holdfast@/);
  expect(payload.sdk).toMatchObject({ name: 'sentry.javascript.react', version: '11.0.0' });
  expect(payload.user?.email).toBeUndefined();
  expect(payload.tags).toMatchObject({ 'event.process': 'renderer' });
  // Including main's own.
  expect(payload.breadcrumbs?.some(({ data }) => data?.['electron.process'] === 'main')).toBe(true);
});

it('drops a profile over its limit; refuses one of 26 MB unread, and 6 MB of tiny parts', async () => {
  const before = server.items('profile_chunk').length;
  const profile = (bytes: number) => postMuch('profile_chunk', ['{"note":"', 'x', '"}'], bytes);
  expect(await profile(LIMITS.profileBytes.value)).toMatchObject({ status: 200 });
  expect(await profile(26_000_000)).toMatchObject({ status: 413 });
  const tiny: [type: string, parts: string[]][] = [
    ['log', ['{"items":[', '{"timestamp":1},', '{}]}']],
    ['event', ['{"breadcrumbs":[', '{"message":"a"},', '{}]}']],
    ['event', ['{"extra":{"a":[', '1,', '1]}}']],
  ];
  for (const [type, parts] of tiny)
    expect(await postMuch(type, parts, 6_000_000)).toMatchObject({ status: 413 });
  expect(server.items('profile_chunk')).toHaveLength(before);
});

it.each([
  ['text', () => 'not an envelope'],
  ['an item that is cut off', () => `${envelope({}, { type: 'event', length: 999 })}\n{}`],
  ['an event that is none', () => envelope({}, { type: 'event' }, [7])],
  [
    'a replay without its id',
    () => `${envelope({}, { type: 'replay_event' }, {}, { type: 'replay_recording', length: 2 })}\n{}`,
  ],
])('%s is answered with 400', async (_what, body) => {
  expect(await post(body())).toMatchObject({ status: 400, limits: null });
});

it('refuses reports for another server, another project or none, and sends them nowhere', async () => {
  const { dsn } = server;
  const event = { ...EVENT, event_id: eventId('e') };
  const others = [dsn.replace('/1', '/2'), dsn.replace('key', 'other'), 'https://key@evil.invalid/1', ''];
  for (const other of [...others, undefined]) {
    const answer = await post(envelope({ dsn: other }, { type: 'event' }, event));
    expect([other, answer.status]).toEqual([other, 403]);
    expect(answer.said).toContain('the setting \\"sentryDsn\\"');
  }
  // A secret, which older DSNs contain, makes no difference.
  const old = dsn.replace('key@', 'key:secret@');
  const answer = await post(envelope({ dsn: old }, { type: 'event' }, { ...EVENT, event_id: eventId('f') }));
  expect(answer.status).toBe(200);
  await server.item('event', ({ payload }) => payload.event_id === eventId('f'));
  expect(server.items('event').some(({ payload }) => payload.event_id === eventId('e'))).toBe(false);
});

it('accepts only a POST to this exact path', async () => {
  expect((await post('', `${TUNNEL}s`)).status).toBe(405);
  expect(await app.inPage(async (path) => (await fetch(path)).status, TUNNEL)).toBe(404);
});

it('an error that occurs again and again in main or in a page is sent as often as the limit says', async () => {
  // The last one, from another place, shows that all were handled.
  await app.main(`
    const { [globalThis.__SENTRY__.version]: sentry } = globalThis.__SENTRY__;
    for (let i = 0; i < 200; i++) sentry.acs.getCurrentScope().captureException(new Error('main ' + i));
    sentry.acs.getCurrentScope().captureException(new TypeError('end of main'));`);
  await server.error('end of main');
  for (const value of [...Array(2 * PER_HOUR).keys()].map((i) => `page ${i}`).concat('end of page'))
    await post(envelope({}, { type: 'event' }, { exception: { values: [{ type: 'Error', value }] } }));
  await server.error('end of page');
  for (const where of ['main', 'page']) {
    const received = () =>
      server.events().filter(({ exception }) => exception?.values[0]?.value.startsWith(`${where} `));
    await expect.poll(() => received().length).toBe(PER_HOUR);
  }
});

it('a flood is told how long to wait (429), and other reports still arrive', async () => {
  const text = envelope({}, { type: 'client_report' }, {});
  const flood = async () => {
    const answers = await Promise.all(Array.from({ length: 330 }, () => post(text)));
    return answers.filter(({ status }) => status === 429);
  };
  let limited = await flood();
  // A new minute of the limit may have begun in its midst.
  if (limited.length < 30) limited = await flood();
  expect(limited.length).toBeGreaterThanOrEqual(30);
  expect(limited[0]?.limits).toMatch(/^[1-6]?\d::key$/);
  await app.main(captureInMain('captured after the flood'));
  await server.error('captured after the flood');
});
