/** An app that already has Sentry: a page with its own SDK, which sends through the tunnel. */
import { expect } from 'vitest';
import en from '../../electron/shared/texts/en.json' with { type: 'json' };
import type { EnvelopeServer, Payload } from './envelopeServer.ts';
import { bundledForPage } from './pageModule.ts';
import type { Watched } from './recovery.ts';
import { captureInMain } from './telemetryApp.ts';
import { until } from './until.ts';
import { foreignPage } from './webBuild.ts';
import { PAGE_FAILED } from './words.ts';

const TUNNEL = `tunnel: '/_holdfast/envelope'`;

/** How a page starts its SDK: from this package, with this call. */
export const initOf = (sdk: string, options = TUNNEL) => `
import * as Sentry from '${sdk}';
Sentry.init({ ${options}, ...COMMON(Sentry) });
globalThis.Sentry = Sentry;`;

const PAGE = `<h1>The shop</h1><button id="throw">throw</button><button id="empty">empty</button>`;
/** What every such page does: 150 breadcrumbs, a user, a replay, and errors on a press. */
const COMMON = `
const COMMON = ({ replayIntegration }) => ({
  dsn: 'DSN',
  integrations: [replayIntegration({ useCompression: false })],
  replaysSessionSampleRate: 1,
});`;
const ACTS = `
Sentry.setUser({ id: 'desk-7' });
for (let n = 0; n < 150; n++) Sentry.addBreadcrumb({ message: 'crumb ' + n });
const on = (id, act) => document.getElementById(id).addEventListener('click', () => setTimeout(act));
on('throw', () => { throw new Error('thrown in the shop'); });
on('empty', () => { document.body.replaceChildren(); throw new TypeError('left nothing'); });`;

export const bundle = async (init: string, from: string, dsn: string) =>
  `(() => {${await bundledForPage(`${COMMON}\n${init}\n${ACTS}`.replace('DSN', dsn), from)}})();`;

const crumbsOf = ({ breadcrumbs = [] }: Payload) =>
  breadcrumbs.map(({ message }) => message).filter((message) => message?.startsWith('crumb'));
function expectOnce(crumbs: readonly (string | undefined)[]): void {
  expect(crumbs.at(-1)).toBe('crumb 149');
  expect(new Set(crumbs).size).toBe(crumbs.length);
}
/** What gives a copy of the app such a page. @param init, from as for `checkOwnSdk` */
export const ownSdkPage = async (init: string, from: string, dsn: string) =>
  foreignPage(PAGE, await bundle(init, from, dsn));

/** Checks every promise of Holdfast in an app with such a page, which has just been started. */
export async function checkReports(
  app: Pick<Watched, 'shows' | 'page' | 'click' | 'stderr'> & { main(code: string): Promise<unknown> },
  server: EnvelopeServer,
): Promise<void> {
  const errors = (text: string) =>
    server
      .items('event')
      .filter(({ payload }) => payload.exception?.values.some(({ value }) => value === text));
  await app.shows('The shop');
  // By then Holdfast has checked whether the page has an SDK.
  await until('a replay', () => server.items('replay_event').length > 0);
  await app.page(`document.getElementById('throw').click()`);
  const report = await server.error('thrown in the shop');
  expect(report.breadcrumbs).toHaveLength(100);
  expectOnce(crumbsOf(report));
  expect(report.breadcrumbs?.some(({ data }) => data?.['electron.process'] === 'main')).toBe(true);
  expect(report.tags?.['event.process']).toBe('renderer');
  expect(report.user?.id).toBe('desk-7');
  const { payload: segment } = await server.item('replay_event', ({ payload }) => payload.segment_id === 0);
  expect(report.contexts?.replay?.replay_id).toBe(segment.replay_id);
  expect(segment.user?.id).toBe('desk-7');

  // One trail: main's reports have the page's breadcrumbs, and its replay.
  await app.main(`(() => {${captureInMain('of main')}})()`);
  const ofMain = await server.error('of main');
  expectOnce(crumbsOf(ofMain));
  expect(ofMain.contexts?.replay?.replay_id).toBe(segment.replay_id);

  // After main has looked at the page because of the first error.
  await app.page('new Promise((resolve) => setTimeout(resolve, 1_500))');
  await app.page(`document.getElementById('empty').click()`);
  const shown = await app.shows(PAGE_FAILED, 'Report ID');
  const left = await server.error('left nothing');
  expect(shown).toContain(left.event_id?.slice(0, 8));
  await app.click(en.errorPage.tryAgain);
  await app.shows('The shop');
  for (const text of ['thrown in the shop', 'left nothing']) expect(errors(text)).toHaveLength(1);
  // Nothing about two SDKs, and Holdfast's own is not loaded.
  const reported = server.events().map(({ exception, message }) => exception?.values[0]?.value ?? message);
  expect(reported.sort()).toEqual(['left nothing', 'of main', 'thrown in the shop']);
  expect(app.stderr()).not.toMatch(/refused/);
}
