/** Failures of a page: of its code, of its data, of what paints it. The app is built with failing pages. */
import { once } from 'node:events';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { ELECTRON } from '../../support/app.ts';
import { hasPicture, isSeenOnDisplay } from '../../support/display.ts';
import { type Payload, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { pressKey } from '../../support/input.ts';
import { needing } from '../../support/lacks.ts';
import { answerDialogs, asked, choose } from '../../support/menu.ts';
import { startOrigin } from '../../support/origin.ts';
import { copyFailingApp } from '../../support/pagesApp.ts';
import { addPrelude, killNetwork, killPages, reportOf, watch } from '../../support/recovery.ts';
import { PAGE_FAILED, PAGE_NOT_LOADED, SERVER_FAILED } from '../../support/words.ts';

let answer: 'well' | '503' | 'drops' | 'no JSON' | 'never' = 'well';

/** A prelude: main gives a file as late as the test says, in milliseconds, or never; or another answer in its place. */
const HELD = `
  const { protocol } = electron;
  const { registerStreamProtocol } = protocol;
  protocol.registerStreamProtocol = (scheme, answer) =>
    registerStreamProtocol(scheme, (request, respond) => {
      const wait = globalThis.heldFor?.(request.url) ?? 0;
      if (wait === 0) answer(request, respond);
      else if (typeof wait === 'object') respond(wait);
      else if (wait < Infinity) setTimeout(() => answer(request, respond), wait);
      // Electron fails a request whose function for the answer was collected.
      else (globalThis.kept ??= []).push(respond);
    });
`;

/** A prelude: the app's pages paint nothing while a test says so. */
const WHITE = `
  electron.app.on('web-contents-created', (_event, contents) => {
    contents.on('dom-ready', () => {
      const isApp = !contents.getURL().includes('/_holdfast/');
      if (globalThis.isWhite && isApp) void contents.insertCSS('body { visibility: hidden }');
    });
  });
`;

const ingest = await startEnvelopeServer();
const built = await copyFailingApp();
await addPrelude(built.folder, HELD + WHITE);
const origin = await startOrigin((request, response) => {
  if (answer === 'never') return;
  if (answer === 'drops') request.socket.destroy();
  else if (answer === '503') response.writeHead(503).end('down');
  else if (answer === 'no JSON') response.end('<p>Please log in');
  else response.end(JSON.stringify({ pageProps: { said: 'yes' } }));
});
const app = await watch({
  app: built.folder,
  ingest,
  settings: { origin: origin.url, buildId: 'b1', dataTimeout: 6 },
  durations: {
    readyMs: 6_000,
    signMs: 1_000,
    retryMs: 2_000,
    loopMs: 10_000,
    pressedMs: 3_000,
    lookAgainMs: 2_000,
  },
});
await app.shows('The start page');

const thrownIn = ({ exception }: Payload) => exception?.values[0]?.value;
const press = (id: string) => app.page(`document.getElementById('${id}').click()`);
const countOf = (kind: string) =>
  ingest.events().filter(({ contexts }) => contexts?.fault?.kind === kind).length;

/** Goes to the start like the user, and waits for it; earlier loads and faults no longer count. */
async function start(): Promise<void> {
  await app.passTime(60_000);
  await app.replacedBy(() => app.page(`location.assign('/')`));
  await app.shows('The start page');
  await app.passHealthyTime();
}

it.each([
  ['an exception while rendering', 'render', 'thrown while rendering'],
  ['an exception that leaves nothing on the screen', 'empty', 'left nothing'],
])(`%s | ${PAGE_FAILED} | Try again: the page`, async (_name, id, detail) => {
  await start();
  // A look at the page that has just loaded would find it empty before its error is told.
  await isLookedAt();
  await press(id);
  const text = await app.shows(PAGE_FAILED, en.fault.script.words, 'Report ID');
  const report = await reportOf(text, ingest);
  expect(thrownIn(report)).toBe(detail);
  expect(ingest.events().filter((one) => one.tags?.['fault.kind'] && thrownIn(one) === detail)).toEqual([
    report,
  ]);
  await app.click(en.errorPage.tryAgain);
  await app.shows('The start page');
});

it('an exception in an event handler, and a rejected promise | the page as it is, with what was typed | nothing: they are reported', async () => {
  await start();
  await app.page(`document.getElementById('name').value = 'Ada'`);
  for (const id of ['handler', 'promise']) await press(id);
  const reports = () =>
    ['thrown in a handler', 'rejected'].map(
      (detail) => ingest.events().filter((one) => thrownIn(one) === detail).length,
    );
  await expect.poll(reports).toEqual([1, 1]);
  await isLookedAt();
  expect(await app.page(`document.getElementById('name').value`)).toBe('Ada');
  await app.shows('The start page');
  expect(reports()).toEqual([1, 1]);
});

it('a part of the code that does not load | ERR_FAILED: A part of the page couldn’t be loaded and a countdown | the page, when the file is back', async () => {
  await start();
  const assets = join(built.folder, '.build', 'renderer', '_holdfast');
  const part = (await readdir(assets)).find((name) => /^part-.*\.js$/.test(name));
  if (!part) throw new Error('The build has no file for the page "part".');
  await rename(join(assets, part), join(assets, 'away'));
  await press('chunk');
  const text = await app.shows('ERR_FAILED', en.fault.part.title, /Reconnecting in/, 'Report ID');
  expect(thrownIn(await reportOf(text, ingest))).toContain(part);
  await failsAgain('ERR_FAILED', 'Report ID');
  await rename(join(assets, 'away'), join(assets, part));
  await app.shows('The part');
  expect(countOf('load')).toBe(1);
});

async function failsAgain(...texts: (string | RegExp)[]): Promise<void> {
  await app.mark();
  await app.replaced();
  await app.shows(...texts);
}

it.each([
  ['page data answered with 503', '503', ['503', SERVER_FAILED]],
  ['page data whose connection drops', 'drops', [/ERR_\w+/]],
  ['page data that is no JSON', 'no JSON', [PAGE_NOT_LOADED]],
] as const)(
  '%s | its code and title, and a countdown | the page, when the server is back',
  async (_name, how, texts) => {
    await start();
    answer = how;
    // A new address each time: an address loaded before would show its copy.
    const url = `/data?answer=${encodeURIComponent(how)}`;
    const count = () => countOf('data') + countOf('http');
    const before = count();
    await app.page(`document.getElementById('data').value = '${url}'`);
    await press('data');
    const text = await app.shows(...texts, /Reconnecting in/, 'Report ID');
    const report = await reportOf(text, ingest);
    expect(report.contexts?.fault?.url).toMatch(/^\/data/);
    if (how === '503') await failsAgain(...texts, `Report ID: ${report.event_id?.slice(0, 8)}`);
    answer = 'well';
    await app.shows('The server said yes');
    expect(count()).toBe(before + 1);
  },
);

async function open(path: string): Promise<void> {
  await app.passTime(61_000);
  await app.replacedBy(() => app.page(`location.assign('${path}')`));
}

it('page data that never arrives | Still loading, with a way out, then ERR_TIMED_OUT and a countdown | the page, when the server is back', async () => {
  answer = 'never';
  await open('/data?answer=never');
  await app.shows(en.errorPage.stillLoading, en.errorPage.home);
  await app.shows('ERR_TIMED_OUT', /Reconnecting in/);
  // The page itself gave up: it was not taken for one that does not start.
  expect(ingest.events().filter(({ tags }) => tags?.['fault.kind'] === 'boot')).toEqual([]);
  answer = 'well';
  await app.shows('The server said yes');
});

// Before that, Electron's net module fails for good once the process has ended (electron/electron#49887).
it.runIf(ELECTRON >= 41)(
  'the network process is killed while page data loads | its code and title, and a countdown | the page, by itself | not on 33.2.1, whose net module fails until the app is started again',
  async () => {
    answer = 'never';
    const asked = once(origin.server, 'request');
    await open('/data?answer=network');
    await asked;
    await killNetwork(app);
    await app.shows(/ERR_\w+/, /Reconnecting in/);
    answer = 'well';
    await app.shows('The server said yes');
  },
);

it('a part of the code that never arrives | Loading the page, then not-ready: The page didn’t start | Try again: the page', async () => {
  // A new process has no copy of the part.
  await app.replacedBy(() => killPages(app));
  const hold = (what: string) => app.main(`void (globalThis.heldFor = ${what})`);
  await hold(`(url) => (url.includes('/part-') ? Infinity : url.endsWith('/index.html') ? 500 : 0)`);
  await app.mark();
  // The last message of the page being left does not count for the next one.
  await app.page(`void (location.assign('/part'), setTimeout(() => holdfast.ready(), 100))`);
  await app.replaced();
  await app.shows(en.pages.loading);
  await app.shows('not-ready', en.fault.otherBoot.title);
  await hold('undefined');
  await app.passTime(61_000);
  await app.click(en.errorPage.tryAgain);
  await app.shows('The part');
});

const reportsOf = (code: string) => ingest.events().filter(({ tags }) => tags?.['fault.code'] === code);

/** Waits until main has looked at a page that has just loaded. */
const isLookedAt = () => app.page('new Promise((resolve) => setTimeout(resolve, 2_500))');

const USELESS: Record<string, () => Promise<unknown>> = {
  'a page that loads itself again and again | loop: The page loads again and again on a page without script | Home: the app':
    () => app.page(`location.assign('/again')`),
  'a page whose code never ends | unresponsive: This page isn’t responding on a page without script | Home: the app':
    () => {
      answer = 'never';
      return app.page(`location.assign('/busy?held=/_next/data/b1/busy.json')`);
    },
  'a page that shows nothing but its border after a press | blank: The page shows nothing | Try again: the app':
    async () => {
      await isLookedAt();
      await press('emptied');
      await pressKey(app, 'a');
    },
  'a page that later loses everything that it shows, deep inside | blank: The page shows nothing | Try again: the app':
    () =>
      app.page(`void [...document.querySelectorAll('body > * > *')].forEach((one) => one.replaceChildren())`),
  'a page that goes to about:blank again and again | the app, then not-ready: The page didn’t start | Try again: the app':
    async () => {
      await app.replacedBy(() => app.page(`location.assign('about:blank')`));
      await app.shows('The start page');
      await app.page(`location.assign('about:blank')`);
    },
  'a page that is ready and has painted nothing | blank: The page shows nothing | Try again: the app':
    async () => {
      await app.main(`void (globalThis.isWhite = true)`);
      await choose(app, 'reload');
    },
  'a page that writes an empty document over itself | blank: The page shows nothing | Try again: the app':
    async () => {
      await isLookedAt();
      // As by a timer, a socket or a 401.
      await app.page('void (document.open(), document.close())');
    },
};
it.each(Object.entries(USELESS))('%s', async (name, go) => {
  const [, code = '', title = ''] = /([\w-]+): (.*?)(?: on a page| \|)/.exec(name) ?? [];
  await start();
  const before = reportsOf(code).length;
  await go();
  const text = await app.shows(code, title, 'Report ID');
  const report = await reportOf(text, ingest);
  expect(reportsOf(code).slice(before)).toEqual([report]);
  if (name.includes('without script')) expect(await app.page('document.scripts.length')).toBe(0);
  answer = 'well';
  await app.main(`void (globalThis.isWhite = false)`);
  await app.click(name.includes('Home') ? en.errorPage.home : en.errorPage.tryAgain);
  await app.shows('The start page');
});

const EMPTY = `{ headers: { 'content-type': 'text/html' }, data: Readable.from([Buffer.from('<!doctype html>')]) }`;
it.each([
  ['a page about a fault that is empty | the page without script | Try again: the app', 1, EMPTY],
  [
    'a page about a fault that does not load, and its successor neither | a native dialog | Try again: the app',
    2,
    '{ error: -2 }',
  ],
])('%s', async (_name, times, instead) => {
  await start();
  await answerDialogs(app, en.errorPage.tryAgain);
  await app.main(`(() => {
    const { Readable } = require('node:stream');
    let times = ${times};
    globalThis.heldFor = (url) => (url.includes('/_holdfast/fault') && times-- > 0 ? ${instead} : 0);
  })()`);
  await isLookedAt();
  await app.mark();
  await press('empty');
  if (times === 1) {
    await app.shows('blank', 'The page shows nothing', 'Report ID');
    expect(await app.page('document.scripts.length')).toBe(0);
    await app.passTime(61_000);
    await app.click(en.errorPage.tryAgain);
  } else await expect.poll(() => asked(app)).toHaveLength(1);
  await app.replaced();
  await app.shows('The start page');
  await app.main('void (globalThis.heldFor = undefined)');
});

it('endless alerts | the second may be the last | the page goes on', async () => {
  await start();
  await app.main(`(() => {
    const { dialog } = electron;
    const { showMessageBox } = dialog;
    globalThis.alerts = [];
    dialog.showMessageBox = async (...args) => {
      const { checkboxLabel = '' } = args.at(-1);
      alerts.push(checkboxLabel);
      if (alerts.length === 2) dialog.showMessageBox = showMessageBox;
      return { response: 0, checkboxChecked: checkboxLabel !== '' };
    };
  })()`);
  // Ends by itself, so that a failure does not block the tests.
  await app.page(`void setTimeout(() => {
    for (let times = 0; times < 1_000; times += 1) alert('again');
    document.body.append('The page goes on');
  })`);
  await app.shows('The page goes on');
  expect(await app.main('alerts')).toEqual(['', en.dialogs.noMore]);
});

describe('what paints the page', () => {
  const WINDOW = 'electron.BrowserWindow.getAllWindows()[0]';
  const isSeen = async () => await isSeenOnDisplay(await app.main(`${WINDOW}.getContentBounds()`));

  it('a graphics process that ends once | the app, painted again | the app', async () => {
    await start();
    const reported = reportsOf('killed').length;
    const before = await app.processes('GPU');
    expect(before).toHaveLength(1);
    process.kill(before[0] as number, 'SIGKILL');
    await expect.poll(() => app.processes('GPU')).not.toEqual(before);
    await app.shows('The start page');
    await expect.poll(() => reportsOf('killed').length).toBe(reported + 1);
  });

  it.runIf(hasPicture)(
    'a window that is covered, or minimised and restored | the app | the app',
    needing('openbox'),
    async () => {
      await expect.poll(isSeen).toBe(true);
      await app.main(`void ${WINDOW}.minimize()`);
      await expect.poll(() => app.page('document.visibilityState')).toBe('hidden');
      await expect.poll(isSeen).toBe(false);
      await app.main(`void ${WINDOW}.restore()`);
      await expect.poll(isSeen).toBe(true);
      await app.main(`void (globalThis.cover = new electron.BrowserWindow(${WINDOW}.getBounds()))`);
      await expect.poll(isSeen).toBe(false);
      await app.main('globalThis.cover.destroy()');
      await expect.poll(isSeen).toBe(true);
    },
  );
});
