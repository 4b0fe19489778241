/** The app's diagnostics, opened as a person does: Help, Diagnostics in the menu. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartOptions, spawnApp } from './app.ts';
import { type RunningApp, type Screen, startApp } from './screen.ts';
import { until } from './until.ts';

/** The sections below the problems. */
export const HEADINGS = [
  'Connections',
  'Recent errors',
  'Saved reports',
  'Settings',
  'App and computer',
  'Limits',
];

export interface DiagnosticsApp extends RunningApp {
  /** Chooses Help, Diagnostics. Resolves when the page is there, whether it was open before or not. */
  open(): Promise<unknown>;
}

/** Starts the app. Only its own window is open. */
export async function startWithMenu(options: StartOptions = {}): Promise<DiagnosticsApp> {
  const app = await startApp(options);
  await app.shows('404');
  // Nobody is there to use a native dialog.
  await app.main(`void Object.assign(electron.dialog, {
    showSaveDialog: async (_window, { defaultPath }) => ({ canceled: false, filePath: defaultPath }),
    showErrorBox: (title, content) => console.error('dialog: ' + JSON.stringify({ kind: 'error', title, content })),
  })`);
  return {
    ...app,
    async open() {
      await app.main(`void electron.Menu.getApplicationMenu().items.flatMap(({ submenu }) => submenu?.items ?? [])
        .find(({ label }) => /diagnostics/i.test(label)).click()`);
      const isThere = `document.readyState === 'complete' && location.pathname === '/_holdfast/diagnostics'`;
      await until('the diagnostics', () => app.page<boolean>(isThere).catch(() => false));
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

export const factsOf = (app: Screen) =>
  app.page<string>(
    `[...document.querySelectorAll('#facts :is(h2, li, pre)')].map((part) => part.textContent).join('\\n')`,
  );

/** Presses a button. Not by the mouse: another window may lie over it, and one that is covered paints nothing. */
export async function press(app: Screen, name: 'check' | 'copy' | 'save'): Promise<void> {
  await app.mark();
  await app.page(`document.querySelector('[value=${name}]').click()`);
}

/** Waits for the result, which is on a new page. */
export const status = (app: Screen, words: RegExp) =>
  until(`the status ${words}`, async () => {
    const shown = `window.isOld ? '' : (document.querySelector('#status')?.textContent ?? '')`;
    // A page that is being replaced does not answer.
    return words.test(await app.page<string>(shown).catch(() => ''));
  });

/** Waits until the connections were checked. */
export const checked = (app: Screen) => status(app, /^Checked/);
