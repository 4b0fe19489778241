import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { holdfastFolder } from '../setup/packages.ts';
import { run, step } from '../setup/programs.mjs';
import { PAGES_VARIABLE, SHELL_VARIABLE } from './rendererBuild.ts';

const VITE = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');

/** Vite prints why it fails, and its plugins their notices. */
async function runVite(args: string[], cwd: string, variables: NodeJS.ProcessEnv = {}): Promise<void> {
  // Any other NODE_ENV would build React's development version.
  const env = { ...process.env, NODE_ENV: 'production', ...variables };
  const all = [VITE, 'build', '--logLevel', 'error', ...args];
  if (await run(process.execPath, all, { cwd, env, stdio: ['ignore', 2, 2] }))
    throw new Error('not built: see the message above.');
}

/** Builds the shell of this repository. Throws as Vite does. */
export const buildShell = () =>
  runVite(['--app', '--config', join(holdfastFolder(), 'vite.config.ts')], holdfastFolder());

/** Builds a folder of pages, which replace files of the shell's renderer. */
export async function buildPages(
  { root, shell }: { root: string; shell: string },
  pages: string,
  outDir: string,
): Promise<void> {
  if (!existsSync(pages)) throw new Error(`--pages: ${pages} does not exist.`);
  const config = join(import.meta.dirname, './pagesConfig.ts');
  const variables = { [PAGES_VARIABLE]: pages, [SHELL_VARIABLE]: shell };
  // React comes from Vite's root.
  const args = [join(root, 'renderer'), '--configLoader', 'native', '--config', config, '--outDir', outDir];
  await step(`building the pages in ${pages}`, () => runVite(args, root, variables));
}

/** Uses Vite in this process. It sets NODE_ENV, which programs that the tool starts later would inherit. */
export async function withVite<T>(use: (vite: typeof import('vite')) => Promise<T>): Promise<T> {
  const { NODE_ENV } = process.env;
  try {
    return await use(await import('vite'));
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}
