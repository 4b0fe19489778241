/** Starts the built app on a runtime, and passes on what ends it. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './runtime/cache.ts';
import { appEnvironment, commandFor, passSignal, type Runtime, snapshotFor } from './runtime/runtime.ts';
import { exitCodeOf } from './setup/run.mjs';

export interface Launched {
  child: ChildProcess;
  /** Resolves to its exit code, which is 128 and the signal's number when a signal ended it. */
  ended: Promise<number>;
  /** Ends it, as Ctrl+C does. */
  stop(): void;
}

/** Starts the app with these arguments. SIGINT, SIGTERM and SIGHUP reach it until it has ended. */
export function launch(runtime: Runtime, args: string[], stdio: StdioOptions = 'inherit'): Launched {
  const { command, args: all } = commandFor(runtime, root, args);
  const snapshot = snapshotFor(runtime, args, process.env, join(root, '.build', 'window.png'));
  const isWindows = process.platform === 'win32';
  const child = spawn(command, all, {
    stdio,
    env: { ...appEnvironment(process.env), ...snapshot },
    // Ctrl+C reaches everything in the terminal's process group; passed on as well, the app would get it twice, and
    // Chromium takes a second one as the order to die at once.
    detached: !isWindows,
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  // On Windows the console tells the app itself, and a signal sent from here would kill it.
  const pass = (signal: NodeJS.Signals) => isWindows || passSignal(runtime, child, signal);
  for (const signal of signals) process.on(signal, pass);
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const one of signals) process.off(one, pass);
      resolve(signal ? exitCodeOf(signal) : (code ?? 1));
    });
  });
  return { child, ended, stop: () => void passSignal(runtime, child, 'SIGTERM') };
}
