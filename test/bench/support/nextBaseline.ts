/** The framework's own server with nothing but a start page: every other path has its error page. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../support/app.ts';
import { freePort } from '../../support/freePort.ts';
import { until } from '../../support/until.ts';

const NEXT = join(PROJECT, 'node_modules', 'next', 'dist', 'bin', 'next');

export interface NextBaseline {
  /** Builds and starts the server with the first call; the address of a page that it has not got. */
  url(): Promise<string>;
  stop(): Promise<void>;
}

export function startNextBaseline(): Promise<NextBaseline> {
  let folder: string | undefined;
  let server: ChildProcess | undefined;
  let address: Promise<string> | undefined;
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };

  const start = async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-next-'));
    await cp(join(import.meta.dirname, '..', 'baselines', 'next', 'pages'), join(folder, 'pages'), {
      recursive: true,
    });
    await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    await promisify(execFile)(process.execPath, [NEXT, 'build', '--no-lint'], { cwd: folder, env });
    const port = await freePort();
    const args = [NEXT, 'start', '--hostname', '127.0.0.1', '--port', String(port)];
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    server = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    await until(`the framework's server\n${output}`, () => output.includes('Ready in'));
    return `http://127.0.0.1:${port}/nowhere`;
  };
  return Promise.resolve({
    url() {
      address ??= start();
      return address;
    },
    async stop() {
      if (server && server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'close');
        server.kill('SIGKILL');
        await ended;
      }
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  });
}
