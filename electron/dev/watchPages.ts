/**
 * `npm run dev`: runs the app of Holdfast's own pages, and builds it again whenever a source changes. A change in the
 * renderer reloads the window; one in main or preload restarts the app. It always runs the build that ships.
 */
import { readdirSync, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { whereItIs } from './chromiumLog.ts';
import { hasDisplay, startDisplay } from './display.ts';
import { findElectron, project } from './electron.ts';
import { launch } from './launch.ts';
import { buildApp, buildPages } from './pages.ts';
import { restartable } from './restartable.ts';
import { settled } from './settled.ts';
import { stopSignal } from './signals.ts';

const OUT = join(project, '.build');

const log = (line: string) => console.log(`dev: ${line}`);

/**
 * The code of main and preload, to see whether it changed: without the renderer's file names in main's error documents,
 * and without debug ids.
 */
async function outside(): Promise<string> {
  const files = ['main', 'preload'].map((name) => join(OUT, name, `${name}.cjs`));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.join('\n').replaceAll(/\/_holdfast\/[\w.-]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '');
}

/** The folders with sources. @param pages those of another repository */
function foldersOf(pages: string | undefined): string[] {
  const own = ['electron', 'renderer'].map((name) => join(project, name));
  if (!pages) return own;
  // Pages import from there as `@/…`.
  const beside = dirname(resolve(pages));
  const isSource = (name: string) => !name.startsWith('.') && name !== 'node_modules';
  const folders = readdirSync(beside, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && isSource(entry.name),
  );
  return [...own, ...folders.map(({ name }) => join(beside, name))];
}

/**
 * Runs until the app quits.
 * @param pages the option `--pages`
 * @param args those of the app
 * @returns the app's exit code
 */
export async function watchPages(pages: string | undefined, args: readonly string[]): Promise<number> {
  await buildPages(pages);
  const electron = await findElectron();
  log(`electron ${electron.version}${whereItIs(OUT, args)}`);
  const display = hasDisplay() ? undefined : await startDisplay();
  process.on('exit', () => display?.stop());
  const app = { folder: project, out: OUT };
  const shown = { isAttachable: true, ...(display && { display: display.name }) };
  const runs = restartable(() => launch(electron, app, args, shown), stopSignal());

  async function buildAgain(): Promise<void> {
    const before = await outside();
    const began = performance.now();
    try {
      await buildApp();
    } catch (error) {
      // The app keeps running; the next change may fix it.
      log(`the app stays as it was: ${(error as Error).message}`);
      return;
    }
    const took = `built in ${((performance.now() - began) / 1000).toFixed(1)} s`;
    if ((await outside()) !== before) {
      log(`${took}, the app starts again`);
      runs.restart();
      return;
    }
    const devTools = await runs.current.attach();
    const windows = await devTools.pages();
    await Promise.all(windows.map((page) => devTools.send('Page.reload', {}, page)));
    devTools.close();
    log(`${took}, ${windows.length === 1 ? 'the window' : `${windows.length} windows`} reloaded`);
  }

  const changed = settled(buildAgain, ({ message }) => log(message));
  const folders = foldersOf(process.env.HOLDFAST_PAGES);
  for (const folder of folders) watch(folder, { recursive: true, persistent: false }, changed);
  log(`watching ${folders.join(', ')}`);
  return await runs.ended;
}
