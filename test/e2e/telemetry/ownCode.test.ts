/** The app's own code reports through the facade in main and in pages, there also before the SDK has loaded. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facade } from '../../../electron/shared/facade.ts';
import { PROJECT } from '../../support/app.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { bundledForPage } from '../../support/pageModule.ts';
import { captureInMain, createBench, type TelemetryApp } from '../../support/telemetryApp.ts';
import { foreignPage } from '../../support/webBuild.ts';

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
globalThis.answers = [
  facade.captureException(new Error('caught early in the page'), { tags: { order: 1 } }),
  facade.startSpan({ name: 'early span' }, () => 'of the span'),
];
facade.setExtra('step', 3);
facade.setContext('cart', { items: 2 });
facade.addAttachment({ filename: 'a.txt', data: 'attached early' });
facade.withScope((scope) => {
  scope.setTag('within', 'yes').setLevel('warning');
  facade.captureMessage('scoped early');
});
globalThis.feedback = facade.captureFeedback({ message: 'said early', name: 'A user' });
if (signedOut) facade.captureMessage('signed out');
else facade.setUser({ id: 'later-user' });
console.warn('after the early error');
setTimeout(() => { throw new Error('thrown early in the page'); });
`;
/** Runs when Electron is ready, before there is a window. */
const MAIN = `
import { app } from 'electron';
import { defineMain } from 'holdfast/main';
import * as facade from 'holdfast/telemetry';
export default defineMain({});
app.once('ready', () => {
  facade.setUser({ id: 'main-user' });
  facade.setTag('main', 'yes');
  facade.addBreadcrumb({ category: 'own', message: 'breadcrumb of main' });
  facade.setExtra('step', 3);
  facade.setContext('cart', { items: 2 });
  facade.addAttachment({ filename: 'a.txt', data: 'attached in main' });
  facade.withScope((scope) => {
    scope.setTag('within', 'yes');
    facade.captureMessage('scoped in main');
  });
  facade.captureFeedback({ message: 'said in main' });
  const id = facade.captureException(new Error('caught early in main'), { level: 'fatal' });
  const of = facade.startSpan({ name: 'span of main' }, () => 'the span');
  process.stderr.write('own code: ' + id + ' ' + of + '\\n');
});
`;

const server = await startEnvelopeServer();
const bench = await createBench({ code: MAIN, alter: foreignPage('', await bundledForPage(PAGE)) });
let app: TelemetryApp;

describe('with reports on', () => {
  beforeAll(async () => {
    app = await bench.start({ ingest: server });
  });
  afterAll(() => app.kill());

  it('reports of a page show what it did before the SDK had loaded, in order', async () => {
    const report = await server.error('caught early in the page');
    const [id] = await app.inPage(() => (globalThis as unknown as { answers: string[] }).answers);
    expect(report.event_id).toBe(id);
    expect(report.user).toMatchObject({ id: 'early-user' });
    expect(report.tags).toMatchObject({ sdk: 'false', early: 'yes', order: '1' });
    const own = report.breadcrumbs?.filter(({ data }) => data?.['electron.process'] === 'renderer') ?? [];
    expect(own.map(({ category, message }) => [category, message])).toEqual([
      ['console', 'early line 1'],
      ['own', 'early breadcrumb'],
      ['ui.click', expect.stringContaining('button#early-button')],
    ]);

    const thrown = await server.error('thrown early in the page');
    expect(thrown.user).toMatchObject({ id: 'later-user' });
    const lines = thrown.breadcrumbs?.map(({ message }) => message);
    expect(lines).toEqual(expect.arrayContaining(['early line 1', 'after the early error']));
    expect(thrown.timestamp).toBeGreaterThanOrEqual(report.timestamp ?? Number.NaN);

    await app.inPage(() => {
      const facade = globalThis.holdfastTelemetry as Facade;
      facade.withScope((scope) => {
        scope.setTag('of the scope', 'yes');
        facade.addBreadcrumb({ message: 'in withScope' });
      });
      facade.captureMessage('later in the page', 'warning');
    });
    const { payload } = await server.item('event', ({ payload }) => payload.message === 'later in the page');
    expect(payload).toMatchObject({ level: 'warning', tags: { early: 'yes' } });
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

  it.each(['page', 'main'])(
    'scopes, extras, contexts, attachments and feedback of %s arrive, early ones too',
    async (where) => {
      const [scoped, said] =
        where === 'page' ? ['scoped early', 'said early'] : ['scoped in main', 'said in main'];
      const common = { extra: { step: 3 }, contexts: { cart: { items: 2 } } };
      const message = await server.item('event', ({ payload }) => payload.message === scoped);
      expect(message.payload).toMatchObject({ ...common, tags: { within: 'yes' } });
      const feedback = await server.item('feedback', ({ bytes }) => bytes.includes(said));
      expect(feedback.payload).toMatchObject(common);
      const files = server.items('attachment').filter(({ bytes }) => `${bytes}`.startsWith('attached'));
      expect(files.map(({ bytes }) => `${bytes}`)).toContain(
        where === 'page' ? 'attached early' : 'attached in main',
      );
      if (where === 'main') return;
      expect(message.payload.level).toBe('warning');
      const id = await app.inPage(() => (globalThis as unknown as { feedback: string }).feedback);
      expect(feedback.payload.event_id).toBe(id);
    },
  );

  it('a page whose first call is setUser(null) removes the user for main and replays too', async () => {
    expect((await server.error('thrown early in the page')).user).toEqual({ id: 'later-user' });
    await app.recording();
    await app.inPage(() => {
      sessionStorage.signedOut = 'yes';
      location.reload();
    });
    await server.item('event', ({ payload }) => payload.message === 'signed out');
    await app.main(captureInMain('nobody is signed in'));
    expect((await server.error('nobody is signed in')).user ?? {}).toEqual({});
    await server.item('replay_event', ({ payload }) => payload.user === undefined);
  });
});
