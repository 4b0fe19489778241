/** The app's own look on error pages and forms, in pixels: under the strict policy, with a script and without. */
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ICON_PATH } from '../../../electron/protocol/look.ts';
import { PAGES_APP } from '../../support/app.ts';
import { type AppCopy, copyApp } from '../../support/brokenApp.ts';
import { checked, type DiagnosticsApp, startWithMenu } from '../../support/diagnosticsApp.ts';
import { choose } from '../../support/menu.ts';
import { startOrigin } from '../../support/origin.ts';
import { ICON, ICON_BITMAP, writeLook } from '../../support/ownLook.ts';
import { until } from '../../support/until.ts';

const LOOK = { accent: { light: '#6d28d9', dark: '#a78bfa' }, font: 'serif' };

// Not for the start page's picture: its form could come before a test finds the page.
const server = await startOrigin(({ url = '' }, response) =>
  response
    .writeHead(url.startsWith('/_next/data/') ? 401 : 404, { 'WWW-Authenticate': 'Basic realm="Shop"' })
    .end(),
);
let copy: AppCopy;
let app: DiagnosticsApp;
beforeAll(async () => {
  copy = await copyApp(PAGES_APP);
  await writeLook(copy.folder, LOOK, { settings: { policy: 'strict', origin: server.url, buildId: 'b1' } });
  app = await startWithMenu({ app: copy.folder });
});
afterAll(async () => {
  await app?.stop();
  await copy?.remove();
  await server.close();
});

/** The colour inside an element's edge, where no text is and, in one that is high, its icon, as `#rrggbb`. */
async function colourIn(page: Page, selector: string): Promise<string> {
  const box = await page.locator(selector).first().boundingBox();
  const { data, width } = PNG.sync.read(await page.screenshot());
  const [x, y] = [
    Math.round((box?.x ?? 0) + 8),
    Math.round((box?.y ?? 0) + Math.min(20, (box?.height ?? 0) / 2)),
  ];
  const at = (y * width + x) * 4;
  return `#${data.toString('hex', at, at + 3)}`;
}

const looks = async (page: Page, button: string, icon: string) => {
  const family = () =>
    page
      .locator('.fault, body')
      .last()
      .evaluate((element) => getComputedStyle(element).fontFamily);
  const seen: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    seen.push(await colourIn(page, button), await colourIn(page, icon));
  }
  return [...seen, await family()];
};
const EXPECTED = [LOOK.accent.light, ICON, LOOK.accent.dark, ICON, 'serif'];

it('leaves the app’s pages alone, and asks for the icon only where something failed', async () => {
  const { page } = app;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await page.getByRole('link', { name: 'News', exact: true }).waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).not.toBe('serif');
  expect(asked).toContain('/');
  expect(asked).not.toContain(ICON_PATH);
  await page.goto('app://shell/nowhere');
  await expect.poll(() => asked).toContain(ICON_PATH);
});

it('is on the error page, from the first paint on', async () => {
  const { page } = app;
  const shown = () => looks(page, '.fault-ways > :first-child', '.fault-icon');
  await page.goto('app://shell/nowhere');
  await page.getByRole('button', { name: 'Copy details' }).waitFor();
  await expect.poll(shown).toEqual(EXPECTED);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await session.send('Page.reload');
  await expect.poll(() => page.getByRole('button', { name: 'Copy details' }).count()).toBe(0);
  await expect.poll(shown).toEqual(EXPECTED);
  await session.send('Emulation.setScriptExecutionDisabled', { value: false });
});

it('is on what lies over a page', async () => {
  const bar = `electron.BrowserWindow.getAllWindows()[0].contentView.children.at(-1).webContents`;
  await choose(app, 'find');
  const style = (scheme: string) =>
    app.main(`(electron.nativeTheme.themeSource = '${scheme}', ${bar}.executeJavaScript(
      '(({ borderTopColor, fontFamily }) => [borderTopColor, fontFamily])(getComputedStyle(document.body))'))`);
  await expect.poll(() => style('light').catch(() => undefined)).toEqual(['rgb(109, 40, 217)', 'serif']);
  await expect.poll(() => style('dark')).toEqual(['rgb(167, 139, 250)', 'serif']);
  await app.main(`void (electron.nativeTheme.themeSource = 'system')`);
  await app.main(`${bar}.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' })`);
});

it('is on a form', async () => {
  await app.page.evaluate(
    () => void fetch('/_next/data/b1/news.json', { headers: { 'x-nextjs-data': '1' } }),
  );
  const form = await until('the form', () =>
    app.browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((one) => one.url().includes('/form/')),
  );
  await form.getByRole('button').waitFor();
  await expect.poll(() => looks(form, '.actions button', 'main')).toEqual(EXPECTED);
  const heading = await form.getByRole('heading').boundingBox();
  const main = await form.locator('main').boundingBox();
  // The icon is 40 high.
  expect((heading?.y ?? 0) - (main?.y ?? 0)).toBe(52);
  await form.close();
});

it('is on the diagnostics, and its icon in About', async () => {
  const page = await app.open();
  await checked(page);
  await expect.poll(() => looks(page, '.actions button', 'main')).toEqual(EXPECTED);
  await page.close();
  await app.main(`void (electron.dialog.showMessageBox = async (...given) => {
    const { type, icon } = given.at(-1);
    globalThis.about = { type, pixel: [...icon.toBitmap().subarray(0, 4)] };
    return { response: 0 };
  })`);
  await app.main(`electron.Menu.getApplicationMenu().getMenuItemById('about').click()`);
  await expect.poll(() => app.main('globalThis.about')).toEqual({ type: 'none', pixel: ICON_BITMAP });
});
