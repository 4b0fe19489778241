/** The shell with pages in it: built from the project's own sources, in a folder of its own. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from './app.ts';
import type { AppCopy } from './brokenApp.ts';

const SOURCES = ['electron', 'renderer', 'package.json', 'vite.config.ts', 'tsconfig.json'];
const VITE = join(PROJECT, 'node_modules', 'vite', 'bin', 'vite.js');

/**
 * Builds the shell with a folder of pages, as `npm run build` does.
 * @param pages the folder; the example pages if absent
 * @throws Error with what the build wrote, if it fails
 */
export async function buildPagesApp(pages = join(PROJECT, 'test', 'support', 'pages')): Promise<AppCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-pages-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await Promise.all(
      SOURCES.map((name) => cp(join(PROJECT, name), join(folder, name), { recursive: true })),
    );
    await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
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
