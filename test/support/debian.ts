/** Debian programs for tests, unpacked into a folder instead of installed. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isOnPath } from '../../electron/tool/setup/display.ts';
import { PROJECT } from './app.ts';

const run = promisify(execFile);

/** Whether this is a Debian or Ubuntu that can download packages. */
export const hasDebian = (): boolean => ['apt-get', 'dpkg'].every(isOnPath) && process.getuid?.() === 0;

/**
 * Downloads a package and its missing dependencies, once for this copy of the project.
 * @returns the folder to use as `/`
 * @throws Error with apt-get's output
 */
export async function fromDebian(name: string): Promise<string> {
  const root = join(PROJECT, '.cache', `debian-${name}`);
  if (existsSync(root)) return root;
  const [debs, fresh] = [`${root}-debs`, `${root}-new`];
  await rm(fresh, { recursive: true, force: true });
  await mkdir(join(debs, 'partial'), { recursive: true });
  await run('apt-get', ['-q', 'update']);
  const to = ['-o', `Dir::Cache::archives=${debs}/`, '--download-only', '--no-install-recommends', '--yes'];
  await run('apt-get', ['-q', 'install', '--reinstall', ...to, name]);
  for (const deb of (await readdir(debs)).filter((file) => file.endsWith('.deb')))
    await run('dpkg', ['-x', join(debs, deb), fresh]);
  await rm(debs, { recursive: true });
  await rename(fresh, root);
  return root;
}
