/** The app's own look on error pages and forms, in pixels: under the strict policy, with a script and without. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { APP_FILES } from '../../../electron/app/folder.ts';
import { ICON_PATH } from '../../../electron/protocol/look.ts';
import { lookData } from '../../../electron/tool/project/look.ts';
import { PAGES_APP, type RunningApp, startApp } from '../../support/app.ts';
import { type AppCopy, copyApp } from '../../support/brokenApp.ts';

const LOOK = { accent: { light: '#6d28d9', dark: '#a78bfa' }, font: 'serif' };
const ICON = '#ff00aa';

let copy: AppCopy;
let app: RunningApp;
beforeAll(async () => {
  copy = await copyApp(PAGES_APP);
  const build = join(copy.folder, '.build');
  const icon = new PNG({ width: 64, height: 64 });
  for (let at = 0; at < icon.data.length; at += 4) icon.data.set([0xff, 0, 0xaa, 0xff], at);
  await writeFile(join(build, APP_FILES.icon), PNG.sync.write(icon));
  await writeFile(
    join(build, APP_FILES.config),
    JSON.stringify({ look: lookData(LOOK, true), settings: { policy: 'strict' } }),
  );
  app = await startApp({ app: copy.folder });
});
afterAll(async () => {
  await app?.stop();
  await copy?.remove();
});

/** The colour inside of an element's edge, where no text is, as `#rrggbb`. */
async function colourIn(page: Page, selector: string): Promise<string> {
  const box = await page.locator(selector).first().boundingBox();
  const { data, width } = PNG.sync.read(await page.screenshot());
  const [x, y] = [Math.round((box?.x ?? 0) + 8), Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)];
  const at = (y * width + x) * 4;
  return `#${data.toString('hex', at, at + 3)}`;
}

const looks = async () => {
  const { page } = app;
  const family = () =>
    page
      .locator('.fault, body')
      .last()
      .evaluate((element) => getComputedStyle(element).fontFamily);
  const seen: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    seen.push(await colourIn(page, '.fault-ways > :first-child'), await colourIn(page, '.fault-icon'));
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
  await page.goto('app://shell/nowhere');
  await page.getByRole('button', { name: 'Copy details' }).waitFor();
  await expect.poll(looks).toEqual(EXPECTED);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await session.send('Page.reload');
  await expect.poll(() => page.getByRole('button', { name: 'Copy details' }).count()).toBe(0);
  await expect.poll(looks).toEqual(EXPECTED);
  await session.send('Emulation.setScriptExecutionDisabled', { value: false });
});
