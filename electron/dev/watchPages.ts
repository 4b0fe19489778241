/**
 * `dev` for pages that Holdfast builds: builds them again whenever a source changes, and reloads the window; where the code
 * of main has changed, the app starts again. It always runs the build that ships.
 */
import { readdirSync, watch } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { APP_FILES } from '../app/folder.ts';
import { assemble } from './app/assemble.ts';
import { buildWeb } from './app/buildWeb.ts';
import { bundleMain } from './app/bundleMain.ts';
import type { Project } from './app/project.ts';
import { whereItIs } from './chromiumLog.ts';
import { hasDisplay, prepareDisplay, startDisplay } from './display.ts';
import { findElectron, project } from './electron.ts';
import { launch, type Startable } from './launch.ts';
import { buildApp, buildPages } from './pages.ts';
import { restartable } from './restartable.ts';
import { settled } from './settled.ts';
import { stopSignal } from './signals.ts';

const log = (line: string) => console.log(`dev: ${line}`);

interface Watched {
  app: Startable;
  /** Folders with sources. */
  folders: readonly string[];
  build(): Promise<unknown>;
  /** The code of main, to see whether it changed. */
  code(): Promise<string>;
}

const readAll = async (files: readonly string[]) =>
  (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');

/** The folders beside the pages, from which they import as `@/…`. */
function foldersBeside(pages: string): string[] {
  const beside = dirname(resolve(pages));
  const isSource = (name: string) => !name.startsWith('.') && name !== 'node_modules';
  const folders = readdirSync(beside, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && isSource(entry.name),
  );
  return folders.map(({ name }) => join(beside, name));
}

/** This repository, with the pages that the option `--pages` names. */
async function ownApp(pages: string | undefined): Promise<Watched> {
  await buildPages(pages);
  const named = process.env.HOLDFAST_PAGES;
  const out = join(project, '.build');
  return {
    app: { folder: project, out },
    folders: [
      ...['electron', 'renderer'].map((name) => join(project, name)),
      ...(named ? foldersBeside(named) : []),
    ],
    build: buildApp,
    // Without the renderer's file names in main's error documents, and without debug ids.
    async code() {
      const code = await readAll(['main', 'preload'].map((name) => join(out, name, `${name}.cjs`)));
      return code.replaceAll(/\/_holdfast\/[\w.-]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '');
    },
  };
}

/** An app in a repository of its own. */
async function adoptersApp(own: Project, pages: string): Promise<Watched> {
  const { root, out } = own;
  const { main } = own.config;
  const folder = await assemble(own, await buildWeb(own, false, log));
  await bundleMain(own, folder);
  return {
    app: { folder, out },
    folders: [...foldersBeside(resolve(root, pages)), ...(main ? [dirname(resolve(root, main))] : [])],
    async build() {
      const built = await buildWeb(own, false, log);
      if (built.pages) await cp(built.pages, join(folder, 'renderer'), { recursive: true });
      await bundleMain(own, folder);
    },
    code: async () => (main ? await readAll([join(folder, APP_FILES.extension)]) : ''),
  };
}

/**
 * Runs until the app quits.
 * @param pages the option `--pages`, or `web.pages`
 * @param args those of the app
 * @returns the app's exit code
 */
export async function watchPages(
  own: Project,
  pages: string | undefined,
  args: readonly string[],
): Promise<number> {
  const electron = await findElectron();
  if (!own.isOwn) await prepareDisplay(electron.program, false);
  const { app, folders, build, code } =
    own.isOwn || pages === undefined ? await ownApp(pages) : await adoptersApp(own, pages);
  log(`electron ${electron.version}${whereItIs(app.out, args)}`);
  const display = hasDisplay() ? undefined : await startDisplay();
  process.on('exit', () => display?.stop());
  const shown = { isAttachable: true, ...(display && { display: display.name }) };
  const runs = restartable(() => launch(electron, app, args, shown), stopSignal());

  async function buildAgain(): Promise<void> {
    const before = await code();
    const began = performance.now();
    try {
      await build();
    } catch (error) {
      // The app keeps running; the next change may fix it.
      log(`the app stays as it was: ${(error as Error).message}`);
      return;
    }
    const took = `built in ${((performance.now() - began) / 1000).toFixed(1)} s`;
    if ((await code()) !== before) {
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
  for (const folder of folders) watch(folder, { recursive: true, persistent: false }, changed);
  log(`watching ${folders.join(', ')}`);
  return await runs.ended;
}
