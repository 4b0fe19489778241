/** Runs Vite in this repository: for its shell, and for the pages of `--pages`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { OUT_VARIABLE, PAGES_VARIABLE, SHELL_VARIABLE } from '../build/rendererBuild.ts';
import { holdfastFolder } from '../setup/packages.ts';
import { step } from '../setup/progress.mjs';
import type { Project } from './project.ts';

const VITE = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');

/** @throws Error with Vite's output */
async function runVite(args: string[], cwd: string, variables: NodeJS.ProcessEnv = {}): Promise<void> {
  // Any other NODE_ENV would build React's development version.
  const env = { ...process.env, NODE_ENV: 'production', ...variables };
  const all = [VITE, 'build', '--logLevel', 'warn', ...args];
  const { stderr } = await promisify(execFile)(process.execPath, all, { cwd, env }).catch((error) => {
    throw new Error(`not built.\n${error.stdout}${error.stderr}`, { cause: error });
  });
  // Prints notices of the build's own plugins; the rest matters only if it fails.
  for (const line of stderr.split('\n')) if (line.startsWith('notice: ')) console.error(line);
}

/** Builds the shell of this repository. Throws as Vite does. */
export const buildShell = () =>
  runVite(['--app', '--config', join(holdfastFolder(), 'vite.config.ts')], holdfastFolder());

/** Builds a folder of pages, which replace files of the shell's renderer. */
export async function buildPages(
  { root, shell }: Pick<Project, 'root' | 'shell'>,
  pages: string,
  outDir: string,
): Promise<void> {
  if (!existsSync(pages)) throw new Error(`--pages: ${pages} does not exist.`);
  const config = join(import.meta.dirname, '../build/pagesConfig.ts');
  const variables = { [PAGES_VARIABLE]: pages, [SHELL_VARIABLE]: shell, [OUT_VARIABLE]: outDir };
  // React comes from Vite's root.
  const args = [join(root, 'renderer'), '--configLoader', 'native', '--config', config];
  await step(`building the pages in ${pages}`, () => runVite(args, root, variables));
}
