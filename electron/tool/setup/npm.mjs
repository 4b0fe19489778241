/** Runs npm, and downloads packages. Plain JavaScript without dependencies, like setup.mjs. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, win32 } from 'node:path';
import { run } from './runProgram.mjs';

/**
 * The command that starts npm without a shell: the npm that runs this process, else the one on PATH. On Windows that is
 * a shell script, with the JavaScript beside it.
 * @param {NodeJS.ProcessEnv} env
 * @returns {[string, ...string[]]}
 * @throws Error if Windows has none
 */
export function npmCommand(env = process.env, platform = process.platform, exists = existsSync) {
  const { npm_node_execpath: node, npm_execpath: script, PATH = '' } = env;
  if (node && script?.endsWith('npm-cli.js')) return [node, script];
  if (platform !== 'win32') return ['npm'];
  const scripts = PATH.split(';').map((folder) =>
    win32.join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  );
  const found = scripts.find((path) => exists(path));
  if (!found) throw new Error('npm is not on PATH: install Node 24, which includes it.');
  return [process.execPath, found];
}

/**
 * Runs `npm ci` in a folder. Runs no package scripts, because none is needed, and not this repository's own `prepare`.
 * @param {string} cwd @param {string[]} args
 * @throws Error if it fails; npm has printed the reason on stderr
 */
export async function npmCi(cwd, args) {
  const [program, ...first] = npmCommand();
  // Without the last option npm takes 70 s to report a missing network.
  const all = [
    ...first,
    'ci',
    '--ignore-scripts',
    ...args,
    '--no-audit',
    '--no-fund',
    '--fetch-retry-mintimeout=1000',
  ];
  let broken = '';
  // On SIGTERM npm would clean up for many seconds and disturb the next run.
  const options = { cwd, stdio: ['ignore', 'ignore', 'pipe'], killSignal: 'SIGKILL' };
  const code = await run(
    program,
    all,
    /** @type {import('node:child_process').SpawnOptions} */ (options),
    (line) => {
      // npm only warns about files that it cannot write, as on a full disk, and exits with 0.
      if (line.includes('TAR_ENTRY_ERROR')) broken ||= line;
      // npm itself runs on the old Node.
      else if (!line.includes('EBADENGINE')) console.error(line);
    },
  );
  if (code !== 0) broken ||= 'npm ci failed: its message is above';
  if (broken) throw new Error(`${broken}.\nFix the problem that it names, then run the same command again.`);
}

/**
 * Downloads a package without its dependencies and scripts. npm verifies its integrity.
 * @param {{ name: string, version: string, integrity: string }} wanted
 * @param {string} folder created for the package
 * @returns {Promise<string>} the package's folder
 * @throws Error if npm fails
 */
export async function takePackage({ name, version, integrity }, folder) {
  const dependencies = { [name]: version };
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } };
  mkdirSync(folder, { recursive: true });
  const write = (/** @type {string} */ file, /** @type {object} */ value) =>
    writeFileSync(join(folder, file), JSON.stringify(value));
  write('package.json', { private: true, dependencies });
  write('package-lock.json', { lockfileVersion: 3, requires: true, packages });
  await npmCi(folder, []);
  return join(folder, 'node_modules', name);
}
