/** PDFs in Chromium's own viewer, of a build and of a server: as document, in a frame, embedded and in a window. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNELS } from '../../../electron/shared/channels.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { hasPicture, isSeenOnDisplay } from '../../support/display.ts';
import { CONTENTS, clickAt } from '../../support/input.ts';
import { needing } from '../../support/lacks.ts';
import { lineSays, pressInLine } from '../../support/line.ts';
import { html, type Origin, PAGE, startOrigin } from '../../support/origin.ts';
import { GREEN_PDF, showsGreen } from '../../support/pdf.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { HEAP } from '../../support/soak/figures.ts';
import { until } from '../../support/until.ts';
import { webBuild } from '../../support/webBuild.ts';

const BODY = (viewers: string) => `<h1>Files</h1>${viewers}`;
const SIZE = 'style="width:600px;height:500px"';
/** By path. */
const pages = (): Readonly<Record<string, string>> => ({
  'frame-of-another-server': `<iframe src="${other.url}/bill.pdf" ${SIZE}></iframe>`,
  frame: `<iframe src="/bill.pdf" ${SIZE}></iframe>`,
  embed: `<embed src="/bill.pdf" type="application/pdf" ${SIZE}>`,
  object: `<object data="/bill.pdf" type="application/pdf" ${SIZE}></object>`,
});
const NAMES = ['frame-of-another-server', 'frame', 'embed', 'object'];

let shop: Origin;
let other: Origin;
beforeAll(async () => {
  const answer: Origin['answer'] = (request, response) => {
    const name = request.url?.slice(1) ?? '';
    if (name === 'bill.pdf')
      return void response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(GREEN_PDF);
    html(PAGE(request.url ?? '', BODY(pages()[name] ?? '')))(request, response);
  };
  [shop, other] = await Promise.all([startOrigin(answer), startOrigin(answer)]);
});
afterAll(() => Promise.all([shop.close(), other.close()]));

const KINDS = {
  'of a build': () =>
    webBuild({
      'bill.pdf': GREEN_PDF,
      'start.js': 'holdfast.ready()',
      ...Object.fromEntries(
        ['index', ...NAMES].map((name) => [
          `${name}.html`,
          `<!doctype html><title>Files</title>${BODY(pages()[name] ?? '')}<script src="/start.js"></script>`,
        ]),
      ),
    }),
  'of a server': () => (folder: string) =>
    writeFile(join(folder, '.build', 'config.json'), JSON.stringify({ web: { address: shop.url } })),
};

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('a PDF %s', (kind) => {
  let app: Watched;
  beforeAll(async () => {
    app = await watch({
      alter: KINDS[kind](),
      settings: { contentSecurityPolicy: [`frame-src ${other.url}`] },
    });
    await until('the page', async () => /Files|The shop/.test(await app.text()));
    await app.main(
      `void electron.ipcMain.on('${CHANNELS.ready}', ({ sender }) => { globalThis.readyAt = sender.getURL(); })`,
    );
  });
  afterAll(async () => {
    // The system's print dialog is open.
    await app.stop();
  });
  async function go(path: string): Promise<void> {
    await app.main(`void ${CONTENTS}.executeJavaScript("void setTimeout(() => location.assign('${path}'))")`);
    await until(path, () => app.main(`${CONTENTS}.getURL().endsWith('${path}')`));
  }
  const press = async (x: number, y: number) => {
    const { sessionId } = (await app.windows())[0] ?? {};
    for (const type of ['mousePressed', 'mouseReleased']) {
      const event = { type, x, y, button: 'left', clickCount: 1 };
      await app.browser.send('Input.dispatchMouseEvent', event, { sessionId });
    }
  };

  // A server's page has its elements from Chromium alone; a build's are answered by main.
  it.each(kind === 'of a build' ? NAMES : NAMES.slice(0, 2))('is shown in an element: %s', async (name) => {
    await go(`/${name}`);
    await showsGreen(app, CONTENTS, () => go(`/${name}`));
  });

  it.runIf(kind === 'of a server')('is shown in a window that the page opens', async () => {
    await go('/');
    await until('the page', async () => (await app.text()).includes('The shop at /'));
    await app.main(
      `${CONTENTS}.executeJavaScript("void addEventListener('mousedown', () => open('/bill.pdf', '_blank', 'width=900,height=800'))")`,
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
    // Nothing keeps it in memory.
    let isGone = false;
    for (let looks = 0; looks < 20 && !isGone; looks += 1) {
      await app.main(HEAP);
      isGone = await app.main<boolean>('globalThis.closed.deref() === undefined');
    }
    expect(isGone).toBe(true);
  });

  it(
    'is shown as document, is ready, and is saved and printed by the viewer’s buttons',
    needing('openbox'),
    async () => {
      await go('/bill.pdf');
      await showsGreen(app, CONTENTS, () => go('/bill.pdf'));
      // Otherwise an error page would take its place.
      await until('its report', () => app.main(`globalThis.readyAt?.endsWith('/bill.pdf')`));
      const { x, y, width, height } = await app.main<Electron.Rectangle>(
        'electron.BrowserWindow.getAllWindows()[0].getContentBounds()',
      );
      expect([width, height]).toEqual([1024, expect.any(Number)]);
      await app.main(`electron.app.setPath('downloads', ${JSON.stringify(app.userData)})`);
      // Electron 33 does not say that somebody pressed something in the viewer.
      await press(width - 104, 28);
      await lineSays(app, en.dialogs.download.wants.replace('{files}', 'bill.pdf'));
      await pressInLine(app, en.dialogs.download.save);
      const saved = () => readFile(join(app.userData, 'bill.pdf')).catch(() => Buffer.of());
      await until('the file', async () => (await saved()).equals(GREEN_PDF));
      if (!hasPicture) return;
      // Right of the pointer, inside the green page, is one colour until the edge of the system's dialog is there.
      const inside = { x: x + 562, y: y + 80, width: 285, height: 200 };
      await until('the page on the display', async () => !(await isSeenOnDisplay(inside)));
      await press(width - 68, 28);
      await until('the dialog', () => isSeenOnDisplay(inside));
    },
  );
});
