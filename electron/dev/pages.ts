/** `--pages DIR` of `npm start`, `dev`, `package` and `dist`: builds with the pages of another repository. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { HoldfastConfig } from './app/defineConfig.ts';
import { loadPagesConfig, repositoryOf } from './app/loadConfig.ts';
import { appData, ownProject } from './app/project.ts';
import { PAGES_VARIABLE } from './build/ownBuild.ts';
import { project } from './electron.ts';
import { step } from './progress.mjs';

const VITE = join(project, 'node_modules', 'vite', 'bin', 'vite.js');

/**
 * Builds the app.
 * @throws Error with Vite's output
 */
export async function buildApp(): Promise<void> {
  const args = [VITE, 'build', '--app', '--logLevel', 'warn', '--config', join(project, 'vite.config.ts')];
  const pages = process.env[PAGES_VARIABLE];
  // With another NODE_ENV, React's development version would be built.
  const env = { ...process.env, NODE_ENV: 'production' };
  // CSS tools search for sources in the current folder.
  const cwd = (pages && repositoryOf(pages)) || project;
  await promisify(execFile)(process.execPath, args, { cwd, env }).catch((error) => {
    throw new Error(`not built.\n${error.stdout}${error.stderr}`, { cause: error });
  });
}

/** The configuration of the built app; without it the shell has its own. */
const CONFIG = join(project, '.build', 'config.json');

/**
 * Builds the app with these pages, if any are named, and gives it the configuration beside them.
 * @param pages the option `--pages`
 * @returns that configuration
 */
export async function buildPages(pages: string | undefined): Promise<Partial<HoldfastConfig>> {
  if (pages === undefined) {
    await rm(CONFIG, { force: true });
    return {};
  }
  // npm runs scripts in the project, wherever the user is.
  const folder = resolve(process.env.INIT_CWD ?? '', pages);
  process.env[PAGES_VARIABLE] = folder;
  const own = await loadPagesConfig(folder);
  // So that the next command builds again.
  await rm(join(project, '.build', '.stamp'), { force: true });
  await step(`building with the pages of ${folder}`, buildApp);
  await writeFile(CONFIG, JSON.stringify(appData(ownProject(project, own)).config, null, 2));
  warnOfConfig(repositoryOf(folder) ?? dirname(folder));
  return own;
}

/**
 * Warns about options of the framework's configuration that Holdfast does not support. Reads it as text: running it may
 * need what only the server has.
 */
function warnOfConfig(repository: string): void {
  const file = ['js', 'mjs', 'ts', 'cjs']
    .map((type) => join(repository, `next.config.${type}`))
    .find((path) => existsSync(path));
  const text = file ? readFileSync(file, 'utf8') : '';
  const found = ['basePath', 'i18n'].filter((name) => new RegExp(`^[ \\t{]*${name}\\s*:`, 'm').test(text));
  if (found.length === 0) return;
  console.error(
    `notice: ${file} has ${found.join(' and ')}, which Holdfast does not know: pages open without such a prefix, and ` +
      'what they ask of the server at addresses without it is not found there (ADOPTING.md, What does not work).',
  );
}
