/** A real Next.js server on loopback: what the web app of an installed shell is. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';
import { PROJECT, pause } from '../app.ts';
import { freePort } from '../freePort.ts';
import { onceForRun } from '../onceForRun.ts';
import { PATIENCE_MS } from '../until.ts';

const NEXT = join(PROJECT, 'node_modules', 'next', 'dist', 'bin', 'next');

const APP = join(import.meta.dirname, 'app');
/** The app's pages, for the shell. */
export const NEXT_PAGES = join(APP, 'pages');

/** The width and height of `/logo.png`, in pixels. */
export const LOGO_SIZE = 8;

export interface NextServer {
  /** `http://127.0.0.1:…`, the same after each start. */
  url: string;
  buildId: string;
  /** Starts the server. `edition` stands in its data. Resolves when it answers. */
  start(edition: number): Promise<void>;
  stop(): Promise<void>;
  /** How often a post was asked for since the first start. */
  asked(id: string): number;
  /** Stops the server if it runs, and removes its folder. */
  remove(): Promise<void>;
}

const environment = (edition: number) => ({
  ...process.env,
  NODE_ENV: 'production' as const,
  NEXT_TELEMETRY_DISABLED: '1',
  EDITION: String(edition),
});

/** Builds the app in `./app` with `next build`. What is made at build has edition 1. */
async function build(folder: string): Promise<void> {
  await cp(APP, folder, { recursive: true });
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'public'));
  await writeFile(
    join(folder, 'public', 'logo.png'),
    PNG.sync.write(new PNG({ width: LOGO_SIZE, height: LOGO_SIZE })),
  );
  await promisify(execFile)(process.execPath, [NEXT, 'build', '--no-lint', '--no-mangling'], {
    cwd: folder,
    env: environment(1),
  });
}

/** A server with a copy of the app, which is built once for all files of the end-to-end tests. */
export async function createNextServer(): Promise<NextServer> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-next-'));
  // Next writes into it.
  await cp(await onceForRun('next', build), folder, { recursive: true, verbatimSymlinks: true });
  const buildId = await readFile(join(folder, '.next', 'BUILD_ID'), 'utf8');
  const port = await freePort();
  let server: ChildProcess | undefined;
  let output = '';

  async function start(edition: number): Promise<void> {
    const args = [NEXT, 'start', '--hostname', '127.0.0.1', '--port', String(port)];
    const child = spawn(process.execPath, args, { cwd: folder, env: environment(edition) });
    server = child;
    const begin = output.length;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    for (const end = Date.now() + PATIENCE_MS; !output.includes('Ready in', begin); await pause(20)) {
      if (Date.now() > end || child.exitCode !== null) throw new Error(`Next did not start.\n${output}`);
    }
  }

  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'close');
    server.kill('SIGKILL');
    await ended;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    buildId,
    start,
    stop,
    asked: (id) => output.split(`asked for post ${id}\n`).length - 1,
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
