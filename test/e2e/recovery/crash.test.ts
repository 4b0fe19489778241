/** Pages whose process ends. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import de from '../../../electron/shared/texts/de.json' with { type: 'json' };
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { freePort } from '../../support/freePort.ts';
import { lacks } from '../../support/lacks.ts';
import { choose, inOrder } from '../../support/menu.ts';
import { CLOCK, said, type Watched, watch, ZYGOTES } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { NOT_FOUND } from '../../support/words.ts';

const ingest = await startEnvelopeServer();
afterAll(() => ingest.close());

const APP = ['404', `${NOT_FOUND}.`];

/** Kills the processes of all pages, like a system that runs out of memory. */
async function kill(app: Watched): Promise<void> {
  for (const id of await app.processes('renderer')) process.kill(id, 'SIGKILL');
}

/** Waits until the window's page is no longer the marked one. */
async function untilReloaded(app: Watched): Promise<void> {
  await app.replaced();
  await app.shows(...APP);
}

/** Crashes the page in the newest window, from inside. */
async function crash(app: Watched): Promise<void> {
  const newest = (await app.windows()).at(-1);
  // It never answers, because its page is gone.
  await app.browser
    .send('Page.crash', {}, { sessionId: newest?.sessionId, timeout: 300 })
    .catch(() => undefined);
}

/** A prelude: the protocol answers as late as the test says. */
const LATE = `
  const { protocol } = electron;
  const { registerStreamProtocol } = protocol;
  protocol.registerStreamProtocol = (scheme, answer) =>
    registerStreamProtocol(scheme, (request, respond) =>
      setTimeout(() => answer(request, respond), globalThis.lateBy ?? 0));
`;

/** JavaScript for main: message boxes are written to stderr and counted; `press` answers the last one. */
const HOLDS_DIALOGS = `void (globalThis.dialogs = 0, electron.dialog.showMessageBox = (options) => {
  globalThis.dialogs += 1;
  console.error('told: ' + JSON.stringify(options));
  return new Promise((resolve) => { globalThis.press = (name) => resolve({ response: options.buttons.indexOf(name), checkboxChecked: false }); });
})`;

/** That a page without script says when it is loaded again. */
const AGAIN_AT = /Neue Verbindung um .+/;

describe('a page whose process ends', () => {
  let app: Watched;
  beforeAll(async () => {
    app = await watch({
      prelude: CLOCK + LATE,
      ingest,
      args: ['--js-flags=--max-old-space-size=40'],
      // The page of a failed load must be visible before the next try, even on a slow machine.
      durations: { retryMs: 60_000 },
    });
  });
  beforeEach(async () => {
    await app.shows(...APP);
    // The window that the previous test replaced may still exist for a moment, first in Electron's list.
    await until('one window', () => app.main('electron.BrowserWindow.getAllWindows().length === 1'));
    await app.passTime(61_000);
  });
  afterAll(async () => {
    expect(await app.stop()).toBe(0);
  });

  it.each([
    ['killed (SIGKILL)', /killed/, kill],
    ['crashed', /crashed/, (one: Watched) => one.browser.send('Target.getTargets').then(() => crash(one))],
    [
      'out of memory',
      /oom|crashed/,
      (one: Watched) =>
        one.page('const kept = []; for (;;) kept.push(new Array(1e5).fill({}))').catch(() => undefined),
    ],
  ])(
    'a page is %s | for less than a second nothing new, then the app | the app',
    async (_name, reason, end) => {
      await app.mark();
      const before = ingest.events().length;
      await end(app);
      await untilReloaded(app);
      const isNew = () =>
        ingest
          .events()
          .slice(before)
          .find(({ tags }) => tags?.['fault.kind'] === 'crash');
      await expect.poll(isNew).toMatchObject({ tags: { 'fault.code': expect.stringMatching(reason) } });
    },
  );

  /** Electron's event for a process that could not be started; the page itself is alive. */
  it.each(['launch-failed', 'integrity-failure', 'abnormal-exit'])(
    'a page process with the reason %s | the app, loaded again | the app | event',
    async (reason) => {
      await app.mark();
      const details = `{ reason: '${reason}', exitCode: 1 }`;
      await app.main(
        `void electron.BrowserWindow.getAllWindows()[0].webContents.emit('render-process-gone', {}, ${details})`,
      );
      await untilReloaded(app);
      const isReported = () => ingest.events().some(({ tags }) => tags?.['fault.code'] === reason);
      await expect.poll(isReported).toBe(true);
    },
  );

  it.each([
    // Sent in Electron's order, so that the window being left surely still loads.
    [
      'ends',
      ' | event',
      'crashed',
      `contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })`,
    ],
    // Chromium reports no more about a page that ends at some moments.
    ['is stopped', '', 'ERR_ABORTED', 'setTimeout(() => contents.stop(), 50)'],
  ])(
    'a page that %s while the page about a failed load appears | a page without script, and the time of the next try | the app%s',
    async (_name, _how, code, end) => {
      const nobody = await freePort();
      await app.main(`void (() => {
        globalThis.lateBy = 200;
        const [{ webContents: contents }] = electron.BrowserWindow.getAllWindows();
        contents.on('did-start-navigation', function begins({ url }) {
          if (!url.includes('/fault?')) return;
          contents.off('did-start-navigation', begins);
          setImmediate(() => void ${end});
        });
        contents.loadURL('http://127.0.0.1:${nobody}/');
      })()`);
      await app.shows(code, /Reconnecting at .+/);
      expect(await app.page('document.scripts.length')).toBe(0);
      await app.main(`void electron.powerMonitor.emit('resume')`);
      await app.shows(...APP);
    },
  );
});

/** Kills the page, which is replaced by another that shows this. */
async function killTo(app: Watched, ...texts: (string | RegExp)[]): Promise<void> {
  await app.mark();
  await kill(app);
  await app.replaced();
  await app.shows(...texts);
}

// In an app of its own: it counts every load, and one from another test may be counted late. In German: pages without
// script and dialogs are in the user's language too, reports and details are not.
describe('an app in German whose pages are killed', () => {
  const PAGE = ['404', `${de.fault.statusTitles[404]}.`, de.errorPage.copyDetails];
  let app: Watched;
  beforeAll(async () => {
    app = await watch({ prelude: CLOCK, args: ['--lang=de-AT'], ingest });
    await app.shows(...PAGE);
  });
  afterAll(async () => {
    expect(await app.stop()).toBe(0);
  });

  it('follows --lang; the details stay English', async () => {
    expect(await app.page<string>('document.documentElement.lang')).toBe('de-AT');
    const details = await app.page<string>('document.querySelector("pre").textContent');
    expect(details).toMatch(new RegExp(`^404: ${NOT_FOUND}\\n`));
    const labels = 'electron.Menu.getApplicationMenu().items.map(({ label }) => label)';
    expect(await app.main<string[]>(labels)).toEqual(expect.arrayContaining(['&Datei', '&Hilfe']));
  });

  it('a page that is killed again and again | after three loads a page without script: The page was closed unexpectedly | Try again: the app', async () => {
    for (let time = 0; time < 3; time++) await killTo(app, ...PAGE);
    const { title, words } = de.fault.crash.killed;
    await killTo(app, 'killed');
    const text = await app.shows('killed', title, words, de.errorPage.tryAgain, 'Berichtsnummer');
    const report = await ingest.event(/[0-9a-f]{32}/.exec(text)?.[0] ?? '');
    expect(report.tags?.['fault.code']).toBe('killed');
    expect(report.contexts?.fault).toMatchObject({ title: en.fault.crash.killed.title });
    const { contexts: _, ...event } = report;
    expect(JSON.stringify(event)).not.toMatch(/Seite/);
    expect(await app.main('electron.BrowserWindow.getAllWindows().length')).toBe(1);
    expect(await app.page('document.scripts.length')).toBe(0);

    // It is not loaded a fourth time within the same minute: the page says when.
    await app.click(de.errorPage.tryAgain);
    await app.shows('killed', AGAIN_AT);
    await app.passTime(61_000);
    await app.click(de.errorPage.tryAgain);
    await app.shows(...PAGE);
  });

  it('the page without script is killed too | a native dialog with the same words | Try Again in it: the app', async () => {
    await app.passTime(61_000);
    // The user presses the dialog's button after a minute.
    await app.main(HOLDS_DIALOGS);
    for (let time = 0; time < 3; time++) await killTo(app, ...PAGE);
    await killTo(app, 'killed');
    await kill(app);
    const told = JSON.parse(await said(app, /told: (\{.*\})/));
    expect(told).toMatchObject({
      message: de.fault.crash.killed.title,
      detail: de.fault.crash.killed.words,
      buttons: inOrder(de.dialogs.tryAgain, 'Holdfast beenden', de.dialogs.copyDetails),
    });
    await app.passTime(61_000);
    await app.main(`globalThis.press('${de.dialogs.tryAgain}')`);
    await app.shows(...PAGE);
  });
});

it.skipIf(lacks('/proc'))(
  'no page can start any more | one native dialog, and no window over it | Quit: the app ends',
  async () => {
    const app = await watch({ prelude: CLOCK, ingest, durations: { commitMs: 2_000 } });
    await app.main(HOLDS_DIALOGS);
    await app.shows(...APP);
    const dialogs = async () => await app.main<number>('globalThis.dialogs');
    const before = ingest.events().length;
    const zygotes = await app.main<number[]>(ZYGOTES);
    expect(zygotes.length).toBeGreaterThan(0);
    for (const pid of zygotes) process.kill(pid, 'SIGKILL');
    await kill(app);
    await expect.poll(dialogs).toBe(1);
    // Longer than a window waits to be shown, and a page may take to load.
    await pause(2_500);
    await choose(app, 'reload');
    await pause(500);
    expect(await dialogs()).toBe(1);
    expect(
      await app.main('electron.BrowserWindow.getAllWindows().filter((one) => one.isVisible()).length'),
    ).toBe(0);
    expect(ingest.events().slice(before)).toHaveLength(1);
    // Not at once: the answer would come from an app that is ending.
    await app.main('void setTimeout(() => globalThis.press("Quit Holdfast"), 50)');
    expect(await app.gone()).toBe(0);
  },
);
