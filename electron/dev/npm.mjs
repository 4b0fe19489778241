/** npm, and what its registry holds. Plain JavaScript without dependencies, as setup.mjs. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, win32 } from 'node:path';
import { run } from './run.mjs';

/**
 * The program and the first arguments that start npm without a shell: the npm that this runs under, else the one on
 * PATH, which on Windows is a script of the shell's; the script that it runs lies beside it.
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
  if (!found) throw new Error('There is no npm on PATH: install Node 24, which brings it.');
  return [process.execPath, found];
}

/**
 * `npm ci` in a folder.
 * @param {string} cwd @param {string[]} args
 * @throws Error if it fails; npm has said why on stderr
 */
export async function npmCi(cwd, args) {
  const [program, ...first] = npmCommand();
  // Without the last one it tells only after 70 s that it reaches nothing.
  const all = [...first, 'ci', ...args, '--no-audit', '--no-fund', '--fetch-retry-mintimeout=1000'];
  let broken = '';
  // It would put off a mere SIGTERM for many seconds, and meanwhile undo what the next run does.
  const options = { cwd, stdio: ['ignore', 'ignore', 'pipe'], killSignal: 'SIGKILL' };
  const code = await run(
    program,
    all,
    /** @type {import('node:child_process').SpawnOptions} */ (options),
    (line) => {
      // What it cannot write, on a full disk for one, is only a warning to npm, which then ends well.
      if (line.includes('TAR_ENTRY_ERROR')) broken ||= line;
      // Nothing but npm runs on a Node that is too old, and no script of a package is needed.
      else if (!/EBADENGINE|install-scripts/.test(line)) console.error(line);
    },
  );
  if (code !== 0) broken ||= 'npm ci failed: its message is above';
  if (broken) throw new Error(`${broken}.\nMend what it names, then run the same command again.`);
}

/**
 * Takes a package out of the registry, without its dependencies and scripts. npm compares it with its integrity.
 * @param {{ name: string, version: string, integrity: string }} wanted
 * @param {string} folder gets it, and is made
 * @returns {Promise<string>} the package's own folder in there
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
  await npmCi(folder, ['--ignore-scripts']);
  return join(folder, 'node_modules', name);
}
