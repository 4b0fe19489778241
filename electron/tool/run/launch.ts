import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { Electron } from '../setup/electron.ts';
import { hasSharedMemory, whyUnsandboxed } from '../setup/linuxNeeds.ts';
import { overPipe, PIPE, PORT } from './devTools.ts';
import { SIGNALS } from './signals.ts';

/** Returns the arguments before the app's path that Electron needs here, as root or without a sandbox. */
export function electronArgs(program: string, isUnsandboxed = whyUnsandboxed(program) !== undefined) {
  if (process.platform !== 'linux') return [];
  return [
    ...(process.getuid?.() === 0 || isUnsandboxed ? ['--no-sandbox'] : []),
    ...(hasSharedMemory() ? [] : ['--disable-dev-shm-usage']),
  ];
}

/** Returns the app's environment, without the variable that makes Electron a plain Node. */
export const appEnvironment = ({ ELECTRON_RUN_AS_NODE: _, ...env } = process.env): NodeJS.ProcessEnv => env;

/** Milliseconds within which a second signal is the same one. */
const REPEAT_MS = 500;

export const isAttachedTo = (args: readonly string[]) => args.some((arg) => arg.startsWith(PORT));

/** Starts the app in a folder and forwards signals to it. With `--verbose` Chromium writes its own lines, too. */
export function launchApp(
  electron: Electron,
  folder: string,
  args: readonly string[],
  { display, isAttachable = false }: { display?: NodeJS.ProcessEnv | undefined; isAttachable?: boolean } = {},
) {
  const isWindows = process.platform === 'win32';
  const problem = whyUnsandboxed(electron.program);
  if (problem) console.error(`notice: ${problem}`);
  const hasPipe = isAttachable && !isAttachedTo(args);
  const quiet = args.includes('--verbose') ? [] : ['--log-level=3'];
  const own = electronArgs(electron.program, problem !== undefined);
  const all = [...own, folder, ...quiet, ...(hasPipe ? [PIPE] : []), ...args];
  const child = spawn(electron.program, all, {
    stdio: ['inherit', 'inherit', 'inherit', ...(hasPipe ? (['pipe', 'pipe'] as const) : [])],
    env: { ...appEnvironment(), ...display },
    // Ctrl+C signals the whole process group, so the app would get it twice.
    detached: !isWindows,
  });
  let isStopped = false;
  /** Ends it like Ctrl+C. */
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    isStopped = true;
    child.kill(signal);
  };
  // On Windows the console also sends it to the app, and kill() would end the app at once.
  let passedAt = Number.NEGATIVE_INFINITY;
  const pass = (signal: NodeJS.Signals) => {
    // npx passes Ctrl+C on, which the terminal sends too: at the second one Chromium does not end in order.
    if (isWindows || performance.now() - passedAt < REPEAT_MS) return;
    passedAt = performance.now();
    stop(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  // This program may end first, as with `| head`.
  const end = () => stop();
  process.on('exit', end);
  /** Its exit code: 128 plus the signal's number if a signal ended it. */
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const one of SIGNALS) process.off(one, pass);
      process.off('exit', end);
      if (signal && !isStopped) {
        const { DISPLAY = '' } = display ? {} : process.env;
        const why = DISPLAY && ` The display ${DISPLAY} may not answer: start it, or run without DISPLAY.`;
        console.error(`The app was ended by ${signal}.${why} With --verbose Chromium says more.`);
      }
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1));
    });
  });
  const [, , , toApp, fromApp] = child.stdio;
  /** Of an app that was started with `isAttachable`, and without a port of the user's. */
  const devTools = hasPipe ? overPipe(toApp as Writable, fromApp as Readable) : undefined;
  return { ended, stop, devTools };
}
