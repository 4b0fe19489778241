/** `npm start [-- arguments]`: runs the built app on the runtime that is here, until it quits. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './runtime/cache.ts';
import { findRuntime } from './runtime/find.ts';
import {
  appEnvironment,
  commandFor,
  describe,
  passSignal,
  type Runtime,
  snapshotFor,
} from './runtime/runtime.ts';
import { messageOf } from './setup/failure.mjs';
import { exitCodeOf } from './setup/run.mjs';

/** Starts the app and resolves with its exit code, which is 128 and the signal's number when a signal ended it. */
function start(runtime: Runtime, args: string[]): Promise<number> {
  const { command, args: all } = commandFor(runtime, root, args);
  const snapshot = snapshotFor(runtime, args, process.env, join(root, '.build', 'window.png'));
  const isWindows = process.platform === 'win32';
  const child = spawn(command, all, {
    stdio: 'inherit',
    env: { ...appEnvironment(process.env), ...snapshot },
    // Ctrl+C reaches everything in the terminal's process group; passed on as well, the app would get it twice, and
    // Chromium takes a second one as the order to die at once.
    detached: !isWindows,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // On Windows the console tells the app itself, and a signal sent from here would kill it.
    process.on(signal, () => isWindows || passSignal(runtime, child, signal));
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? exitCodeOf(signal) : (code ?? 1)));
  });
}

try {
  const runtime = await findRuntime();
  const why = runtime.tried.length > 0 ? ` (${runtime.tried.join('; ')})` : '';
  console.log(`runtime: ${describe(runtime)}${why}`);
  process.exitCode = await start(runtime, process.argv.slice(2));
} catch (error) {
  process.stderr.write(`start: ${messageOf(error, 'npm start').replaceAll('\n', '\n  ')}\n`);
  process.exitCode = 1;
}
