/** Builds the shell from the project's sources in a folder of its own, and a test's pages for it. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildPages } from '../../electron/tool/build/runVite.ts';
import { APP, PROJECT } from './app.ts';
import { type AppCopy, copyApp } from './brokenApp.ts';
import { atEnd } from './leftovers.ts';
import { onceForRun } from './onceForRun.ts';
import { addPrelude, CLOCK } from './recovery.ts';

const SOURCES = 'electron renderer package.json vite.config.ts tsconfig.json test/tsconfig.json'.split(' ');
/** `.cache` holds the Electron of this machine. */
const LINKS = ['node_modules', '.cache'];
/** As `npm run build`, without types. */
const BUILD = `import { createBuilder } from 'vite';
const builder = await createBuilder();
for (const name of ['client', 'preload', 'main', 'tool', 'sentry']) await builder.build(builder.environments[name]);`;

/** A copy of the app with the pages of `failingPages`, built once for all test files, and a clock that tests can set. */
export async function copyFailingApp(): Promise<AppCopy> {
  const pages = join(import.meta.dirname, 'failingPages');
  const app = await copyApp(await onceForRun('failingPages', (folder) => addPages(folder, pages, APP)));
  await addPrelude(app.folder, CLOCK);
  return app;
}

/** Builds the example pages for a built shell, like the tool. @param shell the folder of an app without pages */
export const buildPagesApp = (shell = APP) =>
  inNewFolder((folder) => addPages(folder, join(PROJECT, 'test', 'support', 'pages'), shell));

/** Builds the shell like `npm run build`, ignoring what lies in `renderer/pages`. */
export const buildApp = (): Promise<AppCopy> => inNewFolder(build);

/** A built copy of the project, for `npm start` and similar commands. */
export async function copyProject(): Promise<AppCopy> {
  const copy = await inNewFolder(async (folder) => {
    await copySources(folder);
    await cp(join(APP, '.build'), join(folder, '.build'), { recursive: true });
  });
  atEnd(copy.remove);
  return copy;
}

async function inNewFolder(fill: (folder: string) => Promise<void>): Promise<AppCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-built-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await fill(folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}

async function copySources(folder: string): Promise<void> {
  const filter = (path: string) => path !== join(PROJECT, 'renderer', 'pages');
  // Without a commit, package.json's time is that of the build.
  const options = { recursive: true, preserveTimestamps: true, filter };
  await Promise.all([
    ...SOURCES.map((name) => cp(join(PROJECT, name), join(folder, name), options)),
    ...LINKS.map((name) => symlink(join(PROJECT, name), join(folder, name))),
  ]);
}

async function build(folder: string): Promise<void> {
  await copySources(folder);
  // The tests' NODE_ENV would bring React's development build.
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' };
  const built = promisify(execFile)(process.execPath, ['--input-type=module', '-e', BUILD], {
    cwd: folder,
    env,
  });
  await built.catch((error) => {
    throw new Error(`The app was not built.\n${error.stdout}\n${error.stderr}`, { cause: error });
  });
}

async function addPages(folder: string, pages: string, shell: string): Promise<void> {
  const built = join(folder, 'pages');
  await copyApp(shell, folder, true);
  await buildPages({ root: PROJECT, shell: join(shell, '.build') }, pages, built);
  await cp(built, join(folder, '.build', 'renderer'), { recursive: true });
}
