/** Runs npm, and downloads packages. Plain JavaScript without dependencies, like setup.mjs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './runProgram.mjs';

/**
 * The command that starts npm without a shell: the npm that runs this process, else the one on PATH, which on Windows
 * needs a shell.
 * @returns {[string, ...string[]]}
 */
export function npmCommand({ npm_node_execpath: node, npm_execpath: script } = process.env) {
  return node && script?.endsWith('npm-cli.js') ? [node, script] : ['npm'];
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
