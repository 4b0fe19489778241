/** Pages that hold work, by `beforeunload`: leaving asks the user, and nothing that must go on is blocked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { PAGES_APP, spawnApp } from '../../support/app.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { pressKey } from '../../support/input.ts';
import { lacks } from '../../support/lacks.ts';
import { answerDialogs, asked, choose } from '../../support/menu.ts';
import { startOrigin } from '../../support/origin.ts';
import { CLOCK, type Watched, type WatchOptions, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { NOT_ALLOWED } from '../../support/words.ts';

const ingest = await startEnvelopeServer();
const origin = await startOrigin((_, response) => response.writeHead(204).end());
afterAll(() => Promise.all([ingest.close(), origin.close()]));

/** Starts the app with its first page, which holds work. */
async function start(options: WatchOptions = {}): Promise<Watched> {
  // No browser opens.
  const durations = { readyMs: 4_000 };
  const settings = { origin: origin.url, buildId: 'b1', proxy: ['/api/*'] };
  const app = await watch({
    app: PAGES_APP,
    ingest,
    settings,
    env: { PATH: '/nowhere' },
    durations,
    ...options,
  });
  await app.shows('This window is Holdfast');
  await hold(app);
  return app;
}

const GUARD = `addEventListener('beforeunload', (event) => event.preventDefault())`;

/** From now on the page holds work; somebody has typed in it, or Chromium would not ask. */
async function hold(app: Watched, guard = GUARD): Promise<void> {
  await app.page(`void ${guard}`);
  await pressKey(app, 'a');
  await until('the press', () => app.page('navigator.userActivation.hasBeenActive'));
  await app.mark();
}
/** An expression for a page: the user submits a form with a text and a file. */
const sendForm = (action: string, method: string) => `(() => {
  const form = document.createElement('form');
  Object.assign(form, { action: '${action}', method: '${method}', enctype: 'multipart/form-data' });
  form.innerHTML = '<input name="submit" value="typed"><input name="file" type="file">';
  const files = new DataTransfer();
  files.items.add(new File(['in the file'], 'a.txt'));
  form.lastChild.files = files.files;
  document.body.append(form);
  form.requestSubmit();
})()`;
const isSame = (app: Watched) => app.page('window.isOld === true');
const questions = async (app: Watched) => (await asked(app)).map(({ message }) => message);
const wasAsked = (app: Watched) =>
  until('the question', async () => (await questions(app)).includes(en.dialogs.leaving.question));
const close = (app: Watched, ms = 50) =>
  app.main(`void setTimeout(() => electron.BrowserWindow.getAllWindows()[0].close(), ${ms})`);

describe('a page that holds work', () => {
  let app: Watched;
  beforeAll(async () => {
    app = await start();
  });
  // At the end it holds work again: a signal asks nobody.
  afterAll(async () => {
    await hold(app);
    await answerDialogs(app, 'Stay');
    const before = app.stderr().length;
    if (lacks('signals')) return void (await app.stop());
    app.process.kill('SIGHUP');
    expect(await app.gone()).toBe(0);
    expect(app.stderr().slice(before)).not.toContain('asked:');
  });

  async function openFromOutside(): Promise<void> {
    const { userData } = app;
    const second = await spawnApp({ app: PAGES_APP, userData, args: ['holdfast://open/about'] });
    expect(await second.ended).toBe(0);
  }

  /** Goes to the first page, leaving the current one although it holds work. */
  async function startAgain(guard = GUARD): Promise<void> {
    await answerDialogs(app, 'Leave');
    await app.mark();
    await app.page(`void location.assign('/')`);
    await app.replaced();
    await app.shows('This window is Holdfast');
    await hold(app, guard);
  }

  const ways: [string, () => Promise<unknown>, string][] = [
    ['Reload', () => choose(app, 'reload'), 'This window is Holdfast'],
    ['a link of another program', () => openFromOutside(), 'This page has no data'],
    ['its own link', () => app.page(`void location.assign('/about')`), 'About'],
    ['a step back', () => app.page('history.back()'), 'About'],
    ['its link for a new window', () => app.page(`void open('/about')`), 'About'],
    ['a form', () => app.page(sendForm('/about', 'get')), 'About'],
    ['a form that is posted', () => app.page(sendForm('/about', 'post')), NOT_ALLOWED],
  ];
  it.each(ways)('%s: stays or leaves, as the user says', async (_name, leave, arrives) => {
    await answerDialogs(app, 'Stay');
    await leave();
    await wasAsked(app);
    expect(await isSame(app)).toBe(true);
    await answerDialogs(app, 'Leave');
    await leave();
    await wasAsked(app);
    await app.replaced();
    await app.shows(arrives);
    expect(await questions(app)).toEqual([en.dialogs.leaving.question]);
    await startAgain();
  });

  it('follows its link to the server after Leave, as the page’s own', async () => {
    await answerDialogs(app, 'Leave');
    await app.page(`void location.assign('/api/export?id=1')`);
    await until('the request', () => origin.asked.includes('/api/export?id=1'));
    expect(await questions(app)).toEqual([en.dialogs.leaving.question]);
    expect(await isSame(app)).toBe(true);
  });

  it('posts a form once, with its fields and files', async () => {
    await app.main(`(() => {
      globalThis.posted = [];
      electron.session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
        if (details.method === 'POST') posted.push((details.uploadData ?? []).map(({ bytes }) => String(bytes)).join(''));
        answer({});
      });
    })()`);
    await answerDialogs(app, 'Leave');
    await app.page(sendForm('/about', 'post'));
    await app.replaced();
    await app.shows(NOT_ALLOWED);
    const posted = await app.main<string[]>('posted');
    expect(posted).toEqual([expect.stringMatching(/name="submit"\s+typed\s.*filename="a.txt"/s)]);
    await app.main('electron.session.defaultSession.webRequest.onBeforeRequest(null)');
    await startAgain();
  });

  it('a frame that holds work navigates where it wants after the user said Leave', async () => {
    await startAgain('void 0');
    await app.page(`new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.srcdoc = '<p>';
      frame.onload = resolve;
      document.body.append(frame);
    })`);
    const go = `void (document.querySelector('iframe').contentWindow.location = '/about')`;
    await app.page(`void document.querySelector('iframe').contentWindow.${GUARD}`);
    await app.page(`void document.querySelector('iframe').focus()`);
    await pressKey(app, 'a');
    const isActive = `document.querySelector('iframe').contentWindow.navigator.userActivation.hasBeenActive`;
    await until('the press', () => app.page(isActive));
    await answerDialogs(app, 'Leave');
    await app.page(go);
    await wasAsked(app);
    await app.page(go);
    const where = `document.querySelector('iframe').contentDocument?.URL ?? 'app'`;
    await until('the page in the frame', async () => !(await app.page<string>(where)).includes('srcdoc'));
    expect(await questions(app)).toEqual([en.dialogs.leaving.question]);
    await startAgain();
  });

  it('of two actions, Leave performs the newer one', async () => {
    await app.main(`(() => {
      globalThis.asked = [];
      electron.dialog.showMessageBox = (...args) => {
        asked.push(args.at(-1));
        return new Promise((resolve) => { globalThis.leave = () => resolve({ response: args.at(-1).buttons.indexOf('Leave') }); });
      };
    })()`);
    await choose(app, 'reload');
    await wasAsked(app);
    await openFromOutside();
    await app.main('leave()');
    await app.replaced();
    await app.shows('This page has no data');
    expect(await questions(app)).toEqual([en.dialogs.leaving.question]);
    await startAgain();
  });

  it('opens a link out of the app in the browser, and asks nobody', async () => {
    await answerDialogs(app, 'Stay');
    await pressKey(app, 'a');
    await app.page(`void location.assign('https://example.com/')`);
    // This one has none.
    await until('a message', async () => (await questions(app)).length > 0);
    expect(await isSame(app)).toBe(true);
    expect(await questions(app)).toEqual([en.dialogs.link.failed]);
  });

  it('staying is not a fault', async () => {
    await answerDialogs(app, 'Stay');
    await choose(app, 'reload');
    await wasAsked(app);
    // As long as a page may take to load.
    const now = await app.main<number>('performance.now()');
    await until('the limit', () => app.main(`performance.now() - ${now} > 4_500`));
    expect(await isSame(app)).toBe(true);
    expect(ingest.events()).toEqual([]);
  });

  it("leaves a fault's page without a question", async () => {
    await answerDialogs(app, 'Stay');
    await app.page(
      `void holdfast.showing({ id: '${'0'.repeat(32)}', kind: 'data', code: 503, url: '/', at: 1, retryable: true })`,
    );
    await until('the fault', () => app.page('globalThis.told ??= 1'));
    await app.page('void holdfast.retry()');
    await app.replaced();
    await app.shows('This window is Holdfast');
    expect(await questions(app)).toEqual([]);
  });
});

describe('closing a window with such a page', () => {
  it('asks each time, and once for a double click; if the question is not answered, a later close closes', async () => {
    const app = await start();
    await answerDialogs(app, 'Stay');
    await Promise.all([close(app), close(app, 200)]);
    await wasAsked(app);
    expect(await questions(app)).toHaveLength(1);
    await close(app);
    await until('the second question', async () => (await questions(app)).length === 2);
    expect(await isSame(app)).toBe(true);
    await app.main('void (electron.dialog.showMessageBox = () => new Promise(() => {}))');
    await app.main('void setInterval(() => electron.BrowserWindow.getAllWindows()[0]?.close(), 300)');
    expect(await app.gone()).toBe(0);
  });

  it('quitting asks, and continues after Leave', async () => {
    const app = await start();
    const quit = () => app.main('void setTimeout(() => electron.app.quit(), 50)');
    await answerDialogs(app, 'Stay');
    await quit();
    await wasAsked(app);
    expect(await isSame(app)).toBe(true);
    await answerDialogs(app, 'Leave');
    await quit();
    expect(await app.gone()).toBe(0);
  });

  it('a restart whose page takes long to leave asks once more, and still restarts', async () => {
    const app = await start({ prelude: CLOCK });
    // Between Leave and the page's next objection more time passes than main remembers it.
    await app.main(`void (() => {
      let closes = 0;
      const [window] = electron.BrowserWindow.getAllWindows();
      window.on('close', () => { if (++closes === 2) globalThis.passed += 60_000; });
      electron.app.relaunch = () => console.error('relaunched');
    })()`);
    await answerDialogs(app, en.menu.restart, 'Leave');
    await choose(app, 'safe-mode');
    expect(await app.gone()).toBe(0);
    expect(app.stderr().split(en.dialogs.leaving.question)).toHaveLength(3);
    expect(app.stderr()).toContain('relaunched');
  });

  it('its own Close asks, and closes after Leave', async () => {
    const app = await start();
    await answerDialogs(app, 'Leave');
    await app.page('void setTimeout(() => close(), 50)');
    expect(await app.gone()).toBe(0);
    expect(app.stderr().match(/asked: .*Leave this page/g)).toHaveLength(1);
  });

  it.skipIf(lacks('signals'))('a signal does not wait for an open question', async () => {
    const app = await start();
    await app.main(`(() => {
      const { showMessageBox } = electron.dialog;
      globalThis.asked = [];
      electron.dialog.showMessageBox = (...args) => (asked.push(args.at(-1)), showMessageBox(...args));
    })()`);
    await close(app);
    await wasAsked(app);
    app.process.kill('SIGTERM');
    expect(await app.gone()).toBe(0);
  });

  it('a log-off asks nobody', async () => {
    const app = await start();
    await answerDialogs(app, 'Stay');
    await app.main(
      `void setTimeout(() => electron.powerMonitor.emit('shutdown', { preventDefault() {} }), 100)`,
    );
    expect(await app.gone()).toBe(0);
    expect(app.stderr()).not.toContain('asked:');
  });
});
