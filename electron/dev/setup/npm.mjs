/** npm, with progress that can be seen and failures that can be read. */
import { delimiter, dirname } from 'node:path';
import { explain, Failure } from './failure.mjs';
import { run, say } from './run.mjs';

const PROGRESS_MS = 5_000;
/** npm itself waits five minutes for each of several attempts: too long to learn that nothing answers. */
const FIRST_ANSWER_MS = 60_000;
/** Two further attempts, after 1 s and 5 s; npm's own pauses are 10 s and 60 s. */
const RETRY = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
const ANSWER = /^npm http (fetch \w+ \d+|cache) /;
const TARBALL = /^npm http (fetch GET 200|cache) \S+\.tgz/;

/**
 * How npm is called: by the script that npm itself ran us with, else by its name.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 * @param {string} node the Node that runs it
 * @param {string[]} args free of spaces
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function npmCommand(env, platform, node, args) {
  const script = env.npm_execpath;
  if (script && /\bnpm-cli\.[cm]?js$/.test(script))
    return { command: node, args: [script, ...args], shell: false };
  // npm.cmd is a batch file, which Windows starts in a shell only.
  if (platform === 'win32') return { command: ['npm', ...args].join(' '), args: [], shell: true };
  return { command: 'npm', args, shell: false };
}

/**
 * What npm's output says about a failure. A file that it could not unpack, on a full disk for one, is only a warning
 * to npm, which then ends with success.
 * @param {string} output
 * @param {number | null} exitCode
 * @returns {{ code: string | undefined, detail: string } | undefined} nothing when there was none
 */
export function npmError(output, exitCode) {
  const [, detailOfFile, codeOfFile] = /TAR_ENTRY_ERROR ((\w+).*)/.exec(output) ?? [];
  if (detailOfFile) return { code: codeOfFile, detail: detailOfFile };
  if (exitCode === 0) return undefined;
  const lines = [...output.matchAll(/^npm (?:error|ERR!) ?(.*)$/gm)].map(([, text = '']) => text.trim());
  const code = lines.find((line) => /^code \w+$/.test(line))?.slice('code '.length);
  const detail =
    lines.find((line) => /^(Missing|Invalid): /.test(line)) ??
    lines.find((line) => line !== '' && !/^(code|errno|syscall|path|dest) /.test(line));
  return { code, detail: detail ?? 'npm gave no reason' };
}

/**
 * Installs exactly what the lock file in `cwd` says.
 * @param {{ cwd: string, node: string, args?: string[], what: string, total: number }} options
 *   the folder, the Node that runs npm, further arguments, and for the progress: what is done, with how many packages
 * @returns {Promise<number>} how long it took, in whole seconds
 */
export async function npmCi({ cwd, node, args = [], what, total }) {
  const npm = npmCommand(process.env, process.platform, node, [
    'ci',
    // Everything here is a development dependency, also where NODE_ENV says production.
    '--include=dev',
    '--loglevel=http',
    '--no-audit',
    '--no-fund',
    ...RETRY,
    ...args,
  ]);
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  let fetched = 0;
  let answered = false;
  /** @type {NodeJS.Timeout | undefined} */
  let limit;
  say(`${what} ...`);
  const progress = setInterval(
    () => say(`${what}: ${fetched} of about ${total} fetched, ${seconds()} s`),
    PROGRESS_MS,
  );
  try {
    const { code, signal, output } = await run(npm.command, npm.args, {
      cwd,
      shell: npm.shell,
      // So that npm itself and the packages' scripts find the same Node.
      env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
      onStart: (child) => {
        limit = setTimeout(() => answered || child.kill('SIGKILL'), FIRST_ANSWER_MS);
      },
      onLine: (line) => {
        if (ANSWER.test(line)) answered = true;
        if (TARBALL.test(line)) fetched++;
      },
    });
    if (signal && !answered) throw explain('ETIMEDOUT', 'npm ci', `no answer in ${seconds()} s`);
    if (signal) throw new Failure(`npm ci was ended by ${signal}.`, 'Run the same command again.');
    const error = npmError(output, code);
    if (error) throw explain(error.code, 'npm ci', error.detail);
    return seconds();
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
    throw new Failure(
      'npm was not found.',
      'Install Node with npm (https://nodejs.org), then run: npm start',
    );
  } finally {
    clearInterval(progress);
    clearTimeout(limit);
  }
}
