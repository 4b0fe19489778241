/** What a server's page downloads, shows as PDF and asks for: files, and permissions. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '../../../electron/shared/channels.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { fileFolder } from '../../electron/testFolder.ts';
import { faultsOf, found, holds, over, reachesAll } from '../../support/accessible.ts';
import { PAGES_APP } from '../../support/app.ts';
import { hasPicture, isSeenOnDisplay } from '../../support/display.ts';
import { CONTENTS, click, clickAt, drop, pressKey, takesPresses } from '../../support/input.ts';
import { needing } from '../../support/lacks.ts';
import { isLineThere, LINE, lineSays, pressInLine } from '../../support/line.ts';
import { answerDialogs, asked, choose, inOrder, seeItem } from '../../support/menu.ts';
import { send } from '../../support/onPage.ts';
import { html, type Origin, PAGE, startOrigin } from '../../support/origin.ts';
import { ICON_BITMAP, writeLook } from '../../support/ownLook.ts';
import { GREEN_PDF, showsGreen } from '../../support/pdf.ts';
import { CLOCK, watch } from '../../support/recovery.ts';
import { HEAP } from '../../support/soak/figures.ts';
import { until } from '../../support/until.ts';

/** Keeps the notices that the app shows. */
const NOTICES = `
  globalThis.notices = [];
  class Notification {
    static isSupported = () => globalThis.hasNotices ?? true;
    constructor(options) { notices.push(options); globalThis.notice = this; }
    on(name, act) { this[name] = act; }
    show() {}
  }
  const Module = module.constructor;
  const load = Module._load;
  const noting = new Proxy(electron, { get: (target, key) => key === 'Notification' ? Notification : target[key] });
  Module._load = (name, ...rest) => (name === 'electron' ? noting : load.call(Module, name, ...rest));
`;

const TOLD_MS = 5_000;

const LINKS = `<a href="/api/report.csv" download>Report</a> <a href="/api/broken.csv" download>Broken</a>`;

const folder = fileFolder();
/** The pending answer. */
let answer: ServerResponse | undefined;

const answers: Origin['answer'] = (request, response) => {
  const { url = '' } = request;
  if (url === '/bill.pdf')
    return void response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(GREEN_PDF);
  if (url === '/about') return html(PAGE(url))(request, response);
  response.writeHead(200, { 'Content-Type': 'text/csv', 'Content-Length': 1_000_000 });
  response.write('x'.repeat(400_000));
  answer = response;
};
const origin = await startOrigin(answers);
const app = await watch({
  app: PAGES_APP,
  prelude: NOTICES + CLOCK,
  alter: (copy) => writeLook(copy, {}, { web: { address: `${origin.url}/about` } }),
  // A look whether a page answers keeps it in memory as long, also one that is closed: less than a test waits.
  durations: { toldMs: TOLD_MS, busyMs: 10_000 },
  settings: { permissions: ['notifications', 'microphone'] },
  args: ['--use-fake-device-for-media-stream'],
});
await app.shows('The shop at /about');
await takesPresses(app);
await app.page(`void document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(LINKS)})`);
await app.main(`void electron.session.defaultSession.on('will-download', (_event, item) => {
  if (!item.getSavePath()) item.setSavePath(${JSON.stringify(folder)} + '/' + item.getFilename());
})`);
await app.main(`(() => {
  globalThis.bars = [];
  electron.BrowserWindow.getAllWindows()[0].setProgressBar = (value) => void bars.push(value);
})()`);

const bars = () => app.main<number[]>('bars');

const press = (link: string) =>
  click(app, `[...document.links].find((one) => one.textContent === '${link}')`);

it('shows its progress in the taskbar, and says when it is complete, with the app’s icon', async () => {
  await press('Report');
  await until('the first part', async () => (await bars()).some((value) => value > 0 && value < 1));
  expect(await app.main('notices')).toEqual([]);
  answer?.end('y'.repeat(600_000));
  await until('a notice', () => app.main('notices[0]'));
  const notice = await app.main(
    '(({ icon, ...text }) => ({ ...text, pixel: [...icon.toBitmap().subarray(0, 4)] }))(notices[0])',
  );
  expect(notice).toEqual({ title: en.dialogs.download.done, body: 'report.csv', pixel: ICON_BITMAP });
  await app.main(
    `(electron.shell.showItemInFolder = (path) => { globalThis.opened = path; }, notice.click())`,
  );
  expect(await app.main('opened')).toBe(join(folder, 'report.csv'));
  // As for an unsigned app on macOS: a line in the window says it.
  await app.main(`(delete globalThis.opened, notice.failed({}, 'Notices are not allowed'))`);
  await pressInLine(app, en.dialogs.download.show);
  await until('the folder', () => app.main(`globalThis.opened?.endsWith('report.csv')`));
  expect(app.stderr()).toContain('Notices are not allowed');
  expect((await bars()).at(-1)).toBe(-1);
  expect((await readFile(join(folder, 'report.csv'), 'utf8')).length).toBe(1_000_000);
});

it('says that it broke off, and loads it into the same file if the user wants', async () => {
  await answerDialogs(app, en.errorPage.tryAgain);
  await app.main('bars.length = 0');
  await press('Broken');
  await until('the first part', async () => (await bars()).some((value) => value > 0 && value < 1));
  const question = await until('a message', async () => {
    const [first] = await asked(app);
    if (!first) answer?.destroy();
    return first;
  });
  expect(question).toMatchObject({ type: 'error', message: 'broken.csv couldn’t be downloaded.' });
  await until('another answer', () => answer?.destroyed === false);
  answer?.end('y'.repeat(600_000));
  await until('a notice', () => app.main('notices[1]'));
  expect((await bars()).at(-1)).toBe(-1);
  expect((await readFile(join(folder, 'broken.csv'), 'utf8')).length).toBe(1_000_000);
});

it('says in the window that it is complete if the system has no notices, and takes no focus', async () => {
  await app.main('void (globalThis.hasNotices = false)');
  await app.page(`void (document.links[0].download = '<img src=x>.csv')`);
  const page = 'electron.BrowserWindow.getAllWindows()[0].webContents';
  await app.main(`${page}.focus()`);
  await until('the focus', () => app.main(`${page}.isFocused()`));
  await press('Report');
  await until('the first part', () => answer?.req.url === '/api/report.csv' && !answer.writableEnded);
  answer?.end('y'.repeat(600_000));
  await lineSays(app, /^Download complete – [^<]+\.csv$/);
  expect(await app.main(`${page}.isFocused()`)).toBe(true);
  await app.main('delete globalThis.opened');
  // F6 leads there, and it stays for as long as the focus or the pointer does; Escape only leaves.
  await pressKey(app, 'F6');
  await until('the focus', () => app.main(`${LINE}.isFocused()`));
  await pause(TOLD_MS + 500);
  await app.main(`${LINE}.sendInputEvent({ type: 'mouseMove', x: 20, y: 20 })`);
  await app.main(`${page}.focus()`);
  await pause(TOLD_MS + 500);
  await lineSays(app, /^Download complete/);
  await pressKey(app, 'F6');
  await until('the focus', () => app.main(`${LINE}.isFocused()`));
  await app.main(`${LINE}.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' })`);
  await until('its end', async () => !(await isLineThere(app)));
  await until('the focus', () => app.main(`${page}.isFocused()`));
  expect(await app.main('globalThis.opened')).toBe(undefined);
});

/** Runs code in the app's page, whatever is over it. */
const inPage = <T>(code: string) => app.main<T>(`${CONTENTS}.executeJavaScript(${JSON.stringify(code)})`);
const wants = (...names: string[]) =>
  en.dialogs.download.wants.replace('{files}', new Intl.ListFormat('en').format(names));
const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '');

/** What a page does without a press, or long after one. */
const UNASKED = {
  'blob.txt': `const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['of a blob']));
    link.download = 'blob.txt';
    link.click();
    URL.revokeObjectURL(link.href);`,
  'data.csv': `Object.assign(document.createElement('a'), { href: 'data:text/csv,of%20data', download: 'data.csv' }).click()`,
  'location.csv': `location = '/api/location.csv'`,
};

async function unpressed(): Promise<void> {
  await app.replacedBy(() => inPage('void setTimeout(() => location.reload())'));
  await until('the page again', () => inPage(`document.readyState === 'complete'`));
  await app.passTime(10_000);
}

it('asks in the window about files that nobody pressed for, about all of them once, and saves them', async () => {
  await app.main(`electron.app.setPath('downloads', ${JSON.stringify(folder)})`);
  await app.main('void (globalThis.hasNotices = true, notices.length = 0)');
  await unpressed();
  const names = Object.keys(UNASKED);
  for (const [at, code] of Object.values(UNASKED).entries()) {
    await inPage(`void setTimeout(() => { ${code} })`);
    await lineSays(app, wants(...names.slice(0, at + 1)));
    if (names[at] === 'location.csv') {
      await until('the request', () => answer?.req.url === `/api/${names[at]}`);
      answer?.end('y'.repeat(600_000));
    }
  }
  expect(await app.main(`electron.BrowserWindow.getAllWindows().length`)).toBe(1);
  await pressInLine(app, en.dialogs.download.save);
  await until('the files', async () => (await Promise.all(names.map(read))).every(Boolean));
  await until('the notices', () => app.main('notices.length >= 3'));
  expect(await read('blob.txt')).toBe('of a blob');
  expect(await read('data.csv')).toBe('of data');
  expect((await read('location.csv')).length).toBe(1_000_000);
  expect(await readdir(join(app.userData, 'Held Downloads'))).toEqual([]);
});

it('saves none that the user does not want, and asks about no other until the next press', async () => {
  await unpressed();
  await inPage(`void setTimeout(() => { ${UNASKED['blob.txt'].replaceAll('blob.txt', 'no.txt')} })`);
  await lineSays(app, wants('no.txt'));
  const { save } = en.dialogs.download;
  expect(await found(over(app))).toEqual(['status', `button: ${save}`, `button: ${en.dialogs.cancel}`]);
  // It is no page: what axe asks of one does not hold.
  const isOfPage = (one: string) => /^(?:landmark-one-main|page-has-heading-one):/.test(one);
  expect((await faultsOf(over(app))).filter((one) => !isOfPage(one))).toEqual([]);
  await reachesAll(over(app));
  await holds(over(app));
  await pressKey(app, 'F6');
  await until('the focus', () => app.main(`${LINE}.isFocused()`));
  await app.main(`${LINE}.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' })`);
  await until('its end', async () => !(await isLineThere(app)));
  await inPage(`void setTimeout(() => { ${UNASKED['blob.txt'].replaceAll('blob.txt', 'again.txt')} })`);
  await until('the refusal', () => app.stderr().includes('the user wants none of this page'));
  expect(await isLineThere(app)).toBe(false);
  expect(await read('no.txt')).toBe('');
  expect(await readdir(join(app.userData, 'Held Downloads'))).toEqual([]);
  await inPage(`void document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(LINKS)})`);
});

it('is not aborted when the app quits unless the user wants it', async () => {
  await answerDialogs(app, 'Stay');
  await app.main('bars.length = 0');
  await press('Report');
  await until('the first part', async () => (await bars()).some((value) => value > 0 && value < 1));
  for (const end of ['electron.BrowserWindow.getAllWindows()[0].close()', 'electron.app.quit()']) {
    await answerDialogs(app, 'Stay');
    await app.main(`void setTimeout(() => ${end}, 50)`);
    const question = await until('the question', async () => (await asked(app))[0]);
    expect(question).toMatchObject({
      message: en.dialogs.download.running,
      buttons: inOrder('Leave', 'Stay'),
    });
  }
  answer?.end('y'.repeat(600_000));
  await until('the end', async () => (await bars()).at(-1) === -1);
  await app.replacedBy(() =>
    app.main('void electron.BrowserWindow.getAllWindows()[0].webContents.forcefullyCrashRenderer()'),
  );
  await app.shows('The shop');
});

it('a page has only the permissions in the settings', async () => {
  const asks = (constraints: string) =>
    app.page<string>(`navigator.mediaDevices.getUserMedia(${constraints}).then(
      (stream) => stream.getTracks().map(({ kind }) => kind).join(), ({ name }) => name)`);
  await answerDialogs(app, en.permissions.deny);
  expect(await asks('{ audio: true }')).toBe('NotAllowedError');
  expect(await asks('{ audio: true }')).toBe('NotAllowedError');
  expect((await asked(app)).map(({ message }) => message)).toEqual(['Allow Holdfast to use the microphone?']);
  const isChecked = async () => (await seeItem(app, 'microphone')).checked;
  expect(await isChecked()).toBe(false);
  await choose(app, 'microphone');
  expect(await asks('{ audio: true }')).toBe('audio');
  expect(JSON.parse(await readFile(join(app.userData, 'permissions.json'), 'utf8')).answers).toEqual({
    microphone: true,
  });
  expect((await asked(app)).length).toBe(1);
  expect(await asks('{ video: true }')).toBe('NotAllowedError');
  expect(await asks('{ audio: true, video: true }')).toBe('NotAllowedError');
  expect(await app.page('Notification.permission')).toBe('granted');
});

describe('files that the user picked', () => {
  const pressed = <T>(code: string) =>
    app.main<T>(`${CONTENTS}.executeJavaScript(${JSON.stringify(`(async () => { ${code} })()`)}, true)`);
  async function dropFile(path: string): Promise<void> {
    await pressed(`
      window.handle = undefined;
      document.ondragover = (event) => event.preventDefault();
      document.ondrop = async (event) => {
        event.preventDefault();
        window.handle = await event.dataTransfer.items[0].getAsFileSystemHandle();
      };`);
    await drop(app, { x: 300, y: 300 }, { items: [], files: [path] });
    await until('the handle', () => inPage('Boolean(window.handle)'));
  }
  const SAVE = `
    try {
      const stream = await window.handle.createWritable();
      await stream.write('changed');
      await stream.close();
      return 'saved';
    } catch ({ name }) {
      return name;
    }`;
  const question = (file: string) =>
    en.permissions.fileQuestion.replace('{name}', 'Holdfast').replace('{file}', file);

  it('are read without a question, and changed after one, which counts for the run', async () => {
    const file = join(folder, 'in.txt');
    await writeFile(file, 'picked');
    await answerDialogs(app, en.permissions.allow);
    await dropFile(file);
    expect(await pressed(`return (await window.handle.getFile()).text()`)).toBe('picked');
    expect(await asked(app)).toEqual([]);
    expect(await pressed(SAVE)).toBe('saved');
    expect(await readFile(file, 'utf8')).toBe('changed');
    expect(await pressed(SAVE)).toBe('saved');
    expect((await asked(app)).map(({ message }) => message)).toEqual([question('in.txt')]);
  });
});

describe('a PDF', () => {
  async function go(path: string): Promise<void> {
    await inPage(`void setTimeout(() => location.assign('${path}'))`);
    await until(path, () => app.main(`${CONTENTS}.getURL().endsWith('${path}')`));
  }
  const press = async (x: number, y: number) => {
    for (const type of ['mousePressed', 'mouseReleased'])
      await send(app, 'Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  };

  it('is shown in a window that the page opens', async () => {
    await go('/about');
    await until('the page', async () => (await app.text()).includes('The shop at /about'));
    await inPage(
      `void addEventListener('mousedown', () => open('/bill.pdf', '_blank', 'width=900,height=800'), { once: true })`,
    );
    await until('a window', async () => {
      await clickAt(app, { x: 300, y: 300 });
      return await app.main('electron.BrowserWindow.getAllWindows().length === 2');
    });
    const opened = `electron.BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().endsWith('.pdf'))?.webContents`;
    await until('its address', () => app.main(`Boolean(${opened})`));
    await showsGreen(app, opened, () => app.main(`${opened}.reload()`));
    await app.main(`void (globalThis.closed = new WeakRef(${opened}))`);
    await app.main(`void electron.BrowserWindow.fromWebContents(${opened}).destroy()`);
    await until('one window', () => app.main('electron.BrowserWindow.getAllWindows().length === 1'));
    await until('nothing that keeps it in memory', async () => {
      await app.main(HEAP);
      return await app.main<boolean>('globalThis.closed.deref() === undefined');
    });
  });

  it('is shown as document, and saved and printed by the viewer’s buttons', needing('openbox'), async () => {
    await app.main(
      `void electron.ipcMain.on('${CHANNELS.ready}', ({ sender }) => { globalThis.readyAt = sender.getURL(); })`,
    );
    // After the no above its files are asked about again, as the press that opened the window is one.
    await go('/bill.pdf');
    await showsGreen(app, CONTENTS, () => go('/bill.pdf'));
    // Otherwise an error page would take its place.
    await until('its report', () => app.main(`globalThis.readyAt?.endsWith('/bill.pdf')`));
    const { x, y, width, height } = await app.main<Electron.Rectangle>(
      'electron.BrowserWindow.getAllWindows()[0].getContentBounds()',
    );
    expect([width, height]).toEqual([1024, expect.any(Number)]);
    // Electron 33 does not say that somebody pressed something in the viewer.
    await press(width - 104, 28);
    await lineSays(app, wants('bill.pdf'));
    await pressInLine(app, en.dialogs.download.save);
    const saved = () => readFile(join(folder, 'bill.pdf')).catch(() => Buffer.of());
    await until('the file', async () => (await saved()).equals(GREEN_PDF));
    if (!hasPicture) return;
    // Right of the pointer, inside the green page, is one colour until the edge of the system's dialog is there.
    const inside = { x: x + 562, y: y + 80, width: 285, height: 200 };
    await until('the page on the display', async () => !(await isSeenOnDisplay(inside)));
    await press(width - 68, 28);
    await until('the dialog', () => isSeenOnDisplay(inside));
    // Chromium 130 now and then ends by SIGSEGV as it quits after this.
    app.process.kill('SIGKILL');
    expect(await app.gone()).toBe(null);
  });
});
