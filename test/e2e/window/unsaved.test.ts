/** Typed text is never discarded without a question, whatever would replace the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { PAGES_APP, PROJECT, spawnApp } from '../../support/app.ts';
import { type } from '../../support/input.ts';
import { lacks } from '../../support/lacks.ts';
import { answerDialogs, asked, choose, inPrivacy, pressInPrivacy } from '../../support/menu.ts';
import { CLOCK, killGraphics, type Watched, type WatchOptions, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const LEAVE = en.dialogs.leaving.question;
const RELOAD = en.dialogs.leaving.reload;
/** The app's own code: opens pages, and fails late, when a test says so. */
const OWN = `
import { defineMain } from 'holdfast/main';
export default defineMain({
  async ready(context) {
    globalThis.own = context;
    await new Promise((resolve) => { globalThis.fail = resolve; });
    throw new Error('own code failed late');
  },
});`;

let app: Watched;

/** A field with typed text, in a page on top of another one. */
async function start(options: WatchOptions = {}): Promise<void> {
  app = await watch({
    app: PAGES_APP,
    code: OWN,
    ...options,
  });
  await app.shows('This window is Holdfast');
  await app.main(`void (electron.app.relaunch = () => console.error('relaunched'))`);
  await app.mark();
  await app.page(`void location.assign('/about')`);
  await app.replaced();
  await app.shows('About');
  await app.mark();
}

/** Reloads the page by itself: nobody is asked. */
async function loadItself(): Promise<void> {
  await answerDialogs(app, 'Stay');
  await app.mark();
  await app.page('void location.reload()');
  await app.replaced();
  await app.shows('About');
  expect(await questions()).toEqual([]);
}

/** Adds a field to the front of the page, and types into it. @param focus an expression that focuses it */
async function typeIn(markup: string, focus = 'field.focus()'): Promise<void> {
  await app.page(`void document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(markup)})`);
  await app.page(focus);
  await type(app, 'typed');
}
const typed = () => app.page<string>('field.value');
const TEXT = '<textarea id="field"></textarea>';
const questions = async () => (await asked(app)).map(({ message }) => message);
const isAsked = (message: string) =>
  until(
    () => `the question "${message}"`,
    async () => (await questions()).includes(message),
  );
const close = (ms = 50) =>
  app.main(`void setTimeout(() => electron.BrowserWindow.getAllWindows()[0].close(), ${ms})`);
const quit = () => app.main('void setTimeout(() => electron.app.quit(), 50)');
const fails = async (code: string) => {
  for (let times = 0; times < 3; times++) await app.main(`void ${code}`);
};
/** The question is open when the second press comes, as for a user. */
async function closeTwice(): Promise<void> {
  await app.main(`(() => {
    globalThis.asked = [];
    electron.dialog.showMessageBox = (...args) => {
      asked.push(args.at(-1));
      return new Promise((resolve) => { globalThis.stay = () => resolve({ response: args.at(-1).cancelId }); });
    };
  })()`);
  await close();
  await isAsked(LEAVE);
  await app.main(`(() => {
    globalThis.isTwice = false;
    electron.BrowserWindow.getAllWindows()[0].once('close', () => { globalThis.isTwice = true; });
  })()`);
  await close(1_500);
  await until('the second press', () => app.main('globalThis.isTwice'));
  await app.main('stay()');
}
async function second(...args: string[]): Promise<void> {
  const other = await spawnApp({ app: PAGES_APP, userData: app.userData, args });
  expect(await other.ended).toBe(0);
}
/** What main gets from a second start. */
const told = (...args: string[]) =>
  app.main(`void electron.app.emit('second-instance', {}, ${JSON.stringify(['holdfast', ...args])}, '')`);

interface Path {
  take(): Promise<unknown>;
  /** What the user is asked or told; absent if nothing. */
  says?: string;
  /** The button to press before the question. */
  press?: string;
}
const NOTHING_SAID = en.fault.otherMain.title;

/** By the names in the table in electron/README.md. */
const PATHS: Readonly<Record<string, Path>> = {
  'a third error of main within a minute': {
    take: () => fails(`setTimeout(() => { throw new Error('broken main') })`),
    says: NOTHING_SAID,
  },
  'own code that fails late': {
    take: () => app.main('void fail()'),
    says: en.fault.main.EXTENSION_FAILED.title,
  },
  'a third crash of the graphics process': {
    async take() {
      await killGraphics(app, 3);
      const stamp = join(app.userData, 'start.json');
      await until('a stamp for safe mode', () => JSON.parse(readFileSync(stamp, 'utf8')).attempts === 2);
    },
  },
  'Restart Without Graphics Acceleration': {
    take: () => choose(app, 'safe-mode'),
    press: en.menu.restart,
    says: LEAVE,
  },
  'Delete and restart': { take: () => pressInPrivacy(app, 'clear'), says: LEAVE },
  '--open': { take: () => told('--open=/'), says: LEAVE },
  'a link of another program': { take: () => second('holdfast://open/'), says: LEAVE },
  'a second start': { take: () => told() },
  'own code that opens a page': { take: () => app.main(`void own.open('/')`), says: LEAVE },
  Reload: { take: () => choose(app, 'reload'), says: RELOAD },
  Home: { take: () => choose(app, 'start'), says: LEAVE },
  Back: { take: () => choose(app, 'back'), says: LEAVE },
  'Delete saved pages': { take: () => inPrivacy(app, 'forget'), says: RELOAD },
  'signing out': { take: () => app.page('void holdfast.signOut()'), says: RELOAD },
  'a link for a new window': { take: () => app.page(`void open('/')`), says: LEAVE },
  'a page that asks for another try': { take: () => app.page('void holdfast.retry()'), says: RELOAD },
  Close: { take: () => close(), says: LEAVE },
  'Close, twice': { take: closeTwice, says: LEAVE },
  Quit: { take: quit, says: LEAVE },
  'the network is back': { take: () => app.page(`void dispatchEvent(new Event('online'))`) },
  'the computer wakes': { take: () => app.main(`void electron.powerMonitor.emit('resume')`) },
};

describe('a page with typed text', () => {
  beforeAll(async () => {
    await start();
    await typeIn(TEXT);
    await until('the text', async () => (await typed()) === 'typed');
    // As an app ends its work, because a browser leaves after these events.
    await app.page(
      `void ['beforeunload', 'pagehide'].forEach((name) => addEventListener(name, () => { window.isToldToEnd = true; }))`,
    );
  });
  it.each(Object.entries(PATHS))('%s: is unchanged', async (_name, { take, says, press }) => {
    await answerDialogs(app, press ?? 'Later');
    await take();
    if (says) await isAsked(says);
    // Longer than the pause before a question.
    await pause(500);
    expect((await questions()).slice(press ? 1 : 0)).toEqual(says ? [says] : []);
    expect(await app.page('[window.isOld, window.isToldToEnd ?? false]')).toEqual([true, false]);
    expect(await typed()).toBe('typed');
    await app.shows('About');
  });

  /** `reads`: an expression for the text. `focus`: one that focuses the field. */
  const fields: [name: string, markup: string, reads: string, focus?: string][] = [
    ['a field', TEXT, 'field.value'],
    ['a text that can be edited', '<p id="field" contenteditable></p>', 'field.innerText'],
    [
      'a field of a component',
      '<my-field id="field"></my-field>',
      'field.shadowRoot.firstChild.value',
      `field.attachShadow({ mode: 'open' }).appendChild(document.createElement('input')).focus()`,
    ],
    [
      'a field of a frame',
      '<iframe id="field" srcdoc="<input>"></iframe>',
      `field.contentDocument.querySelector('input').value`,
      `new Promise(function look(resolve) {
        const input = field.contentDocument.querySelector('input');
        if (input) resolve(input.focus());
        else setTimeout(look, 20, resolve);
      })`,
    ],
    [
      'a code editor, which empties the field that takes its text',
      '<textarea id="field"></textarea>',
      'window.code',
      `(field.style.opacity = 0, field.oninput = () => { window.code = (window.code ?? '') + field.value; field.value = ''; }, field.focus())`,
    ],
  ];
  it.each(fields)('%s holds the page', async (_name, markup, reads, focus) => {
    await loadItself();
    await typeIn(markup, focus);
    await until('the text', async () => (await app.page(reads)) === 'typed');
    await choose(app, 'reload');
    await isAsked(RELOAD);
    expect(await app.page(reads)).toBe('typed');
  });

  /** Inserts by itself what is pasted or dropped, as Monaco does: the field shows none of it. */
  const OWN_EDITOR = `void (field.style.opacity = 0, ['paste', 'drop'].forEach((type) => field.addEventListener(type, (event) => {
    event.preventDefault();
    window.code = (event.clipboardData ?? event.dataTransfer).getData('text/plain');
  })), field.focus())`;
  const moves: [string, () => Promise<unknown>][] = [
    [
      'pasted into',
      () =>
        app.main(
          `(electron.clipboard.writeText('moved'), electron.BrowserWindow.getAllWindows()[0].webContents.paste())`,
        ),
    ],
    [
      'dropped into',
      async () => {
        const at = await app.page<object>(
          '(({ x, y }) => ({ x: x + 5, y: y + 5 }))(field.getBoundingClientRect())',
        );
        const { sessionId } = (await app.newest()) ?? {};
        const items = [{ mimeType: 'text/plain', data: 'moved' }];
        for (const type of ['dragEnter', 'dragOver', 'drop'])
          await app.browser.send(
            'Input.dispatchDragEvent',
            { type, ...at, data: { items, dragOperationsMask: 1 } },
            { sessionId },
          );
      },
    ],
  ];
  it.each(moves)('text %s an editor that inserts it by itself holds the page', async (_name, move) => {
    await loadItself();
    await app.page(`void document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(TEXT)})`);
    await app.page(OWN_EDITOR);
    await move();
    await until('the text', async () => (await app.page('window.code')) === 'moved');
    await choose(app, 'reload');
    await isAsked(RELOAD);
    expect(await app.page('window.code')).toBe('moved');
  });

  const free: [string, string, string?][] = [
    ['was taken out of the field, as a message that is sent', TEXT, `field.value = ''`],
    ['went with the field, as in a dialog that is closed', TEXT, 'field.remove()'],
    ['went with a code editor', '<textarea id="field" style="opacity: 0"></textarea>', 'field.remove()'],
    ['is what is looked for', '<input id="field" type="search">'],
    ['is kept by the app as it comes', `<p data-holdfast-saved>${TEXT}</p>`],
  ];
  it.each(free)('text that %s holds nothing', async (_name, markup, then = '0') => {
    await loadItself();
    await typeIn(markup);
    await until('the text', async () => (await typed()) === 'typed');
    await app.page(`void (${then})`);
    await app.mark();
    await choose(app, 'reload');
    await app.replaced();
    expect(await questions()).toEqual([]);
  });

  it('Back inside the page leaves nothing: nobody is asked, as in a browser', async () => {
    await loadItself();
    await typeIn(TEXT);
    await until('the text', async () => (await typed()) === 'typed');
    await app.page(`void history.pushState(null, '', '?step=2')`);
    await choose(app, 'back');
    await until('the step', async () => (await app.page('location.search')) === '');
    expect(await questions()).toEqual([]);
    expect(await typed()).toBe('typed');
    await choose(app, 'back');
    await isAsked(LEAVE);
  });

  it('text that nobody typed holds nothing', async () => {
    await loadItself();
    await app.page(`void document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(TEXT)})`);
    await app.page(`void (field.focus(), document.execCommand('insertText', false, 'faked'))`);
    expect(await typed()).toBe('faked');
    await app.mark();
    await choose(app, 'reload');
    await app.replaced();
    expect(await questions()).toEqual([]);
  });

  it.skipIf(lacks('signals'))('a log-off (SIGTERM) asks nobody', async () => {
    await typeIn(TEXT);
    await until('the text', async () => (await typed()) === 'typed');
    const before = app.stderr().length;
    app.process.kill('SIGTERM');
    expect(await app.gone()).toBe(0);
    expect(app.stderr().slice(before)).not.toContain('asked:');
    expect(app.stderr()).not.toContain('relaunched');
  });
});

it('reopens a window that no longer paints after three crashes of the graphics process in safe mode, after Leave; a page that takes long to leave is asked about once more', async () => {
  // The first look waits its whole time: before the graphics process is there again it gets no picture, which says
  // nothing about the page, and nothing restarts.
  await start({ prelude: CLOCK, durations: { pressedMs: 1_000 } });
  await typeIn(TEXT);
  // Between Leave and the page's next objection more time passes than main remembers it.
  await app.main(`void (() => {
    let closes = 0;
    const [window] = electron.BrowserWindow.getAllWindows();
    window.on('close', () => { if (++closes === 2) globalThis.passed += 60_000; });
  })()`);
  await answerDialogs(app, 'Leave');
  const paint =
    '* { overflow: hidden !important; resize: none !important; background: white !important; color: white !important; border: 0 !important; outline: 0 !important; caret-color: white !important; }';
  await app.main(`electron.BrowserWindow.getAllWindows()[0].webContents.insertCSS(${JSON.stringify(paint)})`);
  await killGraphics(app, 3);
  expect(await app.gone()).toBe(0);
  expect(app.stderr()).toMatch(/asked: .*Leave this page.*relaunched/s);
  expect(app.stderr().split(LEAVE)).toHaveLength(3);
});

it('the list in electron/README.md names every path', () => {
  const text = readFileSync(join(PROJECT, 'electron', 'README.md'), 'utf8');
  const [, section = ''] = text.split('## What may replace a page');
  const names = section.split('\n## ')[0]?.match(/^\| .*(?= \| (?:asks|stays))/gm);
  expect(names?.flatMap((row) => row.slice(2).split(' · ')).sort()).toEqual(
    // Tested with the updates.
    [...Object.keys(PATHS), 'Restart now, for an update'].sort(),
  );
});
