/** Runs Vite: for `web.pages` of an app, and for this repository's own shell. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isPacked } from '../../build/next/parts.ts';
import { readable } from '../../build/readable.ts';
import { OUT_VARIABLE, PAGES_VARIABLE, SHELL_VARIABLE } from '../../build/rendererBuild.ts';
import { findPackage, holdfastFolder, installedVersion, repositoryOf } from '../../setup/packages.ts';
import { step } from '../../setup/progress.mjs';
import type { Project } from './project.ts';

const isVerbose = process.argv.includes('--verbose');
const VITE = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');

/** @throws Error with the cause from Vite, and with all of its output if the arguments contain `--verbose` */
async function runVite(args: string[], cwd: string, variables: NodeJS.ProcessEnv = {}): Promise<void> {
  // Any other NODE_ENV would build React's development version.
  const env = { ...process.env, NODE_ENV: 'production', ...variables };
  const all = [VITE, 'build', '--logLevel', 'warn', ...args];
  const { stderr } = await promisify(execFile)(process.execPath, all, { cwd, env }).catch((error) => {
    const output = `${error.stdout}${error.stderr}`;
    throw new Error(`not built.\n${isVerbose ? output : readable(output)}`, { cause: error });
  });
  // Prints notices of the build's own plugins; the rest matters only if it fails.
  for (const line of stderr.split('\n')) if (line.startsWith('notice: ')) console.error(line);
}

/** Builds the shell of this repository. Throws as Vite does. */
export const buildShell = () =>
  runVite(['--app', '--config', join(holdfastFolder(), 'vite.config.ts')], holdfastFolder());

/**
 * Builds the pages of an app, which replace files of the shell's renderer.
 * @param pages their folder
 * @param outDir the folder to write
 * @throws Error that says what is missing, or why the build failed
 */
export async function buildPages(
  { root, shell, isHoldfast }: Pick<Project, 'root' | 'shell' | 'isHoldfast'>,
  pages: string,
  outDir: string,
): Promise<void> {
  if (!existsSync(pages)) throw new Error(`web.pages: ${pages} does not exist.`);
  const react = findPackage('react-dom', root) && installedVersion('react', root);
  if (!(Number.parseInt(react ?? '', 10) >= 19))
    throw new Error(`web.pages: pages need React 19, but ${root} has ${react ?? 'none'}: install it there.`);
  const config = join(import.meta.dirname, isPacked ? 'pagesConfig.js' : '../../build/pagesConfig.ts');
  const variables = { [PAGES_VARIABLE]: pages, [SHELL_VARIABLE]: shell, [OUT_VARIABLE]: outDir };
  // React comes from Vite's root. CSS tools search for sources in the current folder.
  const args = [isHoldfast ? join(root, 'renderer') : root, '--configLoader', 'native', '--config', config];
  await step(`building the pages in ${pages}`, () => runVite(args, repositoryOf(pages) ?? root, variables));
}
