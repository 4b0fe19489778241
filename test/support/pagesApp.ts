/** The shell built from the project's own sources, in a folder of its own, with the pages that a test wants. */
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from './app.ts';
import type { AppCopy } from './brokenApp.ts';

const SOURCES = ['electron', 'renderer', 'package.json', 'vite.config.ts', 'tsconfig.json'];
/** `.cache` holds the Electron of this machine. */
const LINKS = ['node_modules', '.cache'];
const OWN_PAGES = join(PROJECT, 'renderer', 'pages');
const VITE = join(PROJECT, 'node_modules', 'vite', 'bin', 'vite.js');

/** Builds the shell with the example pages, or those of another folder. */
export const buildPagesApp = (pages = join(PROJECT, 'test', 'support', 'pages')) => buildApp(pages);

/**
 * Builds the shell as `npm run build` does, whatever lies in `renderer/pages`.
 * @param pages the folder of pages; none if absent
 * @param own text to add to the end of files of the copy, which are made where there are none
 * @throws Error with what the build wrote, if it fails
 */
export async function buildApp(pages?: string, own: Readonly<Record<string, string>> = {}): Promise<AppCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-built-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const filter = (path: string) => path !== OWN_PAGES;
  try {
    await Promise.all([
      ...SOURCES.map((name) => cp(join(PROJECT, name), join(folder, name), { recursive: true, filter })),
      ...LINKS.map((name) => symlink(join(PROJECT, name), join(folder, name))),
    ]);
    await Promise.all(Object.entries(own).map(([name, text]) => appendFile(join(folder, name), text)));
    await promisify(execFile)(process.execPath, [VITE, 'build', '--app'], {
      cwd: folder,
      // The test's own NODE_ENV would bring React's development build.
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', HOLDFAST_PAGES: pages },
    });
  } catch (error) {
    await remove();
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`The app was not built.\n${stdout}\n${stderr}`, { cause: error });
  }
  return { folder, remove };
}
