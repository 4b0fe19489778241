/** The app's diagnostics, opened as a person does: Help, Diagnostics in the menu. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { NAMES } from '../../electron/shell/diagnostics/tableNames.ts';
import { type RunningApp, type StartOptions, spawnApp, startApp } from './app.ts';
import { mainOf, type Screen } from './screen.ts';
import { until } from './until.ts';

/** The sections below the problems. */
export const HEADINGS = [NAMES.connections, NAMES.errors, NAMES.outbox, 'Settings', NAMES.system, 'Limits'];

export interface DiagnosticsApp extends RunningApp {
  /** Runs an expression in main; `electron` stands for its module. */
  main: Screen['main'];
  /** Chooses Help, Diagnostics. Resolves to the page, whether it was open before or not. */
  open(): Promise<Page>;
}

/** Starts the app. Only its own window is open. */
export async function startWithMenu(options: StartOptions = {}): Promise<DiagnosticsApp> {
  const app = await startApp({ ...options, args: ['--inspect=0', ...(options.args ?? [])] });
  const main = await mainOf(app);
  // Nobody is there to use a native dialog.
  await main(`void Object.assign(electron.dialog, {
    showSaveDialog: async (_window, { defaultPath }) => ({ canceled: false, filePath: defaultPath }),
    showErrorBox: (title, content) => console.error('dialog: ' + JSON.stringify({ kind: 'error', title, content })),
  })`);
  return {
    ...app,
    main,
    async open() {
      await main(`void electron.Menu.getApplicationMenu().items.flatMap(({ submenu }) => submenu?.items ?? [])
        .find(({ label }) => /diagnostics/i.test(label)).click()`);
      const page = await until('the diagnostics', () =>
        app.browser
          .contexts()
          .flatMap((context) => context.pages())
          .find((one) => one.url().includes('/_holdfast/diagnostics')),
      );
      await page.waitForLoadState('load');
      return page;
    },
  };
}

/** What the app prints with `--diagnostics`, and how it ended. */
export async function printed(
  options: StartOptions = {},
): Promise<{ text: string; stderr: string; code: number | null }> {
  const app = await spawnApp({ ...options, args: ['--diagnostics', ...(options.args ?? [])] });
  const code = await app.ended;
  if (!options.userData) await rm(app.userData, { recursive: true, force: true, maxRetries: 5 });
  return { text: app.stdout(), stderr: app.stderr(), code };
}

/** Settings in a file of their own, for `env`. */
export async function settingsIn(
  settings: Readonly<Record<string, unknown>>,
): Promise<{ env: { HOLDFAST_SETTINGS: string }; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-settings-'));
  const file = join(folder, 'settings.json');
  await writeFile(file, JSON.stringify(settings));
  return { env: { HOLDFAST_SETTINGS: file }, remove: () => rm(folder, { recursive: true }) };
}

export const headingsOf = (page: Page) => page.locator('h2').allTextContents();
export const factsOf = (page: Page) =>
  page.locator('#facts').evaluate((facts) => {
    const cells = [...facts.querySelectorAll('h2, li, th, td')];
    return cells.map((cell) => cell.textContent ?? '').join('\n');
  });

/** Presses a button. Not by the mouse: another window may lie over it, and one that is covered paints nothing. */
export async function press(page: Page, name: 'check' | 'copy' | 'save'): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await page.locator(`[data-action=${name}]`).dispatchEvent('click');
}

/** Waits for the result, which is on a new page. */
export const status = (page: Page, words: RegExp) =>
  until(`the status ${words}`, async () => {
    const shown = () => ('isOld' in window ? '' : (document.querySelector('#status')?.textContent ?? ''));
    // A page that is being replaced does not answer.
    return words.test(await page.evaluate(shown).catch(() => ''));
  });

/** Waits until the connections were checked. */
export const checked = (page: Page) => status(page, /^Checked/);
