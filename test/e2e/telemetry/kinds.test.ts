/** Every kind of report of an app with its own config and code: it follows these and Sentry's schema, and is not private. */
import type { IncomingHttpHeaders } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Facade } from '../../../electron/shared/facade.ts';
import { privacy } from '../../../electron/shared/texts.ts';
import { PROJECT } from '../../support/app.ts';
import { readRecording, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { violations } from '../../support/eventSchema.ts';
import { startOrigin } from '../../support/origin.ts';
import { bundledForPage, pageModule } from '../../support/pageModule.ts';
import { captureInMain, crash, createBench, isDump } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';
import { webBuild } from '../../support/webBuild.ts';

const CONFIG = {
  dist: 'build-7',
  environment: 'desks',
  tracesSampleRate: 1,
  enableRendererProfiling: true,
  ignoreErrors: ['ResizeObserver'],
  initialScope: { tags: { shop: 'one' } },
  replays: { session: 1, onError: 0 },
  masks: { unmask: ['h1'] },
  tracePropagationTargets: ['http://localhost'],
};

const PAGE_MODULE = `
import { browserProfilingIntegration } from '@sentry/electron/renderer';
export default (options) => ({
  ...options,
  integrations: [browserProfilingIntegration()],
  profileSessionSampleRate: 1,
  profileLifecycle: 'trace',
  beforeSend(event) {
    event.tags = { ...event.tags, changed: 'yes' };
    return event.message === 'unwanted' ? null : event;
  },
});`;

/** Calls of both processes. */
const callsOf = (where: string) => `
facade.setExtra('step', 3);
facade.setContext('cart', { items: 2 });
facade.addAttachment({ filename: 'a.txt', data: 'attached ${where}' });
facade.withScope((scope) => {
  scope.setTag('within', 'yes').setLevel('warning');
  facade.captureMessage('scoped ${where}');
});
globalThis.feedback = facade.captureFeedback({ message: 'said ${where}', name: 'A user' });`;

/** The page's own script, which runs before anything is painted. `sdk`: whether the SDK has loaded. */
const PAGE = `
import * as facade from '${join(PROJECT, 'renderer/telemetry/index.ts')}';
document.body.append('The page');
const { signedOut } = sessionStorage;
facade.setUser(signedOut ? null : { id: 'early-user' });
facade.setTag('sdk', '__SENTRY__' in globalThis);
facade.setTag('early', 'yes');
console.warn('early line', 1);
void fetch('/early-fetch');
facade.addBreadcrumb({ category: 'own', message: 'early breadcrumb' });
const button = document.body.appendChild(document.createElement('button'));
button.id = 'early-button';
button.click();
globalThis.caught = facade.captureException(new Error('caught early in the page'), { tags: { order: 1 } });
${callsOf('early')}
if (signedOut) facade.captureMessage('signed out');
else facade.setUser({ id: 'later-user' });
console.warn('after the early error');
if (signedOut) setTimeout(() => { throw new Error('thrown early in the page'); });
`;
/** Runs when Electron is ready, before there is a window. */
const MAIN = `
import { app } from 'electron';
import { defineMain } from 'holdfast/main';
import * as facade from 'holdfast/telemetry';
Object.assign(globalThis, { facade });
export default defineMain({});
app.once('ready', () => {
  facade.setUser({ id: 'main-user' });
  facade.setTag('main', 'yes');
  facade.addBreadcrumb({ category: 'own', message: 'breadcrumb of main' });
  ${callsOf('in main')}
  const id = facade.captureException(new Error('caught early in main'), { level: 'fatal' });
  const of = facade.startSpan({ name: 'span of main' }, () => 'the span');
  process.stderr.write('own code: ' + id + ' ' + of + '\\n');
});
`;

const HTML =
  '<!doctype html><html lang="en"><title>Shop</title><h1>Shown</h1><p>Hidden words</p><script src="/page.js"></script>';

const received = new Map<string, IncomingHttpHeaders>();
const origin = await startOrigin(({ url = '', headers }, response) => {
  received.set(new URL(url, 'http://localhost').pathname, headers);
  response.writeHead(404).end();
});

const script = await bundledForPage(PAGE);
const server = await startEnvelopeServer();
const bench = await createBench({
  ...{ files: await pageModule(PAGE_MODULE), code: MAIN, config: CONFIG },
  alter: webBuild({ 'index.html': HTML, 'invite.html': HTML, 'page.js': script }),
});
const { port, url } = origin;
const app = await bench.start({ ingest: server, settings: { origin: url } });
await app.recording();
await app.main(`
  facade.setUser({ id: 'desk-7' });
  facade.setTag('number', 1);
  console.log('a line of main');
  facade.startSpan({ name: 'span of main' }, () => undefined);
  facade.captureMessage('a message of main', 'warning');
  facade.logger.info('a log of main for alice@example.com', { orders: 3, password: 'geheim' });
  facade.metrics.count('orders of main', 2);
  await fetch('http://localhost:${port}/wanted');
  await fetch('http://127.0.0.1:${port}/stranger');
`);
await app.page(`{
  holdfastTelemetry.logger.warn('a log of the page', { key: 'geheim' });
  holdfastTelemetry.metrics.distribution('load of the page', 7, { unit: 'millisecond' });
  const scope = __SENTRY__[__SENTRY__.version].stack.getScope();
  const attachments = [{ filename: 'screen.png', data: new Uint8Array([7, 8, 9]) }];
  scope.captureEvent({ type: 'feedback', contexts: { feedback: { message: 'It fails.' } } }, { attachments });
}`);
await server.item('event', ({ payload }) => payload.message === 'a message of main');
await server.item('transaction', ({ payload }) => payload.contexts?.trace?.op === 'pageload');
await server.item('replay_recording', () => true);

it('reports of a page show what it did before the SDK had loaded, in order', async () => {
  const report = await server.error('caught early in the page');
  expect(report.event_id).toBe(await app.page('caught'));
  expect(report.user).toMatchObject({ id: 'early-user' });
  expect(report.tags).toMatchObject({ sdk: 'false', early: 'yes', order: '1' });
  const own = report.breadcrumbs?.filter(({ data }) => data?.['electron.process'] === 'renderer') ?? [];
  expect(own.map(({ category, message }) => [category, message])).toEqual([
    ['console', 'early line 1'],
    ['own', 'early breadcrumb'],
    ['ui.click', expect.stringContaining('button#early-button')],
  ]);

  await app.inPage(() => {
    const facade = globalThis.holdfastTelemetry as Facade;
    facade.withScope((scope) => {
      scope.setTag('of the scope', 'yes');
      facade.addBreadcrumb({ message: 'in withScope' });
    });
    facade.captureMessage('later in the page', 'warning');
  });
  const { payload } = await server.item('event', ({ payload }) => payload.message === 'later in the page');
  expect(payload).toMatchObject({ level: 'warning', tags: { early: 'yes' }, user: { id: 'later-user' } });
  expect(report.timestamp).toBeLessThan(payload.timestamp ?? Number.NaN);
  const fetched = payload.breadcrumbs?.find(({ category }) => category === 'fetch');
  expect(fetched?.data).toMatchObject({ method: 'GET', url: '/early-fetch' });
  // The SDK tells main the tags of the scope in which a breadcrumb was added.
  await app.main(captureInMain('after withScope'));
  const { breadcrumbs = [], tags } = await server.error('after withScope');
  expect(breadcrumbs.map(({ message }) => message)).toContain('in withScope');
  expect({ ...tags, ...payload.tags }).not.toHaveProperty('of the scope');
});

it('reports of main show what it did before there was a window', async () => {
  const report = await server.error('caught early in main');
  expect(app.stderr()).toContain(`own code: ${report.event_id} the span`);
  expect(report).toMatchObject({ level: 'fatal', tags: { main: 'yes' }, user: { id: 'main-user' } });
  expect(report.breadcrumbs?.map(({ message }) => message)).toContain('breadcrumb of main');
});

it('reports of a utility process with the SDK arrive', async () => {
  const file = join(PROJECT, 'test/support/stock/utility.cjs');
  await app.main(`electron.utilityProcess.fork(${JSON.stringify(file)})`);
  await server.error('utility captures');
});

it.each(['early', 'in main'])('all that the facade takes %s arrives', async (where) => {
  const common = { extra: { step: 3 }, contexts: { cart: { items: 2 } } };
  const message = await server.item('event', ({ payload }) => payload.message === `scoped ${where}`);
  expect(message.payload).toMatchObject({ ...common, tags: { within: 'yes' }, level: 'warning' });
  const feedback = await server.item('feedback', ({ bytes }) => bytes.includes(`said ${where}`));
  expect(feedback.payload).toMatchObject(common);
  expect(server.items('attachment').map(({ bytes }) => `${bytes}`)).toContain(`attached ${where}`);
  const id = where === 'early' ? await app.page('feedback') : await app.main('return feedback');
  expect(feedback.payload.event_id).toBe(id);
});

it('the first error that nobody catches in main makes its session crashed', async () => {
  const fail = (text: string) => app.main(`setTimeout(() => { throw new Error('${text}') })`);
  await app.main(`facade.captureException(new Error('captured'))`);
  await server.error('captured');
  expect(server.items('session').map(({ payload }) => payload.status)).not.toContain('crashed');
  await fail('of main');
  await server.error('of main');
  await server.item('session', ({ payload }) => payload.status === 'crashed');
  await fail('of main, again');
  await server.error('of main, again');
});

it('errors and a crash of the page arrive as events, except what the app ignores', async () => {
  await app.page(`holdfastTelemetry.captureMessage('unwanted')`);
  await app.throwInPage('ResizeObserver loop limit exceeded');
  await app.throwInPage('of the page');
  expect((await server.error('of the page')).tags).toMatchObject({ shop: 'one', changed: 'yes' });
  expect((await server.error('of main')).tags).toMatchObject({ shop: 'one' });
  await app.main(crash());
  await server.item('attachment', isDump);
  const said = server.events().map(({ exception, message }) => exception?.values[0]?.value ?? message);
  expect(said.join()).not.toMatch(/unwanted|ResizeObserver/);
});

it('logs and metrics of both processes arrive, and feedback with its attachment', async () => {
  const said = async (type: string, text: string) =>
    (await server.item(type, ({ bytes }) => bytes.includes(text))).bytes.toString();
  const ofMain = await said('log', 'a log of main');
  expect(ofMain).toContain('"a log of main for ***"');
  const ofPage = await said('log', 'a log of the page');
  expect(ofPage).not.toContain('geheim');
  // As the SDK alone: whose, and by which SDK and system. It looks up the system with main's first log.
  expect(ofMain).toContain('"user.id":{"value":"desk-7"');
  await app.main(`facade.logger.info('a later log of main')`);
  for (const text of [await said('log', 'a later log of main'), ofPage])
    for (const name of ['os.name', 'os.version', 'sentry.sdk.version'])
      expect(text).toContain(`"${name}":{"value":`);
  await said('trace_metric', 'orders of main');
  expect(await said('trace_metric', 'load of the page')).toContain('"value":"desks"');
  await said('feedback', 'It fails.');
  await server.item('attachment', ({ bytes }) => bytes.equals(Buffer.from([7, 8, 9])));
});

it('a profile of the page arrives with its functions and environment', async () => {
  const { bytes } = await server.item('profile_chunk', () => true);
  const { environment, profile, profiler_id } = JSON.parse(bytes.toString());
  expect(environment).toBe('desks');
  expect(profile.samples.length).toBeGreaterThan(1);
  expect(JSON.stringify(profile.frames)).toContain('app://shell/_holdfast/');
  const load = await server.item('transaction', ({ payload }) => payload.contexts?.trace?.op === 'pageload');
  expect(load.bytes.toString()).toContain(profiler_id);
});

it('every kind of item arrives, and each follows the schema', () => {
  const items = server.taken.flatMap(({ items }) => items);
  expect([...new Set(items.map(({ type }) => type))].sort().join(' ')).toBe(
    'attachment event feedback log profile_chunk replay_event replay_recording session trace_metric transaction',
  );
  const others = ['attachment', 'feedback', 'log', 'profile_chunk', 'replay_recording', 'trace_metric'];
  const reports = items.filter(({ type }) => !others.includes(type));
  expect(reports.flatMap(({ type, payload }) => [...violations(type, payload)])).toEqual([]);
});

it('all carry the configured dist and environment', () => {
  const said = ['event', 'transaction', 'replay_event'].flatMap((type) =>
    server.items(type).map(({ payload }) => [type, payload.dist, payload.environment]),
  );
  for (const [type, ...both] of said) expect(both, String(type)).toEqual(['build-7', 'desks']);
  for (const { bytes } of server.items('session'))
    expect(JSON.parse(bytes.toString()).attrs.environment).toBe('desks');
});

it('main sends trace headers only to the configured targets, not to the origin', () => {
  expect(received.get('/wanted')).toHaveProperty('sentry-trace');
  expect(received.get('/stranger')).not.toHaveProperty('sentry-trace');
});

it('a replay is sent from its start, with the masks of the config', () => {
  const [replay] = server.items('replay_event');
  expect(JSON.parse(replay?.bytes.toString() ?? '')).toMatchObject({ replay_type: 'session', segment_id: 0 });
  const recording = JSON.stringify(server.items('replay_recording').map(readRecording));
  expect(recording).toContain('"textContent":"Shown"');
  expect(recording).not.toContain('Hidden words');
});

describe('What Reports Contain promises', () => {
  const LINK = 'holdfast://open/invite?token=geheim77&email=alice%40example.com&next=geheim78';
  const PRIVATE = [/geheim/, /alice/, /@example\.com|%40example/, /\/(?:home|Users)\/\w/];

  beforeAll(async () => {
    // The page has crashed.
    await app.recording();
    await app.main(`
      electron.app.emit('open-url', { preventDefault() {} }, ${JSON.stringify(LINK)});
      const sentry = globalThis.__SENTRY__;
      const scope = sentry[sentry.version].acs.getIsolationScope();
      scope.setUser({ id: 'desk-7', email: 'alice@example.com', username: 'alice' });
      scope.setExtra('request', { password: 'geheim79', file: 'C:\\\\Users\\\\alice\\\\x.txt' });
      console.log('reading /home/alice/invoices.txt for alice@example.com');
    `);
    await until('the invitation', () => app.page(`location.pathname === '/invite'`));
    // Then that page's SDK is running.
    await server.item('transaction', ({ payload }) => payload.transaction === '/invite');
    await app.page(`holdfastTelemetry.startSpan({ name: 'mail' }, () =>
      fetch('/api/mail?token=geheim81&to=alice@example.com#token=geheim82').then(({ status }) => status))`);
    await app.main(`
      const attributes = { 'http.query': '?token=geheim83', 'file.path': '/home/alice/invoices.txt', password: 'geheim84' };
      facade.startSpan({ name: 'sync of alice@example.com', attributes }, () =>
        facade.startSpan({ name: 'GET https://example.com/?token=geheim85', attributes }, () => undefined));
    `);
    await server.item('transaction', hasText('sync of'));
    await server.item('transaction', hasText('/api/mail'));
    await app.main(captureInMain('EACCES: /home/alice/invoices.txt of alice@example.com'));
    await app.inPage(() => console.log('opened file:///Users/alice/invoices.txt'));
    await app.throwInPage('no answer from https://example.com/?token=geheim80');
    await server.item('event', hasText('no answer from'));
    await server.item('replay_event', hasText('/invite?'));
    await app.main(crash());
    await until('another minidump', () => server.items('attachment').filter(isDump).length === 2);
  });

  const hasText = (text: string) => (item: { bytes: Buffer }) => item.bytes.includes(text);

  it('the user is promised that reports hold no name, files or typing', () => {
    expect(privacy.reportContents({ breadcrumbs: 100 })).toContain(
      'does not hold your name, the name of this computer, your files',
    );
  });

  it('no item of any kind holds private data', () => {
    const items = server.taken.flatMap(({ items }) => items).filter(({ type }) => type !== 'attachment');
    for (const item of items) {
      const text =
        item.type === 'replay_recording' ? JSON.stringify(readRecording(item)) : item.bytes.toString();
      for (const pattern of PRIVATE) expect(text, `${item.type} with ${pattern}`).not.toMatch(pattern);
      if (hostname().length > 4) expect(text).not.toContain(hostname());
    }
    for (const { header } of server.taken) expect(JSON.stringify(header)).not.toMatch(/geheim|alice/);
  });
});

it('a page whose first call is setUser(null) removes the user for main and replays too, and an early error is reported', async () => {
  await app.recording();
  await app.inPage(() => {
    sessionStorage.signedOut = 'yes';
    location.reload();
  });
  await server.item('event', ({ payload }) => payload.message === 'signed out');
  const thrown = await server.error('thrown early in the page');
  const lines = thrown.breadcrumbs?.map(({ message }) => message);
  expect(lines).toEqual(expect.arrayContaining(['early line 1', 'after the early error']));
  await app.main(captureInMain('nobody is signed in'));
  expect((await server.error('nobody is signed in')).user ?? {}).toEqual({});
  await server.item('replay_event', ({ payload }) => payload.user === undefined);
});
