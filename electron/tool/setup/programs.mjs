/** Runs programs and npm, downloads packages, and tells how far it is. Plain JavaScript, like setup.mjs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const running = new AbortController();
/** Ends all running programs, and any that start later. */
export const endAll = () => running.abort();
process.on('exit', endAll);

/**
 * Runs a program to its end and returns its exit code.
 * @param {string} program @param {string[]} args @param {import('node:child_process').SpawnOptions} options
 * @param {(line: string) => void} [onLine] gets each line of a piped stdout or stderr
 * @throws Error if it cannot be started, or is aborted by `options.signal`
 */
export async function run(program, args, options, onLine) {
  const signal = AbortSignal.any([running.signal, ...(options.signal ? [options.signal] : [])]);
  const child = spawn(program, args, { ...options, signal });
  if (onLine)
    for (const input of [child.stdout, child.stderr]) input && createInterface(input).on('line', onLine);
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/** In ms: how often a terminal shows that a step is still running. */
const EACH_MS = 5000;

export let begun = 0;

/**
 * Prints the name of a step. On a terminal a second line shows the elapsed time until the step ends.
 * @template T
 * @param {string} what such as `setup: building`
 * @param {() => Promise<T>} work
 * @param {Pick<NodeJS.WriteStream, 'write'> & Partial<NodeJS.WriteStream>} out
 * @returns {Promise<T>}
 */
export async function step(what, work, out = process.stderr) {
  begun += 1;
  out.write(`${what} ...\n`);
  if (!out.isTTY) return await work();
  const began = performance.now();
  const tell = () => {
    const line = `${what}, ${Math.round((performance.now() - began) / 1000)} s`;
    // Some terminals report a width of 0. Ends with \r, so that the next output overwrites it.
    out.write(`${line.slice(0, (out.columns || 80) - 1)}\x1b[K\r`);
  };
  const timer = setInterval(tell, EACH_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    out.write('\x1b[K');
  }
}

/** The npm that runs this process, else the one on PATH, which on Windows needs a shell. @returns {[string, ...string[]]} */
export function npmCommand({ npm_node_execpath: node, npm_execpath: script } = process.env) {
  return node && script?.endsWith('npm-cli.js') ? [node, script] : ['npm'];
}

/**
 * Runs no package scripts, because none is needed, and not this repository's own `prepare`.
 * @param {string} cwd @param {string[]} args
 */
export async function npmCi(cwd, args) {
  const [program, ...first] = npmCommand();
  const all = [...first, 'ci', '--ignore-scripts', ...args, '--no-audit', '--no-fund'];
  let broken = '';
  /** On SIGTERM npm would clean up for many seconds and disturb the next run. @type {import('node:child_process').SpawnOptions} */
  const options = { cwd, stdio: ['ignore', 'ignore', 'pipe'], killSignal: 'SIGKILL' };
  // Without this option npm takes 70 s to report a missing network.
  const code = await run(program, [...all, '--fetch-retry-mintimeout=1000'], options, (line) => {
    // npm only warns about files that it cannot write, as on a full disk, and exits with 0.
    if (line.includes('TAR_ENTRY_ERROR')) broken ||= line;
    // npm itself runs on the old Node.
    else if (!line.includes('EBADENGINE')) console.error(line);
  });
  if (code !== 0) broken ||= 'npm ci failed: its message is above';
  if (broken) throw new Error(`${broken}.\nFix the problem that it names, then run the same command again.`);
}

/**
 * Downloads a package without its dependencies and scripts. npm verifies its integrity. Resolves to its folder.
 * @param {{ name: string, version: string, integrity: string }} wanted @param {string} folder created for it
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
