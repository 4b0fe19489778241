/** Runs the tool `holdfast` in folders that look like repositories of other people's apps. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { APP, NO_GPU, PATIENT } from './app.ts';
import { connect } from './cdp.ts';
import { type Screen, screenOf } from './screen.ts';
import { until } from './until.ts';

const BUILT = join('.build', 'tool', 'cli.js');

/** An app's installed one, or else that of the npm package in these tests; in Holdfast's own repository the sources. */
const toolFor = (cwd: string): string => {
  const sources = join(cwd, 'electron', 'tool', 'cli.ts');
  if (existsSync(sources)) return sources;
  const installed = join(cwd, 'node_modules', 'holdfast', BUILT);
  return existsSync(installed) ? installed : join(APP, BUILT);
};

/** As in app.ts. */
const DURATIONS = { HOLDFAST_DURATIONS: JSON.stringify(PATIENT) };

export const holdfast = (cwd: string, ...args: string[]) => holdfastWith({}, cwd, ...args);

/** @param more variables of its environment */
export function holdfastWith(more: NodeJS.ProcessEnv, cwd: string, ...args: string[]) {
  const env = { ...DURATIONS, ...process.env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ...more };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [toolFor(cwd), ...args], { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

export type Tool = Awaited<ReturnType<typeof runTool>>;

/** Runs `dev` or `start` with its own user data, until the test ends. `said` is all output of the tool and its app. */
export async function runTool(cwd: string, verb: 'dev' | 'start', ...args: string[]) {
  const userData = await mkdtemp(join(tmpdir(), 'holdfast-tool-'));
  const all = [`--user-data-dir=${userData}`, '--remote-debugging-port=0', ...NO_GPU, ...args];
  const child = spawn(process.execPath, [toolFor(cwd), verb, ...all], {
    cwd,
    env: { ...DURATIONS, ...process.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([code]) => Number(code));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const clients: { close(): void }[] = [];
  onTestFinished(async () => {
    for (const client of clients) client.close();
    child.kill('SIGTERM');
    await ended;
    await rm(userData, { recursive: true, force: true, maxRetries: 5 });
  });
  let read = 0;
  /** Resolves to the window of the next app that starts. */
  async function screen(): Promise<Screen> {
    const isOver = ended.then((code) => {
      throw new Error(`It ended with ${code}:\n${said}`);
    });
    const found = until(
      () => `the app, after ${said}`,
      () => /DevTools listening on (ws:\/\/\S+)/.exec(said.slice(read)) ?? undefined,
    );
    const match = await Promise.race([found, isOver]);
    read += match.index + match[0].length;
    const client = await connect(match[1] ?? '');
    clients.push(client);
    return screenOf(client, client, () => said);
  }
  return { child, said: () => said, ended, screen };
}
