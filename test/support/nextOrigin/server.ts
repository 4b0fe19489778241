/** A real Next.js server on loopback: the web app of an installed shell. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';
import { PROJECT } from '../app.ts';
import { freePort } from '../freePort.ts';
import { atEnd } from '../leftovers.ts';
import { onceForRun } from '../onceForRun.ts';
import { startOrigin } from '../origin.ts';
import { until } from '../until.ts';
import { writeFiles } from '../writeFiles.ts';

const NEXT = join(PROJECT, 'node_modules', 'next', 'dist', 'bin', 'next');

const APP = join(import.meta.dirname, 'app');

export const LOGO_SIZE = 8;

const environment = () => ({ ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' });

/** Makes `next build` use 5 s of a processor instead of 11. */
const QUICKER = `module.exports.experimental = { cpus: 1, webpackBuildWorker: false };
module.exports.webpack = (config) =>
  ({ ...config, cache: false, optimization: { ...config.optimization, minimize: false } });`;
/** Less garbage collection. */
const ROOMY = '--max-semi-space-size=64';

/** Builds the app in `./app` with `next build`. Content made at build time has edition 1. */
async function build(folder: string): Promise<void> {
  await cp(APP, folder, { recursive: true });
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  const logo = PNG.sync.write(new PNG({ width: LOGO_SIZE, height: LOGO_SIZE }));
  writeFiles(folder, { 'public/logo.png': logo });
  await appendFile(join(folder, 'next.config.js'), QUICKER);
  const options = { cwd: folder, env: environment() };
  await promisify(execFile)(process.execPath, [ROOMY, NEXT, 'build', '--no-lint'], options);
}

/** Creates a server with a copy of the app, which is built once for all test files. Its `url` is the same after each start. */
export async function createNextServer() {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-next-'));
  // Next writes into it.
  await cp(await onceForRun('next', build), folder, { recursive: true, verbatimSymlinks: true });
  const port = await freePort();
  let next: ChildProcess | undefined;
  let output = '';

  /** Next itself runs until the end; `start` and `stop` open and close the way to it. */
  async function run(): Promise<void> {
    const args = [NEXT, 'start', '--hostname', '127.0.0.1', '--port', String(port)];
    next = spawn(process.execPath, args, { cwd: folder, env: environment() });
    for (const stream of [next.stdout, next.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    await until(
      () => `Next:\n${output}`,
      () => output.includes('Ready in') || (next?.exitCode ?? null) !== null,
    );
  }

  const front = await startOrigin((request, response) => {
    const { url, method, headers } = request;
    const sent = httpRequest({ port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    // Whichever end goes, so does the other.
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
    request.pipe(sent);
  });
  await front.close();

  atEnd(async () => {
    if (next?.exitCode === null) {
      const ended = once(next, 'close');
      next.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  });
  return {
    url: front.url,
    /** The app, with what `next build` wrote in `.next`. */
    folder,
    /** Starts the server, or makes it reachable again. From then on its data contains `edition`. */
    async start(edition: number) {
      await writeFile(join(folder, 'edition'), String(edition));
      if (!next) await run();
      await front.listen();
    },
    /** Refuses connections from then on. */
    stop: front.close,
    /** How often a post was requested since the first start. */
    asked: (id: string) => output.split(`asked for post ${id}\n`).length - 1,
  };
}
