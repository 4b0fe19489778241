/** What people expect of every window, by mouse and keys, on a foreign page. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANNELS } from '../../../electron/shared/channels.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { fakeBrowser, hostsIn, netLog } from '../../support/browser.ts';
import { CONTENTS, click, pressKey } from '../../support/input.ts';
import { answerDialogs, asked, choose } from '../../support/menu.ts';
import { send } from '../../support/onPage.ts';
import { startOrigin } from '../../support/origin.ts';
import { GREEN_PDF, pdfElements, showsGreen } from '../../support/pdf.ts';
import { watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { webBuild } from '../../support/webBuild.ts';

const BODY = `<p id="text">one apple, two apples, three apples</p>
<p><input id="field" value="written"></p>
<p><a id="web" href="https://example.com/a?b=c">web</a></p>
<p><a id="own" href="/orders/7?a=b#c">own</a></p>
<p><a id="tel" href="tel:+49-30-1234">tel</a></p>
<p id="menu">a menu of its own</p>
<p><img id="picture" width="40" height="40" alt=""></p>`;
const SCRIPT = `
holdfast.ready();
menu.addEventListener('contextmenu', (event) => event.preventDefault());
window.taken = 0;
addEventListener('keydown', (event) => { if (window.takesKeys) { event.preventDefault(); window.taken++; } });
const canvas = document.createElement('canvas');
canvas.getContext('2d').fillRect(0, 0, 9, 9);
canvas.toBlob((blob) => { picture.src = URL.createObjectURL(blob); });`;

const log = () => join(browser.folder, 'net-log.json');
const page = <T>(expression: string) =>
  app.main<T>(`${CONTENTS}.executeJavaScript(${JSON.stringify(expression)}, true)`);

const [browser, other] = await Promise.all([
  fakeBrowser(),
  startOrigin((_, response) => response.setHeader('Content-Type', 'application/pdf').end(GREEN_PDF)),
]);
const documentOf = (body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Foreign</title>${body}`;
const pages = Object.entries(pdfElements(other.url)).map(([name, element]) => [
  `${name}.html`,
  documentOf(`${element}<script src="/start.js"></script>`),
]);
const app = await watch({
  alter: webBuild({
    ...Object.fromEntries(pages),
    'index.html': documentOf(`${BODY}<script src="/foreign.js"></script>`),
    'foreign.js': SCRIPT,
    'start.js': 'holdfast.ready()',
    'bill.pdf': GREEN_PDF,
  }),
  prelude: `electron.nativeTheme.themeSource = 'dark';`,
  settings: { contentSecurityPolicy: ['img-src blob:', `frame-src ${other.url}`] },
  env: browser.env,
  args: [netLog(log())],
});
await app.shows('a menu of its own');
// Shown only for a moment, because the system's menu takes the mouse.
await app.main(`(() => {
  globalThis.menus = [];
  const { popup } = electron.Menu.prototype;
  electron.Menu.prototype.popup = function (options) {
    this.once('menu-will-show', () => setTimeout(() => this.closePopup(), 50));
    this.once('menu-will-close', () => menus.push({ menu: this, options }));
    popup.call(this, options);
  };
})()`);
await until('the picture', () => page('picture.complete && picture.naturalWidth > 0'));
afterAll(async () => {
  await app.main(`void setTimeout(() => {
    const role = (items) => items.map((item) => item.role === 'quit' ? item : item.submenu ? role(item.submenu.items) : undefined).find(Boolean);
    role(electron.Menu.getApplicationMenu().items).click({});
  }, 50)`);
  expect(await app.gone()).toBe(0);
  expect(await hostsIn(log())).toEqual(['127.0.0.1']);
});
beforeEach(async () => {
  await app.main(`(() => { menus.length = 0; ${CONTENTS}.focus(); })()`);
});

const mouse = (id: string, button: 'left' | 'right') =>
  click(app, `document.getElementById('${id}')`, { button });
const key = (keyCode: string, modifiers: string[] = [], contents = CONTENTS) =>
  pressKey(app, keyCode, { modifiers, contents });

async function rawKey(event: object): Promise<void> {
  for (const type of ['rawKeyDown', 'keyUp']) await send(app, 'Input.dispatchKeyEvent', { type, ...event });
}

/** The labels of the opened menu; disabled ones in brackets. */
async function items(): Promise<string[]> {
  return await until('a menu', () =>
    app.main<string[]>(`menus.at(-1)?.menu.items.filter(({ type }) => type !== 'separator')
      .map(({ label, enabled }) => enabled ? label.replace('&', '') : '(' + label.replace('&', '') + ')')`),
  );
}
const pick = (label: string) =>
  app.main(`void menus.at(-1).menu.items.find((one) => one.label.replace('&', '') === '${label}').click()`);
const clipboard = () => app.main('electron.clipboard.readText()');

describe('the menu of the right mouse button', () => {
  it('on a field has the text actions, and performs them', async () => {
    await app.main(`electron.clipboard.writeText('copied')`);
    await mouse('field', 'left');
    await until('the focus', () => page('document.activeElement === field'));
    await key('A', ['control']);
    await until('the selection', () => page('field.selectionEnd - field.selectionStart === 7'));
    await mouse('field', 'right');
    expect(await items()).toEqual(['Cut', 'Copy', 'Paste', 'Select All', 'Inspect']);
    await pick('Cut');
    await until('the cut', () => page(`field.value === ''`));
    expect(await clipboard()).toBe('written');
    await pick('Paste');
    await until('the text', () => page(`field.value === 'written'`));
  });

  it('on a link copies it: one of the app as a link that opens the app', async () => {
    await mouse('web', 'right');
    expect(await items()).toEqual(['Open Link in Browser', 'Copy Link', 'Inspect']);
    await pick('Copy Link');
    expect(await clipboard()).toBe('https://example.com/a?b=c');
    await app.main('menus.length = 0');
    await mouse('own', 'right');
    expect(await items()).toEqual(['Copy Link', 'Inspect']);
    await pick('Copy Link');
    expect(await clipboard()).toBe('holdfast://open/orders/7?a=b#c');
  });

  it('on a picture copies and saves it, under a name instead of its address', async () => {
    await mouse('picture', 'right');
    expect(await items()).toEqual(['Save Picture…', 'Copy Picture', 'Inspect']);
    await pick('Copy Picture');
    await until('the picture', () => app.main('!electron.clipboard.readImage().isEmpty()'));
    const file = join(browser.folder, 'picture.png');
    await app.main(`void electron.session.defaultSession.once('will-download', (_event, item) => {
      globalThis.saved = item.getSaveDialogOptions();
      item.setSavePath(${JSON.stringify(file)});
    })`);
    await pick('Save Picture…');
    await until('the file', async () => (await readFile(file).catch(() => Buffer.of())).length > 0);
    expect(await app.main('saved.title')).toBe(en.dialogs.download.save);
  });

  it.each([
    ['Shift+F10', 'F10', ['shift']],
    ['the menu key', 'ContextMenu', []],
  ] as const)('opens by %s too, at the text cursor', async (_, code, modifiers) => {
    await page('field.focus()');
    if (modifiers.length > 0) await key(code, [...modifiers]);
    // Electron has no name for it.
    else await rawKey({ key: code, code, windowsVirtualKeyCode: 93 });
    expect(await items()).toContain('Paste');
    const { x, y } = await app.main<{ x: number; y: number }>('(({ x, y }) => ({ x, y }))(menus[0].options)');
    expect(await page(`document.elementFromPoint(${x}, ${y} - 3)?.id`)).toBe('field');
  });

  it('leaves a page its own', async () => {
    await mouse('menu', 'right');
    await mouse('text', 'right');
    expect(await items()).toEqual(['Inspect']);
    expect(await app.main('menus.length')).toBe(1);
  });
});

it('F10 opens the menu of the app, but not in a page that takes the key itself', async () => {
  await page('window.taken = 0; window.takesKeys = true');
  await key('F10');
  await until('the key in the page', () => page('window.taken === 1'));
  await page('window.takesKeys = false');
  await key('F10');
  expect(await items()).toEqual(['File', 'Edit', 'View', 'History', 'Window', 'Help']);
  expect(await app.main('menus.length')).toBe(1);
});

describe('Find', () => {
  const BAR = `electron.BrowserWindow.getAllWindows()[0].contentView.children.at(-1).webContents`;
  const bars = () =>
    app.main<number>('electron.BrowserWindow.getAllWindows()[0].contentView.children.length');
  const bar = <T>(expression: string) =>
    app.main<T>(`${BAR}.executeJavaScript(${JSON.stringify(expression)})`);
  const says = (text: string) => expect.poll(() => bar(`document.querySelector('output').value`)).toBe(text);

  const isThere = () =>
    until('the bar', () =>
      bar(`document.activeElement.tagName === 'INPUT' && document.hasFocus()`).catch(() => false),
    );
  async function close(): Promise<void> {
    await app.main(`${BAR}.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' })`);
    await expect.poll(bars).toBe(0);
  }

  // A test that failed before it closed the bar must not make its second try fail too.
  beforeEach(async () => {
    if ((await bars()) > 0) await close();
  });

  it('opens by its keys, counts, goes forward and back, and closes by Escape', async () => {
    await key('F', ['control']);
    await isThere();
    for (const letter of 'apple')
      await app.main(`${BAR}.sendInputEvent({ type: 'char', keyCode: '${letter}' })`);
    await says('1/3');
    await key('Enter', [], BAR);
    await says('2/3');
    await key('Enter', ['shift'], BAR);
    await says('1/3');
    await choose(app, 'find-next');
    await says('2/3');
    await choose(app, 'find-previous');
    await says('1/3');
    await app.main(`${BAR}.sendInputEvent({ type: 'char', keyCode: 'x' })`);
    await says(en.find.none);
    expect(await bar('document.title')).toBe(en.find.label);
    await close();
    expect(await page('document.hasFocus()')).toBe(true);
  });

  it('closes when the page is left, and works again on the next', async () => {
    await choose(app, 'find');
    await isThere();
    await answerDialogs(app, 'Reload');
    await page('void (window.isOld = true)');
    await choose(app, 'reload');
    await expect.poll(bars).toBe(0);
    await until('the new page', () => page(`!window.isOld && document.readyState === 'complete'`));
  });

  it('leaves the keys to a page that handles them', async () => {
    await page('void (window.takesKeys = true)');
    await key('F', ['control']);
    await until('the key in the page', () => page('window.taken > 0'));
    await page('void (window.takesKeys = false)');
    expect(await bars()).toBe(0);
    await key('F', ['control']);
    await isThere();
    await close();
  });
});

it("prints by its keys, and saves as PDF under the page's title, of any length", async () => {
  await app.main(`void (${CONTENTS}.print = () => void (globalThis.isPrinted = true))`);
  await key('P', ['control']);
  await until('the dialog', () => app.main('globalThis.isPrinted'));
  const file = join(browser.folder, 'page.pdf');
  await app.main(`void (electron.dialog.showSaveDialog = async (_window, options) => {
    globalThis.savedAs = options.defaultPath;
    return { canceled: false, filePath: ${JSON.stringify(file)} };
  })`);
  await choose(app, 'save-as-pdf');
  await until('the file', async () => (await readFile(file).catch(() => Buffer.of())).length > 0);
  expect((await readFile(file, 'latin1')).slice(0, 5)).toBe('%PDF-');
  expect(await app.main('savedAs')).toMatch(/[\\/]Foreign\.pdf$/);
  await page(`void (document.title = '${'請求書'.repeat(60)}')`);
  await choose(app, 'save-as-pdf');
  await expect.poll(() => app.main<string>('savedAs')).toMatch(/[\\/](請求書){16}請求\.pdf$/);
  await page(`void (document.title = 'Foreign')`);
});

it('checks no spelling without the setting', async () => {
  expect(await app.main('electron.session.defaultSession.isSpellCheckerEnabled()')).toBe(false);
  expect(await app.main('electron.session.defaultSession.getSpellCheckerLanguages()')).toEqual([]);
});

it('zooms by Ctrl and wheel, and by pinching', async () => {
  const usual = await page<number>('innerWidth');
  const wheel = (wheelTicksY: number) =>
    app.main(`${CONTENTS}.sendInputEvent({ type: 'mouseWheel', x: 50, y: 50, deltaY: ${100 * wheelTicksY},
      wheelTicksY: ${wheelTicksY}, modifiers: ['control'] })`);
  await wheel(1);
  await expect.poll(() => page('innerWidth')).toBeLessThan(usual);
  await wheel(-1);
  await expect.poll(() => page('innerWidth')).toBe(usual);
  const pinch = (scaleFactor: number) =>
    send(app, 'Input.synthesizePinchGesture', { x: 100, y: 100, scaleFactor });
  await pinch(2);
  await expect.poll(() => page('visualViewport.scale')).toBeGreaterThan(1.5);
  await pinch(0.5);
});

describe('zooms by the sign that a key types, wherever it is on the keyboard', () => {
  /** The key and Chromium's number for it; whether it is typed with Shift. */
  const KEYS = {
    'Swiss +': ['+', 'Digit1', 49, true],
    'French −': ['-', 'Digit6', 54, false],
  } as const;
  async function press(kind: keyof typeof KEYS): Promise<void> {
    const [key, code, windowsVirtualKeyCode, hasShift] = KEYS[kind];
    await rawKey({ key, code, windowsVirtualKeyCode, modifiers: hasShift ? 10 : 2 });
  }
  const level = () => app.main(`${CONTENTS}.getZoomLevel()`);

  it.each(Object.keys(KEYS) as (keyof typeof KEYS)[])('%s', async (kind) => {
    await press(kind);
    await expect.poll(level).toBe(kind === 'French −' ? -0.5 : 0.5);
    await app.main(`${CONTENTS}.setZoomLevel(0)`);
    await expect.poll(level).toBe(0);
  });

  it('but not in a page that takes the key itself, nor twice for a key of the menu, such as those of a number pad', async () => {
    await page('window.taken = 0; window.takesKeys = true');
    await press('Swiss +');
    await page('window.takesKeys = false');
    expect(await page('taken')).toBe(1);
    for (const [pad, becomes] of [
      ['numadd', 0.5],
      ['numsub', 0],
      ['numadd', 0.5],
      ['num0', 0],
    ] as const) {
      await key(pad, ['control']);
      await expect.poll(level).toBe(becomes);
    }
  });
});

it('shows a page without its own colours on white, even if the system is dark', async () => {
  expect(await page(`matchMedia('(prefers-color-scheme: dark)').matches`)).toBe(true);
  const pixel = `${CONTENTS}.capturePage({ x: 2, y: 2, width: 1, height: 1 })
    .then((picture) => [...picture.toBitmap().subarray(0, 3)])`;
  await expect.poll(() => app.main(pixel)).toEqual([255, 255, 255]);
});

it.runIf(process.platform === 'linux')('says in the window that a link opens nothing', async () => {
  await browser.endsWith(3);
  await answerDialogs(app, en.dialogs.link.copy);
  await mouse('tel', 'left');
  const box = await until('a message', async () => (await asked(app))[0]);
  expect(box).toMatchObject({ message: en.dialogs.link.failed, detail: 'tel:+49-30-1234' });
  await expect.poll(clipboard).toBe('tel:+49-30-1234');
  expect(app.stderr()).not.toMatch(/^(?!asked:).*tel:/m);
  await browser.endsWith(0);
  await mouse('web', 'right');
  await items();
  await pick('Open Link in Browser');
  await until('the browser', async () => (await browser.opened()).includes('https://example.com/a?b=c'));
  expect(await asked(app)).toHaveLength(1);
});

it.each(['frame-of-another-server', 'frame', 'embed', 'object', 'bill.pdf'])(
  'shows a PDF: %s',
  async (name) => {
    await app.main(
      `void electron.ipcMain.on('${CHANNELS.ready}', ({ sender }) => { globalThis.readyAt = sender.getURL(); })`,
    );
    const go = () => page(`void setTimeout(() => location.assign('/${name}'))`);
    await go();
    await until(name, () => app.main(`${CONTENTS}.getURL().endsWith('/${name}')`));
    await showsGreen(app, CONTENTS, go);
    // Otherwise an error page would take its place.
    await until('its report', () => app.main(`globalThis.readyAt?.endsWith('/${name}')`));
  },
);
