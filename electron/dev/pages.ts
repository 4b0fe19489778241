/** `--pages DIR` of `npm start`, `dev`, `package` and `dist`: builds with the pages of another repository. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { APP_FILES } from '../app/folder.ts';
import type { HoldfastConfig } from './app/defineConfig.ts';
import { loadPagesConfig, repositoryOf } from './app/loadConfig.ts';
import { appData, ownProject } from './app/project.ts';
import { PAGES_VARIABLE } from './build/ownBuild.ts';
import { readable } from './build/readable.ts';
import { project } from './electron.ts';
import { step } from './progress.mjs';

const isVerbose = process.argv.includes('--verbose');
const VITE = join(project, 'node_modules', 'vite', 'bin', 'vite.js');

/**
 * Builds the app.
 * @throws Error with the cause that Vite tells, and all of its output if the arguments have `--verbose`
 */
export async function buildApp(): Promise<void> {
  const args = [VITE, 'build', '--app', '--logLevel', 'warn', '--config', join(project, 'vite.config.ts')];
  const pages = process.env[PAGES_VARIABLE];
  // With another NODE_ENV, React's development version would be built.
  const env = { ...process.env, NODE_ENV: 'production' };
  // CSS tools search for sources in the current folder.
  const cwd = (pages && repositoryOf(pages)) || project;
  const { stderr } = await promisify(execFile)(process.execPath, args, { cwd, env }).catch((error) => {
    const output = `${error.stdout}${error.stderr}`;
    throw new Error(`not built.\n${isVerbose ? output : readable(output)}`, { cause: error });
  });
  // Of the build's own plugins; all else is of interest only when it fails.
  for (const line of stderr.split('\n')) if (line.startsWith('notice: ')) console.error(line);
}

/** The configuration of the built app; without it the shell has its own. */
const CONFIG = join(project, '.build', APP_FILES.config);

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
  return own;
}
