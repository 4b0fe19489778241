/**
 * Pages whose process ends, or does not answer. The app is in German: pages without script and dialogs are in the user's
 * language too, reports and details are not.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import de from '../../../electron/shared/texts/de.json' with { type: 'json' };
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { ELECTRON } from '../../support/app.ts';
import { type Payload, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { answerDialogs, asked, inOrder } from '../../support/menu.ts';
import { startOrigin } from '../../support/origin.ts';
import { ASKED, CLOCK, killPages, said, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const PAGE = ['404', `${de.fault.statusTitles[404]}.`, de.errorPage.copyDetails];
const ingest = await startEnvelopeServer();
const origin = await startOrigin(() => undefined);

const kill = () => killPages(app);

async function untilReloaded(): Promise<void> {
  await app.replaced();
  await app.shows(...PAGE);
}

/** Crashes the page in the newest window, from inside. It never answers. */
async function crash(): Promise<void> {
  const options = { sessionId: (await app.newest())?.sessionId, timeout: 300 };
  await app.browser.send('Page.crash', {}, options).catch(() => undefined);
}

const app = await watch({
  prelude: CLOCK,
  ingest,
  settings: { contentSecurityPolicy: [`connect-src ${origin.url}`] },
  args: ['--lang=de-AT', '--js-flags=--max-old-space-size=40'],
  durations: {
    // Longer than a page that is alive takes on a busy machine; a page in an endless loop costs a processor meanwhile.
    pingMs: 1_000,
    busyMs: 2_000,
    lookAgainMs: 2_000,
  },
});

async function killTo(...texts: (string | RegExp)[]): Promise<void> {
  await app.replacedBy(() => kill());
  await app.shows(...texts);
}

it('a shell without pages has an empty route manifest', async () => {
  await app.shows(...PAGE);
  const manifest = await app.page('[location.pathname, globalThis._sentryRouteManifest]');
  expect(manifest).toEqual(['/', '{"dynamicRoutes":[],"staticRoutes":[]}']);
});

it('a page that is killed again and again | after three loads a page without script: The page was closed unexpectedly | Try again: the app', async () => {
  for (let time = 0; time < 3; time++) await killTo(...PAGE);
  const { title, words } = de.fault.crash.killed;
  await killTo('killed');
  const text = await app.shows('killed', title, words, de.errorPage.tryAgain, 'Report ID');
  const report = await ingest.event(/[0-9a-f]{32}/.exec(text)?.[0] ?? '');
  expect(report.tags?.['fault.code']).toBe('killed');
  expect(report.contexts?.fault).toMatchObject({ title: en.fault.crash.killed.title });
  const { contexts: _, ...event } = report;
  expect(JSON.stringify(event)).not.toMatch(/Seite/);
  expect(await app.main('electron.BrowserWindow.getAllWindows().length')).toBe(1);
  expect(await app.page('document.scripts.length')).toBe(0);

  await app.click(de.errorPage.tryAgain);
  await app.shows(...PAGE);
});

it('the page without script is killed too | a native dialog with the same words | Try again in it: the app', async () => {
  await app.passHealthyTime();
  await app.main(`(() => { ${ASKED} })()`);
  for (let time = 0; time < 3; time++) await killTo(...PAGE);
  await killTo('killed');
  await kill();
  expect(JSON.parse(await said(app, /asked: (\{.*\})/))).toMatchObject({
    message: de.fault.crash.killed.title,
    detail: de.fault.crash.killed.words,
    buttons: inOrder(de.errorPage.tryAgain, 'Holdfast beenden', de.errorPage.copyDetails),
  });
  await app.main('answer(0)');
  await app.shows(...PAGE);
});

describe('a page whose process ends', () => {
  beforeEach(async () => {
    await app.shows(...PAGE);
    // The window that the previous test replaced may still exist for a moment, first in Electron's list.
    await until('one window', () => app.main('electron.BrowserWindow.getAllWindows().length === 1'));
    await app.passHealthyTime();
  });

  it.each([
    ['killed (SIGKILL)', /killed/, kill],
    ['crashed', /crashed/, () => app.browser.send('Target.getTargets').then(crash)],
    [
      'out of memory',
      /oom|crashed/,
      () => app.page('const kept = []; for (;;) kept.push(new Array(1e5).fill({}))').catch(() => undefined),
    ],
  ])(
    'a page is %s | for less than a second nothing new, then the app | the app',
    async (_name, reason, end) => {
      await app.mark();
      const before = ingest.events().length;
      await end();
      await untilReloaded();
      const isCrash = ({ tags }: Payload) => tags?.['fault.kind'] === 'crash';
      const crashed = () => ingest.events().slice(before).find(isCrash);
      await expect.poll(crashed).toMatchObject({ tags: { 'fault.code': expect.stringMatching(reason) } });
    },
  );
});

describe('a page that does not answer, when the computer wakes or while it is visible', () => {
  const wake = () => app.main(`void electron.powerMonitor.emit('resume')`);
  const question = () => until('the dialog', async () => (await asked(app))[0]);
  const hangs = () => ingest.events().filter(({ tags }) => tags?.['fault.kind'] === 'hang');
  const { Wait, Reload } = de.dialogs.hangChoices;

  it('a page that blocks its thread | a dialog: This page isn’t responding, with Wait, Reload and Quit | Reload: the app', async () => {
    const kills = () => ingest.events().filter(({ tags }) => tags?.['fault.code'] === 'killed').length;
    const before = kills();
    await answerDialogs(app, Reload);
    await app.mark();
    await app.page('void setTimeout(function busyInHere() { for (;;); }, 20)');
    await pause(200);
    await wake();
    expect(await question()).toMatchObject({
      message: de.fault.hang.title,
      detail: de.dialogs.hangDetail,
      buttons: inOrder(Wait, Reload, 'Holdfast beenden', de.errorPage.copyDetails),
    });
    await untilReloaded();
    await expect.poll(() => hangs().length).toBe(1);
    // `collectJavaScriptCallStack` came with Electron 34.
    const where =
      ELECTRON >= 34 ? 'busyInHere' : 'This Electron version cannot sample what the page was doing.';
    expect(hangs()[0]?.contexts?.fault?.detail).toContain(where);
    expect(kills()).toBe(before);
  });

  it('a page that is busy while nobody touches it | a dialog: This page isn’t responding | Reload: the app', async () => {
    await answerDialogs(app, Reload);
    await app.mark();
    await app.page('void setTimeout(function busyInHere() { for (;;); }, 20)');
    expect((await question()).message).toBe(de.fault.hang.title);
    await untilReloaded();
  });

  /** The page waits for a server in its thread, which costs no processor. Resolves to what answers it. */
  async function block(): Promise<() => unknown> {
    const held = once(origin.server, 'request');
    await app.page(`void setTimeout(() => {
      const request = new XMLHttpRequest();
      request.open('GET', '${origin.url}/held', false);
      request.send();
    }, 20)`);
    const [, response] = await held;
    await wake();
    return () => response.setHeader('Access-Control-Allow-Origin', '*').end('{}');
  }

  it('a page that blocks its thread for a while | the same dialog | Wait: the page goes on where it was; Quit: the app ends', async () => {
    await answerDialogs(app, Wait);
    await app.mark();
    const goOn = await block();
    expect((await question()).message).toBe(de.fault.hang.title);
    goOn();
    await app.shows(...PAGE);
    expect(await app.page('window.isOld')).toBe(true);
    await answerDialogs(app, 'Holdfast beenden');
    await block();
    if (process.platform !== 'darwin') expect(await app.gone()).toBe(0);
    expect(app.stderr().split(`"message":"${de.fault.hang.title}"`)).toHaveLength(5);
  });
});
