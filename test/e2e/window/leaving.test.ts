/** Pages that hold work, by `beforeunload`: leaving asks the user, and nothing that must go on is blocked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { PAGES_APP } from '../../support/app.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { pressKey } from '../../support/input.ts';
import { lacks } from '../../support/lacks.ts';
import { answerDialogs, asked, choose } from '../../support/menu.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { NOT_ALLOWED } from '../../support/words.ts';

const ingest = await startEnvelopeServer();
afterAll(() => ingest.close());

const [START, ABOUT] = ['This window is Holdfast', 'This page has no data'];

/** How long a page may take to load: usual for the app, and enough on a busy machine. */
const READY_MS = 7_000;

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
const QUESTIONS: unknown[] = [en.dialogs.leaving.question, en.dialogs.leaving.reload];
const isSame = (app: Watched) => app.page('window.isOld === true');
const questions = async (app: Watched) => (await asked(app)).map(({ message }) => message);
const wasAsked = (app: Watched) =>
  until('the question', async () => (await questions(app)).some((one) => QUESTIONS.includes(one)));
const close = (app: Watched, ms = 50) =>
  app.main(`void setTimeout(() => electron.BrowserWindow.getAllWindows()[0].close(), ${ms})`);

describe('a page that holds work', () => {
  let app: Watched;
  /** Whether its last test has ended it. */
  let isOver = false;
  beforeAll(async () => {
    const durations = { readyMs: READY_MS };
    // No browser opens.
    app = await watch({ app: PAGES_APP, ingest, durations, env: { PATH: '/nowhere' } });
    await app.shows(START);
    await hold(app);
    await app.main('void (globalThis.askReally = electron.dialog.showMessageBox)');
  });
  afterAll(async () => {
    if (!isOver) await app?.stop();
  });

  /** As a second start tells it; unsaved.test.ts has a real one. */
  const openFromOutside = () =>
    app.main(`void electron.app.emit('second-instance', {}, ['x', 'holdfast://open/about'], '')`);

  /** Goes to the first page, leaving the current one although it holds work. */
  async function startAgain(guard = GUARD): Promise<void> {
    await answerDialogs(app, 'Leave');
    await app.mark();
    await app.page(`void location.assign('/')`);
    await app.replaced();
    await app.shows(START);
    await hold(app, guard);
  }

  async function staysOrLeaves(
    leave: () => Promise<unknown>,
    arrives: string,
    question = en.dialogs.leaving.question,
  ): Promise<void> {
    await answerDialogs(app, 'Stay');
    await leave();
    await wasAsked(app);
    expect(await isSame(app)).toBe(true);
    await answerDialogs(app, 'Leave', 'Reload');
    await leave();
    await wasAsked(app);
    await app.replaced();
    await app.shows(arrives);
    expect(await questions(app)).toEqual([question]);
  }

  // Each leads from one page to the other; unsaved.test.ts has those that lead through main.
  const ways: [string, () => Promise<unknown>, string, string?][] = [
    ['Reload', () => choose(app, 'reload'), START, en.dialogs.leaving.reload],
    ['its own link', () => app.page(`void location.assign('/about')`), ABOUT],
    ['a step back', () => app.page('history.back()'), START],
    ['a form', () => app.page(sendForm('/about', 'get')), ABOUT],
  ];
  it.each(ways)('%s: stays or leaves, as the user says', async (_name, leave, arrives, question) => {
    await staysOrLeaves(leave, arrives, question);
    await hold(app);
  });

  it('a form that is posted: stays or leaves, as the user says, and is sent once, with its fields and files', async () => {
    await app.main(`(() => {
      globalThis.posted = [];
      electron.session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
        if (details.method === 'POST') posted.push((details.uploadData ?? []).map(({ bytes }) => String(bytes)).join(''));
        answer({});
      });
    })()`);
    await staysOrLeaves(() => app.page(sendForm('/about', 'post')), NOT_ALLOWED);
    const posted = await app.main<string[]>('posted');
    expect(posted).toEqual([expect.stringMatching(/name="submit"\s+typed\s.*filename="a.txt"/s)]);
    // Another try requests the address, and posts nothing.
    await choose(app, 'reload');
    await app.shows(ABOUT);
    expect(await app.main('posted.length')).toBe(1);
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
        return new Promise((resolve) => { globalThis.leave = () => resolve({ response: args.at(-1).buttons.indexOf('Reload') }); });
      };
    })()`);
    await choose(app, 'reload');
    await wasAsked(app);
    await openFromOutside();
    await app.main('leave()');
    await app.replaced();
    await app.shows(ABOUT);
    expect(await questions(app)).toEqual([en.dialogs.leaving.reload]);
    await hold(app);
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
    // Longer than a page may take to load.
    await app.main(`new Promise((resolve) => setTimeout(resolve, ${READY_MS + 500}))`);
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
    await app.shows(ABOUT);
    expect(await questions(app)).toEqual([]);
    await hold(app);
  });

  /** Closes the app's window, which the diagnostics outlive, and opens another one, which holds work too. */
  async function closesBeside(close: (window: string) => Promise<unknown>): Promise<void> {
    const ids = (filter: string) =>
      app.main<number[]>(
        `electron.BrowserWindow.getAllWindows().filter((one) => ${filter}).map(({ id }) => id)`,
      );
    const [first] = await ids('true');
    await choose(app, 'diagnostics');
    const [other] = await until('the diagnostics', async () => {
      const found = await ids(`one.getTitle().includes('${en.diagnostics.title}')`);
      return found.length > 0 ? found : undefined;
    });
    await close(`electron.BrowserWindow.fromId(${first})`);
    await until('the end of the window', async () => (await ids(`one.id === ${first}`)).length === 0);
    await app.main(`void electron.app.emit('activate')`);
    await until('another window', async () => (await ids(`one.id !== ${other}`)).length === 1);
    await app.main(`electron.BrowserWindow.fromId(${other}).close()`);
    await until('the end of the diagnostics', async () => (await ids('true')).length === 1);
    await app.shows(START);
    await hold(app);
  }

  it('its own Close asks, and closes after Leave', async () => {
    await answerDialogs(app, 'Leave');
    await closesBeside((window) =>
      app.main(`void ${window}.webContents.executeJavaScript('void setTimeout(() => close(), 50)')`),
    );
    expect(await questions(app)).toEqual([en.dialogs.leaving.question]);
  });

  it('closing asks each time, and once for a double click; if the question is not answered, a later close closes', async () => {
    await answerDialogs(app, 'Stay');
    await Promise.all([close(app), close(app, 200)]);
    await wasAsked(app);
    expect(await questions(app)).toHaveLength(1);
    await close(app);
    await until('the second question', async () => (await questions(app)).length === 2);
    expect(await isSame(app)).toBe(true);
    await app.main('void (electron.dialog.showMessageBox = () => new Promise(() => {}))');
    await closesBeside((window) =>
      app.main(`void (() => {
        const window = ${window};
        const timer = setInterval(() => (window.isDestroyed() ? clearInterval(timer) : window.close()), 300);
      })()`),
    );
  });

  it.skipIf(lacks('signals'))('a signal does not wait for an open question', async () => {
    await app.main(`(() => {
      globalThis.asked = [];
      electron.dialog.showMessageBox = (...args) => (asked.push(args.at(-1)), askReally(...args));
    })()`);
    await close(app);
    await wasAsked(app);
    app.process.kill('SIGHUP');
    expect(await app.gone()).toBe(0);
    isOver = true;
  });
});
