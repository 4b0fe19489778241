/** The app's own look on error pages and forms, in pixels: under the strict policy, with a script and without. */
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { ICON_PATH } from '../../../electron/builtConfig/csp/look.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { PAGES_APP } from '../../support/app.ts';
import { choose } from '../../support/menu.ts';
import { inColours, pictureOf, send } from '../../support/onPage.ts';
import { startOrigin } from '../../support/origin.ts';
import { ICON, ICON_BITMAP, writeLook } from '../../support/ownLook.ts';
import { openNothing, watch } from '../../support/recovery.ts';

const LOOK = { accent: { light: '#6d28d9', dark: '#a78bfa' }, font: 'serif' };

// Not for the start page's picture: its form could come before a test finds the page.
const server = await startOrigin(({ url = '' }, response) =>
  response
    .writeHead(url.startsWith('/_next/data/') ? 401 : 404, { 'WWW-Authenticate': 'Basic realm="Shop"' })
    .end(),
);
const settings = { policy: 'strict', origin: server.url, buildId: 'b1' };
const app = await watch({ app: PAGES_APP, alter: (folder) => writeLook(folder, LOOK, { settings }) });
await app.shows('News');

/** The colours of a button and an icon of the newest window, where no text is: in light, in dark; and the font. */
async function looks(...selectors: [button: string, icon: string]): Promise<string[]> {
  const seen: string[] = [];
  for (const value of ['light', 'dark'] as const) {
    await inColours(app, value);
    const { data, width } = PNG.sync.read(await pictureOf(app));
    const places = await app.page<[number, number][]>(`${JSON.stringify(selectors)}.map((selector) => {
      const { x, y, height } = document.querySelector(selector).getBoundingClientRect();
      return [Math.round(x + 8), Math.round(y + Math.min(20, height / 2))];
    })`);
    for (const [x, y] of places) {
      const at = (y * width + x) * 4;
      seen.push(`#${data.toString('hex', at, at + 3)}`);
    }
  }
  const element = `document.querySelector('.fault') ?? document.body`;
  return [...seen, await app.page<string>(`getComputedStyle(${element}).fontFamily`)];
}
const EXPECTED = [LOOK.accent.light, ICON, LOOK.accent.dark, ICON, 'serif'];
const top = (selector: string) => `document.querySelector('${selector}').getBoundingClientRect().y`;
const go = (code: string) => app.page(`void setTimeout(() => location.${code})`);

it('leaves the app’s pages alone, and asks for the icon only where something failed', async () => {
  const asked: string[] = [];
  app.browser.on('Network.requestWillBeSent', ({ request }) =>
    asked.push(new URL((request as { url: string }).url).pathname),
  );
  await send(app, 'Network.enable');
  await app.replacedBy(() => go('reload()'));
  await app.shows('News');
  expect(await app.page('getComputedStyle(document.body).fontFamily')).not.toBe('serif');
  expect(asked).toContain('/');
  expect(asked).not.toContain(ICON_PATH);
  await go(`assign('/nowhere')`);
  await expect.poll(() => asked).toContain(ICON_PATH);
});

it('is on the error page, from the first paint on', async () => {
  const shown = () => looks('.fault-ways > :first-child', '.fault-icon').catch(String);
  await app.shows(en.errorPage.copyDetails);
  await expect.poll(shown).toEqual(EXPECTED);
  // The drawing is beside it.
  expect(await app.page(`${top('.fault-icon > svg')} - ${top('.fault-icon')}`)).toBe(0);
  // Main's own document.
  await app.replacedBy(() => openNothing(app));
  await app.shows(en.errorPage.copyDetails);
  await expect.poll(shown).toEqual(EXPECTED);
  await send(app, 'Emulation.setScriptExecutionDisabled', { value: true });
  await app.replacedBy(() => send(app, 'Page.reload'));
  expect(await app.shows(en.errorPage.tryAgain)).not.toContain(en.errorPage.copyDetails);
  await expect.poll(shown).toEqual(EXPECTED);
  await send(app, 'Emulation.setScriptExecutionDisabled', { value: false });
});

it('is on what lies over a page', async () => {
  const bar = `electron.BrowserWindow.getAllWindows()[0].contentView.children.at(-1).webContents`;
  await choose(app, 'find');
  const style = (scheme: string) =>
    app.main(`(electron.nativeTheme.themeSource = '${scheme}', ${bar}.executeJavaScript(
      '(({ outlineColor, fontFamily }) => [outlineColor, fontFamily])(getComputedStyle(document.activeElement))'))`);
  await expect.poll(() => style('light').catch(() => undefined)).toEqual(['rgb(109, 40, 217)', 'serif']);
  await expect.poll(() => style('dark')).toEqual(['rgb(167, 139, 250)', 'serif']);
  await app.main(`void (electron.nativeTheme.themeSource = 'system')`);
  await app.main(`${bar}.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' })`);
  await expect.poll(() => app.windows()).toHaveLength(1);
});

it('is on a form', async () => {
  await go(`assign('/')`);
  await app.shows('News');
  await app.page(`void fetch('/_next/data/b1/news.json', { headers: { 'x-nextjs-data': '1' } })`);
  await app.shows(en.authentication.server.heading);
  await expect.poll(() => looks('.actions button', 'main')).toEqual(EXPECTED);
  // The icon is 48 high.
  expect(await app.page(`${top('h1')} - ${top('main')}`)).toBe(60);
  await app.press(en.dialogs.cancel);
  await expect.poll(() => app.windows()).toHaveLength(1);
});

it('is on the diagnostics, and its icon in About', async () => {
  await choose(app, 'diagnostics');
  await app.shows('Checked at');
  await expect.poll(() => looks('.actions button', 'main')).toEqual(EXPECTED);
  await app.main(`void Object.assign(electron.app, {
    setAboutPanelOptions({ iconPath }) {
      globalThis.about = [...electron.nativeImage.createFromPath(iconPath).toBitmap().subarray(0, 4)];
    },
    showAboutPanel: () => undefined,
  })`);
  await app.main(`electron.Menu.getApplicationMenu().getMenuItemById('about').click()`);
  await expect.poll(() => app.main('globalThis.about')).toEqual(ICON_BITMAP);
});
