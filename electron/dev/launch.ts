/** Starts the built app on Electron, and passes on what ends it. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Browser } from 'playwright-core';
import { type Electron, project } from './electron.ts';

/** What Electron itself needs before an app's path: as root on Linux it refuses to start with its sandbox. */
export const electronArgs = (): string[] =>
  process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];

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

/**
 * Starts the app with these arguments. SIGINT, SIGTERM and SIGHUP reach it until it has ended.
 * @param display another X display than the shell's
 */
export function launch(
  electron: Electron,
  args: string[],
  { stdio = 'inherit', display }: { stdio?: StdioOptions; display?: string } = {},
): Launched {
  const isWindows = process.platform === 'win32';
  const child = spawn(electron.program, [...electronArgs(), project, ...args], {
    stdio,
    env: { ...appEnvironment(), ...(display && { DISPLAY: display }) },
    // Ctrl+C reaches everything in the terminal's process group; passed on as well, the app would get it twice.
    detached: !isWindows,
  });
  // On Windows the console tells the app itself, and a signal sent from here would kill it.
  const pass = (signal: NodeJS.Signals) => void (isWindows || child.kill(signal));
  for (const signal of SIGNALS) process.on(signal, pass);
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const one of SIGNALS) process.off(one, pass);
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1));
    });
  });
  return { child, ended, stop: () => void child.kill('SIGTERM') };
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
