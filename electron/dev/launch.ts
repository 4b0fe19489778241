/** Starts the built app on Electron, and passes on what ends it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Browser } from 'playwright-core';
import { CHROMIUM_LOG, passOn } from './chromiumLog.ts';
import { type Electron, project } from './electron.ts';
import { hasSharedMemory, sandboxProblem } from './sandbox.ts';

/** What Electron needs before an app's path to start here: without a sandbox, and as root on Linux, it refuses to. */
export function electronArgs(program: string): string[] {
  if (process.platform !== 'linux') return [];
  return [
    ...(process.getuid?.() === 0 || sandboxProblem(program) ? ['--no-sandbox'] : []),
    ...(hasSharedMemory() ? [] : ['--disable-dev-shm-usage']),
  ];
}

/** The environment of the app: the shell's, without what would make Electron a plain Node. */
export function appEnvironment({ ELECTRON_RUN_AS_NODE: _, ...env } = process.env): NodeJS.ProcessEnv {
  return env;
}

export interface Launched {
  child: ChildProcess;
  /** Resolves to its exit code, which is 128 and the signal's number when a signal ended it. */
  ended: Promise<number>;
  /** Ends it, as Ctrl+C does. */
  stop(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const PORT = '--remote-debugging-port';
export const isAttachedTo = (args: readonly string[]) => args.some((arg) => arg.startsWith(PORT));

/**
 * Starts the app with these arguments. SIGINT, SIGTERM and SIGHUP reach it until it has ended. What Chromium says of
 * itself goes to `CHROMIUM_LOG`, or with `--verbose` among the arguments to the screen.
 * @param display another X display than the shell's
 * @param isAttachable whether `devToolsAddress` will be asked for
 */
export function launch(
  electron: Electron,
  args: string[],
  { display, isAttachable = false }: { display?: string; isAttachable?: boolean } = {},
): Launched {
  const isWindows = process.platform === 'win32';
  const problem = sandboxProblem(electron.program);
  if (problem) console.error(`notice: ${problem}`);
  const all = [...electronArgs(electron.program), project, ...(isAttachable ? [`${PORT}=0`] : []), ...args];
  const child = spawn(electron.program, all, {
    stdio: ['inherit', 'inherit', 'pipe'],
    env: { ...appEnvironment(), ...(display && { DISPLAY: display }) },
    // Ctrl+C reaches everything in the terminal's process group; passed on as well, the app would get it twice.
    detached: !isWindows,
  });
  passOn(child.stderr, isAttachedTo(args), args);
  let isStopped = false;
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    isStopped = true;
    child.kill(signal);
  };
  // On Windows the console tells the app itself, and a signal sent from here would kill it.
  const pass = (signal: NodeJS.Signals) => isWindows || stop(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  // Nobody would end it after this program, which ends early where its output is cut off, as by `| head`.
  const end = () => stop();
  process.on('exit', end);
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    // Once all that it wrote is there.
    child.on('close', (code, signal) => {
      for (const one of SIGNALS) process.off(one, pass);
      process.off('exit', end);
      if (signal && !isStopped) console.error(`The app ended by ${signal}: ${CHROMIUM_LOG} may say more.`);
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1));
    });
  });
  return { child, ended, stop };
}

/** What Chromium writes on stderr when it can be attached to. */
export const DEVTOOLS_ADDRESS = /DevTools listening on (ws:\/\/\S+)/;

/** Attaches to an app that was started with `--remote-debugging-port`. The app waits for its clients to leave. */
export async function attach(address: string): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  return await chromium.connectOverCDP(address, { noDefaults: true });
}

/** Resolves to where such an app can be attached to. */
export function devToolsAddress({ child, ended }: Launched): Promise<string> {
  const address = new Promise<string>((resolve) => {
    let text = '';
    child.stderr?.setEncoding('utf8').on('data', (data: string) => {
      text += data;
      const found = DEVTOOLS_ADDRESS.exec(text)?.[1];
      if (found) resolve(found);
    });
  });
  const never = ended.then((code) => {
    throw new Error(`The app ended with ${code} before it could be attached to.`);
  });
  return Promise.race([address, never]);
}
