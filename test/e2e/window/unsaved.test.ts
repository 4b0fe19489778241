/** Work in a page, typed or held by its guard, is never discarded without a question, and nothing that must go on is held. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { PAGES_APP, PROJECT } from '../../support/app.ts';
import { drop, pressKey, type } from '../../support/input.ts';
import { lacks } from '../../support/lacks.ts';
import { answerDialogs, asked, choose, inPrivacy, pressInPrivacy } from '../../support/menu.ts';
import {
  CLOCK,
  killGraphics,
  secondStart,
  type Watched,
  type WatchOptions,
  watch,
} from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { NOT_ALLOWED } from '../../support/words.ts';

const LEAVE = en.dialogs.leaving.question;
const RELOAD = en.dialogs.leaving.reload;
const [START, ABOUT] = ['This window is Holdfast', 'This page has no data'];
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

async function start(options: WatchOptions = {}): Promise<void> {
  const env = { PATH: '/nowhere' };
  app = await watch({ app: PAGES_APP, code: OWN, prelude: CLOCK, env, ...options });
  await app.shows(START);
  await app.main(`(() => {
    globalThis.askReally = electron.dialog.showMessageBox;
    electron.app.relaunch = () => console.error('relaunched');
  })()`);
}

async function goes(to: string, arrives: string): Promise<void> {
  await app.replacedBy(() => app.page(`void ${to}`));
  await app.shows(arrives);
  await app.mark();
}

const insert = (markup: string) =>
  app.page(`void document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(markup)})`);
/** The same, and types into it. @param focus an expression that focuses it */
async function typeIn(markup: string, focus = 'field.focus()'): Promise<void> {
  await insert(markup);
  await app.page(focus);
  await type(app, 'typed');
}
const typed = () => app.page<string>('field.value');
const isTyped = () => until('the text', async () => (await typed()) === 'typed');
const TEXT = '<textarea id="field"></textarea>';
const isSame = () => app.page('window.isOld === true');
const questions = async () => (await asked(app)).map(({ message }) => message);
const isAsked = (...messages: string[]) =>
  until(
    () => `the question "${messages}"`,
    async () => (await questions()).some((one) => messages.includes(one)),
  );
const wasAsked = () => isAsked(LEAVE, RELOAD);
const close = (ms = 50) =>
  app.main(`void setTimeout(() => electron.BrowserWindow.getAllWindows()[0].close(), ${ms})`);
const told = (...args: string[]) => secondStart(app, ...args);
const holdQuestions = () =>
  app.main(`(() => {
    globalThis.asked = [];
    electron.dialog.showMessageBox = (...args) => {
      asked.push(args.at(-1));
      return new Promise((resolve) => {
        globalThis.answer = (label) => resolve({ response: args.at(-1).buttons.indexOf(label) });
      });
    };
  })()`);

beforeAll(() => start());

describe('a page with a guard', () => {
  const GUARD = `addEventListener('beforeunload', (event) => event.preventDefault())`;

  /** From now on the page holds work; somebody has typed in it, or Chromium would not ask. */
  async function hold(guard = GUARD): Promise<void> {
    await app.page(`void ${guard}`);
    await pressKey(app, 'a');
    await until('the press', () => app.page('navigator.userActivation.hasBeenActive'));
    await app.mark();
  }
  const sendForm = (action: string, method: string) => `(() => {
    const form = document.createElement('form');
    Object.assign(form, { action: '${action}', method: '${method}', enctype: 'multipart/form-data' });
    form.innerHTML = '<input name="submit" value="typed"><input name="enctype" type="file">';
    const files = new DataTransfer();
    files.items.add(new File(['in the file'], 'a.txt'));
    form.lastChild.files = files.files;
    document.body.append(form);
    form.requestSubmit();
  })()`;

  async function startAgain(guard = GUARD): Promise<void> {
    await answerDialogs(app, 'Leave');
    await goes(`location.assign('/')`, START);
    await hold(guard);
  }

  async function staysOrLeaves(leave: () => Promise<unknown>, arrives: string, question = LEAVE) {
    await answerDialogs(app, 'Stay');
    await leave();
    await wasAsked();
    expect(await isSame()).toBe(true);
    await answerDialogs(app, 'Leave', 'Reload');
    await leave();
    await wasAsked();
    await app.replaced();
    await app.shows(arrives);
    expect(await questions()).toEqual([question]);
  }

  beforeAll(() => hold());

  // Each leads from one page to the other; those that lead through main are below.
  it.each<[string, () => Promise<unknown>, string, string?]>([
    ['Reload', () => choose(app, 'reload'), START, RELOAD],
    ['its own link', () => app.page(`void location.assign('/about')`), ABOUT],
    ['a step back', () => app.page('history.back()'), START],
    ['a form', () => app.page(sendForm('/about', 'get')), ABOUT],
  ])('%s: stays or leaves, as the user says', async (_name, leave, arrives, question) => {
    await staysOrLeaves(leave, arrives, question);
    await hold();
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
  });

  it('a frame that holds work navigates where it wants after the user said Leave', async () => {
    await startAgain('void 0');
    const FRAME = `document.querySelector('iframe')`;
    await app.page(`new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.srcdoc = '<p>';
      frame.onload = resolve;
      document.body.append(frame);
    })`);
    const go = `void (${FRAME}.contentWindow.location = '/about')`;
    await app.page(`void ${FRAME}.contentWindow.${GUARD}`);
    await app.page(`void ${FRAME}.focus()`);
    await pressKey(app, 'a');
    await until('the press', () => app.page(`${FRAME}.contentWindow.navigator.userActivation.hasBeenActive`));
    await answerDialogs(app, 'Leave');
    await app.page(go);
    await wasAsked();
    await app.page(go);
    const where = `${FRAME}.contentDocument?.URL ?? 'app'`;
    await until('the page in the frame', async () => !(await app.page<string>(where)).includes('srcdoc'));
    expect(await questions()).toEqual([LEAVE]);
    await startAgain();
  });

  it('of two actions, Leave performs the newer one', async () => {
    await holdQuestions();
    await choose(app, 'reload');
    await wasAsked();
    await told('holdfast://open/about');
    await app.main(`answer('Reload')`);
    await app.replaced();
    await app.shows(ABOUT);
    expect(await questions()).toEqual([RELOAD]);
    await hold();
  });

  it('opens a link out of the app in the browser, and asks nobody', async () => {
    await answerDialogs(app, 'Stay');
    await pressKey(app, 'a');
    await app.page(`void location.assign('https://example.com/')`);
    await until('a message', async () => (await questions()).length > 0);
    expect(await isSame()).toBe(true);
    expect(await questions()).toEqual([en.dialogs.link.failed]);
  });

  it("leaves a fault's page without a question", async () => {
    await answerDialogs(app, 'Stay');
    await app.page(
      `void holdfast.showing({ id: '${'0'.repeat(32)}', kind: 'data', code: 503, url: '/', at: 1, retryable: true })`,
    );
    await app.page('void holdfast.retry()');
    await app.replaced();
    await app.shows(ABOUT);
    expect(await questions()).toEqual([]);
    await hold();
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
    await hold();
  }

  it('its own Close asks, and closes after Leave', async () => {
    await answerDialogs(app, 'Leave');
    await closesBeside((window) =>
      app.main(`void ${window}.webContents.executeJavaScript('void setTimeout(() => close(), 50)')`),
    );
    expect(await questions()).toEqual([LEAVE]);
  });

  it('if the question about closing is not answered, a later close closes', async () => {
    await app.main('void (electron.dialog.showMessageBox = () => new Promise(() => {}))');
    await closesBeside((window) =>
      app.main(`void (() => {
        const window = ${window};
        const timer = setInterval(() => (window.isDestroyed() ? clearInterval(timer) : window.close()), 300);
      })()`),
    );
  });
});

const fails = async (code: string) => {
  for (let times = 0; times < 3; times++) await app.main(`void ${code}`);
};
async function loadItself(): Promise<void> {
  await answerDialogs(app, 'Stay');
  await goes('location.reload()', 'About');
  expect(await questions()).toEqual([]);
}
async function closeTwice(): Promise<void> {
  await holdQuestions();
  await close();
  await isAsked(LEAVE);
  await app.main(`(() => {
    globalThis.isTwice = false;
    electron.BrowserWindow.getAllWindows()[0].once('close', () => { globalThis.isTwice = true; });
  })()`);
  await close(500);
  await until('the second press', () => app.main('globalThis.isTwice'));
  await app.main(`answer('Stay')`);
}

/** `says`: what the user is asked or told, if anything; `press`: the button to press before that. */
type Path = { take(): Promise<unknown>; says?: string; press?: string };

/** By the names in the table in electron/README.md. */
const PATHS: Readonly<Record<string, Path>> = {
  'a third error of main within a minute': {
    take: () => fails(`setTimeout(() => { throw new Error('broken main') })`),
    says: en.fault.otherMain.title,
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
  'a link of another program': { take: () => told('holdfast://open/'), says: LEAVE },
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
  Quit: { take: () => app.main('void setTimeout(() => electron.app.quit(), 50)'), says: LEAVE },
  'the network is back': { take: () => app.page(`void dispatchEvent(new Event('online'))`) },
  'the computer wakes': { take: () => app.main(`void electron.powerMonitor.emit('resume')`) },
};

describe('a page with typed text', () => {
  beforeAll(async () => {
    await answerDialogs(app, 'Leave');
    await goes(`location.assign('/about')`, 'About');
    await typeIn(TEXT);
    await isTyped();
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
    else await pause(500);
    expect((await questions()).slice(press ? 1 : 0)).toEqual(says ? [says] : []);
    expect(await app.page('[window.isOld, window.isToldToEnd ?? false]')).toEqual([true, false]);
    expect(await typed()).toBe('typed');
    await app.shows('About');
  });

  const typing = (focus?: string) => (markup: string) => typeIn(markup, focus);
  /** An editor inserts by itself what is pasted or dropped, as Monaco does: the field shows none of it. */
  const moving = (move: () => Promise<unknown>) => async (markup: string) => {
    await insert(markup);
    await app.page(`void (field.style.opacity = 0, ['paste', 'drop'].forEach((type) => field.addEventListener(type, (event) => {
      event.preventDefault();
      window.code = (event.clipboardData ?? event.dataTransfer).getData('text/plain');
    })), field.focus())`);
    await move();
  };
  async function dropText(): Promise<void> {
    const place = '(({ x, y }) => ({ x: x + 5, y: y + 5 }))(field.getBoundingClientRect())';
    await drop(app, await app.page<object>(place), { items: [{ mimeType: 'text/plain', data: 'typed' }] });
  }
  const paste = `(electron.clipboard.writeText('typed'), electron.BrowserWindow.getAllWindows()[0].webContents.paste())`;

  /** `reads`: an expression for the text. */
  const held: [name: string, markup: string, reads: string, put: (markup: string) => Promise<unknown>][] = [
    ['a text that can be edited', '<p id="field" contenteditable></p>', 'field.innerText', typing()],
    [
      'a field of a component',
      '<my-field id="field"></my-field>',
      'field.shadowRoot.firstChild.value',
      typing(`field.attachShadow({ mode: 'open' }).appendChild(document.createElement('input')).focus()`),
    ],
    [
      'a field of a frame',
      '<iframe id="field" srcdoc="<input>"></iframe>',
      `field.contentDocument.querySelector('input').value`,
      typing(`new Promise(function look(resolve) {
        const input = field.contentDocument.querySelector('input');
        if (input) resolve(input.focus());
        else setTimeout(look, 20, resolve);
      })`),
    ],
    [
      'a code editor, which empties the field that takes its text',
      TEXT,
      'window.code',
      typing(
        `(field.style.opacity = 0, field.oninput = () => { window.code = (window.code ?? '') + field.value; field.value = ''; }, field.focus())`,
      ),
    ],
    ['an editor that inserts by itself what is pasted', TEXT, 'window.code', moving(() => app.main(paste))],
    ['an editor that inserts by itself what is dropped', TEXT, 'window.code', moving(dropText)],
  ];
  it.each(held)('text in %s holds the page', async (_name, markup, reads, put) => {
    await loadItself();
    await put(markup);
    await until('the text', async () => (await app.page(reads)) === 'typed');
    await choose(app, 'reload');
    await isAsked(RELOAD);
    expect(await app.page(reads)).toBe('typed');
  });

  const free: [name: string, markup: string, then?: string][] = [
    ['was taken out of the field, as a message that is sent', TEXT, `field.value = ''`],
    ['went with the field, as in a dialog that is closed', TEXT, 'field.remove()'],
    ['went with a code editor', '<textarea id="field" style="opacity: 0"></textarea>', 'field.remove()'],
    ['is what is looked for', '<input id="field" type="search">'],
    ['is kept by the app as it comes', `<p data-holdfast-saved>${TEXT}</p>`],
    ['nobody typed', TEXT],
  ];
  it.each(free)('text that %s holds nothing', async (name, markup, then = '0') => {
    await loadItself();
    const inserts = `void (field.focus(), document.execCommand('insertText', false, 'typed'))`;
    if (name === 'nobody typed') await insert(markup).then(() => app.page(inserts));
    else await typeIn(markup);
    await isTyped();
    await app.page(`void (${then})`);
    await app.replacedBy(() => choose(app, 'reload'));
    expect(await questions()).toEqual([]);
  });

  it('Back inside the page leaves nothing: nobody is asked, as in a browser', async () => {
    await loadItself();
    await typeIn(TEXT);
    await isTyped();
    await app.page(`void history.pushState(null, '', '?step=2')`);
    await choose(app, 'back');
    await until('the step', async () => (await app.page('location.search')) === '');
    expect(await questions()).toEqual([]);
    expect(await typed()).toBe('typed');
    await choose(app, 'back');
    await isAsked(LEAVE);
  });

  it.skipIf(lacks('signals'))('a log-off asks nobody, and waits for no open question', async () => {
    await loadItself();
    await typeIn(TEXT);
    await isTyped();
    await app.main(`(() => {
      globalThis.asked = [];
      electron.dialog.showMessageBox = (...args) => {
        asked.push(args.at(-1));
        console.error('asked: ' + args.at(-1).message);
        return askReally(...args);
      };
    })()`);
    const before = app.stderr().length;
    await close();
    await isAsked(LEAVE);
    app.process.kill('SIGHUP');
    expect(await app.gone()).toBe(0);
    expect(app.stderr().slice(before).split('asked:')).toHaveLength(2);
    expect(app.stderr()).not.toContain('relaunched');
  });
});

it('reopens a window that no longer paints after three crashes of the graphics process in safe mode, after Leave; a page that takes long to leave is asked about once more', async () => {
  // Before the graphics process is there again, a look gets no picture, or that of the frame before.
  await start({ durations: { lookMs: 4_000 } });
  await goes(`location.assign('/about')`, 'About');
  await typeIn(TEXT);
  // Between Leave and the page's next objection more time passes than main remembers it.
  await app.main(`void (() => {
    let closes = 0;
    const [window] = electron.BrowserWindow.getAllWindows();
    window.on('close', () => { if (++closes === 2) globalThis.passed += 60_000; });
  })()`);
  await answerDialogs(app, 'Leave');
  const white =
    'overflow: hidden; resize: none; background: white; color: white; border: 0; outline: 0; caret-color: white;';
  const paint = `* { ${white.replaceAll(';', ' !important;')} }`;
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
    [...Object.keys(PATHS), 'Restart now, for an update'].sort(),
  );
});
