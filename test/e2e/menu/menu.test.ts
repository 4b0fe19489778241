/** The application menu, item by item, as the user chooses them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { version } from '../../../package.json';
import type { AppCopy } from '../../support/brokenApp.ts';
import { copyFailingApp } from '../../support/failingApp.ts';
import {
  answerDialogs,
  asked,
  choose,
  inOrder,
  inPrivacy,
  openPrivacy,
  seeItem,
} from '../../support/menu.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { BAD_REQUEST, PAGE_FAILED } from '../../support/words.ts';

let built: AppCopy;
let app: Watched;
let origin: Origin;
let answer: 'well' | '503' = 'well';
beforeAll(async () => {
  built = await copyFailingApp();
  origin = await startOrigin((_request, response) => {
    if (answer === '503') response.writeHead(503).end('down');
    else response.end(JSON.stringify({ pageProps: { said: 'yes' } }));
  });
  app = await watch({ app: built.folder, settings: { origin: origin.url, buildId: 'b1' } });
  await app.shows('The start page');
});
afterAll(async () => {
  // Quit ends the app.
  await app.main(`void setTimeout(() => {
    const role = (items) => items.map((item) => item.role === 'quit' ? item : item.submenu ? role(item.submenu.items) : undefined).find(Boolean);
    role(electron.Menu.getApplicationMenu().items).click({});
  }, 50)`);
  expect(await app.gone()).toBe(0);
  await origin.close();
  await built.remove();
});

const path = () => app.page<string>('location.pathname + location.search').catch(() => undefined);
const go = (to: string) => app.page(`void setTimeout(() => location.assign(${JSON.stringify(to)}))`);

it('does not exist before the app is ready, and does once its window is shown', async () => {
  const labels = await app.main<string[]>(
    'electron.Menu.getApplicationMenu().items.map(({ label }) => label)',
  );
  const plain = labels.map((label) => label.replace('&', ''));
  expect(plain.filter((label) => label !== 'Holdfast')).toEqual([
    'File',
    'Edit',
    'View',
    'History',
    'Window',
    'Help',
  ]);
});

it('Print without a printer says so, and offers a PDF', async () => {
  await app.main(`void (globalThis.printing = electron.BrowserWindow.getAllWindows()[0].webContents,
    printing.print = (_options, done) => done(false, 'Invalid printer settings'),
    printing.getPrintersAsync = async () => [],
    electron.dialog.showSaveDialog = async (_window, options) => (globalThis.saving = options, { filePath: '' }))`);
  await answerDialogs(app, 'Save as PDF…');
  await choose(app, 'print');
  const box = await until('the box', async () => (await asked(app))[0]);
  expect(box).toMatchObject({
    message: en.dialogs.print.noPrinter,
    buttons: inOrder('Save as PDF…', 'Cancel'),
  });
  await expect.poll(() => app.main('globalThis.saving?.title')).toBe(en.dialogs.print.saveTitle);
  await app.main('void (delete printing.print, delete printing.getPrintersAsync)');
});

describe('History', () => {
  it('Back and Forward go from page to page, Home to the start', async () => {
    await go('/data');
    await app.shows('The server said yes');
    await choose(app, 'back');
    await app.shows('The start page');
    expect(await path()).toBe('/');
    await choose(app, 'forward');
    await app.shows('The server said yes');
    await choose(app, 'start');
    await app.shows('The start page');
  });

  it('Back from a refused address leads to the previous page', async () => {
    await go('/%E0%A4%A');
    await app.shows('400', BAD_REQUEST);
    await choose(app, 'back');
    await app.shows('The start page');
    expect(await path()).toBe('/');
  });

  it('Back from the page of an exception leads to the previous page, which works', async () => {
    await go('/data');
    await app.shows('The server said yes');
    await choose(app, 'start');
    await app.shows('The start page');
    await app.page(`void document.getElementById('render').click()`);
    await app.shows(PAGE_FAILED);
    await choose(app, 'back');
    await app.shows('The server said yes');
    await choose(app, 'start');
    await app.shows('The start page');
  });
});

it("Reload on a fault's page retries the failed page at once", async () => {
  answer = '503';
  await go('/data?fails');
  await app.shows('503', /Reconnecting in/);
  answer = 'well';
  await choose(app, 'reload');
  await app.shows('The server said yes');
  await choose(app, 'start');
  await app.shows('The start page');
});

describe('Help', () => {
  it("About shows Electron's panel, with the app's own licence and the versions", async () => {
    const manifest = join(built.folder, 'package.json');
    const original = await readFile(manifest, 'utf8');
    const own = { copyright: '© 2026 Shop', author: 'Jane Doe <jane@example.com>' };
    await writeFile(
      manifest,
      JSON.stringify({ ...JSON.parse(original), license: 'LicenseRef-Shop', ...own }),
    );
    await app.main(`(() => {
      const { setAboutPanelOptions: set, showAboutPanel: show } = electron.app;
      electron.app.setAboutPanelOptions = (options) => set.call(electron.app, (globalThis.about = options));
      electron.app.showAboutPanel = () => { show.call(electron.app); globalThis.isAbout = true; };
    })()`);
    await choose(app, 'about');
    await expect.poll(() => app.main('globalThis.isAbout')).toBe(true);
    expect(await app.main('globalThis.about')).toMatchObject({
      ...{
        applicationName: 'Holdfast',
        applicationVersion: version,
        website: 'https://example.com/holdfast',
      },
      copyright: expect.stringMatching(
        /^© 2026 Shop\nJane Doe\nLicense: LicenseRef-Shop\nElectron \S+\nChromium \S+\nNode\.js \S+$/,
      ),
    });
    await writeFile(manifest, original);
  });

  it('offers nothing unavailable: no reports and no updates without their addresses', async () => {
    await expect(seeItem(app, 'updates')).rejects.toThrow('The menu has no item updates');
    const privacy = await openPrivacy(app);
    expect(privacy).toContain(en.privacy.noAddress);
    expect(privacy).toContain(en.privacy.nothingSaved);
    const closed = `[...document.querySelectorAll('button:disabled')].map(({ value }) => value)`;
    expect(await app.page(closed)).toEqual(['ask', 'on', 'off']);
    await inPrivacy(app);
  });
});
