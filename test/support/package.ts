/** The package `holdfast`, packed from the sources as they are. */
import { execFile } from 'node:child_process';
import { readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npmCommand } from '../../electron/tool/setup/programs.mjs';
import { PROJECT } from './app.ts';
import { copyProject } from './pagesApp.ts';

/** Of the tests' display, and what Vitest sets: a generator would take its `BASE_URL` for that of its own build. */
const OF_TESTS =
  /^(?:DISPLAY|WAYLAND_DISPLAY|HOLDFAST_SETTINGS|NODE_ENV|BASE_URL|MODE|DEV|PROD|SSR|TEST|VITEST.*)$/;

/** A user's environment in a terminal. */
export function typedEnvironment(): NodeJS.ProcessEnv {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_TESTS.test(name)));
  return { ...env, NO_COLOR: '1', DPKG_DEB_COMPRESSOR_LEVEL: '0', NEXT_TELEMETRY_DISABLED: '1' };
}

/** Types a command in a folder, with these variables. Resolves to its output. @throws Error with the output if it fails */
export async function type(root: string, command: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: root, env: { ...typedEnvironment(), ...more }, maxBuffer: 100_000_000 };
  // A generator with an open input waits for answers.
  const ran = promisify(execFile)('sh', ['-c', `${command} </dev/null`], options);
  const { stdout, stderr } = await ran.catch((error: { code: number; stdout: string; stderr: string }) => {
    throw new Error(`${command} ended with ${error.code}:\n${error.stdout}${error.stderr}`);
  });
  return stdout + stderr;
}

/** Packs the package into a folder. Returns the file's path. @param afterBuild gets the folder of the built sources */
export async function packHoldfast(
  into: string,
  env = typedEnvironment(),
  afterBuild?: (folder: string) => Promise<unknown>,
): Promise<string> {
  // The project's own build is in use by other tests.
  const source = await copyProject();
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(program, args, { cwd: source.folder, env });
  try {
    // The copy has only the tests' compiler settings; the build needs all tests.
    await rm(join(source.folder, 'test'), { recursive: true });
    for (const name of ['package-lock.json', 'LICENSE', 'README.md', 'test'])
      await symlink(join(PROJECT, name), join(source.folder, name));
    await run(process.execPath, 'node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel=warn');
    await run(process.execPath, 'node_modules/typescript/bin/tsc', '-p', 'electron/tool/build/types.json');
    await run(...npmCommand(), 'pack', '--ignore-scripts', '--pack-destination', into);
    await afterBuild?.(source.folder);
  } finally {
    await source.remove();
  }
  const packed = (await readdir(into)).find((file) => file.endsWith('.tgz'));
  if (!packed) throw new Error(`npm pack left nothing in ${into}.`);
  return join(into, packed);
}
