/** The app's own look on error pages and forms, in pixels: under the strict policy, with a script and without. */
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ICON_PATH } from '../../../electron/protocol/look.ts';
import { PAGES_APP } from '../../support/app.ts';
import { type AppCopy, copyApp } from '../../support/brokenApp.ts';
import { checked, type DiagnosticsApp, startWithMenu } from '../../support/diagnosticsApp.ts';
import { ICON, ICON_BITMAP, writeLook } from '../../support/ownLook.ts';

const LOOK = { accent: { light: '#6d28d9', dark: '#a78bfa' }, font: 'serif' };

let copy: AppCopy;
let app: DiagnosticsApp;
beforeAll(async () => {
  copy = await copyApp(PAGES_APP);
  await writeLook(copy.folder, LOOK, { settings: { policy: 'strict' } });
  app = await startWithMenu({ app: copy.folder });
});
afterAll(async () => {
  await app?.stop();
  await copy?.remove();
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
