/** What runs the app in development, and how it is started. */
import type { ChildProcess } from 'node:child_process';
import type { Found } from './decide.ts';

/** Where the window is seen: on the screen, on a virtual one (Electron only), or only in a picture (stand-in only). */
export type Display = 'window' | 'xvfb' | 'headless';

export interface Runtime {
  name: 'electron' | 'stand-in';
  /** Electron's version, or that of the stand-in's Chromium. */
  version: string;
  /** The program and its first arguments; the app's folder or asar file and the app's own arguments follow. */
  command: string;
  args: string[];
  display: Display;
  /** What was looked for before this one was taken, and why it would not do. */
  tried: string[];
}

/** How Electron is started. As root on Linux it refuses to start with its sandbox. */
export function electronRuntime(
  { path, version }: Found,
  display: 'window' | 'xvfb',
  tried: string[],
  isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0,
): Runtime {
  const [command = path, ...first] = display === 'xvfb' ? ['xvfb-run', '-a', path] : [path];
  const args = isLinuxRoot ? [...first, '--no-sandbox'] : first;
  return { name: 'electron', version, command, args, display, tried };
}

/**
 * How the stand-in is started: by the Node that runs this.
 * @param program the stand-in's file
 */
export function standInRuntime(
  program: string,
  { version }: Found,
  display: 'window' | 'headless',
  tried: string[],
): Runtime {
  return { name: 'stand-in', version, command: process.execPath, args: [program], display, tried };
}

/** A runtime in a few words, e.g. `stand-in (chromium 156), headless`. */
export function describe(runtime: Runtime): string {
  if (runtime.name === 'stand-in') {
    const how = runtime.display === 'headless' ? ', headless' : '';
    return `stand-in (chromium ${runtime.version.split('.')[0]})${how}`;
  }
  const how = runtime.display === 'xvfb' ? ' under xvfb-run' : '';
  return `electron ${runtime.version}${how}${runtime.args.includes('--no-sandbox') ? ', as root without its sandbox' : ''}`;
}

/**
 * The whole command that starts an app.
 * @param appPath the project's folder, an unpacked app's, or an app.asar
 * @param args the app's own, e.g. `--open=/nowhere`
 */
export function commandFor(
  runtime: Runtime,
  appPath: string,
  args: readonly string[],
): { command: string; args: string[] } {
  return { command: runtime.command, args: [...runtime.args, appPath, ...args] };
}

/** The environment of the app: the shell's, without what would make Electron a plain Node. */
export function appEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = env;
  return rest;
}

/**
 * What is set for a run that nobody sees and nobody attaches to: the stand-in then tells what its window shows, keeps
 * a picture of it and quits.
 * @param picture the PNG's path
 */
export function snapshotFor(
  runtime: Runtime,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  picture: string,
): { HOLDFAST_SNAPSHOT?: string } {
  const isUnseen = runtime.name === 'stand-in' && runtime.display === 'headless';
  const isAttached = args.some((arg) => arg.startsWith('--remote-debugging-port'));
  return isUnseen && !isAttached && !env.HOLDFAST_SNAPSHOT ? { HOLDFAST_SNAPSHOT: picture } : {};
}

/**
 * Passes a signal on to an app that was started detached. xvfb-run is a shell script that would die of it alone and
 * leave the app behind: there the whole process group gets it.
 */
export function passSignal(runtime: Runtime, child: ChildProcess, signal: NodeJS.Signals): void {
  if (runtime.display === 'xvfb' && child.pid !== undefined) process.kill(-child.pid, signal);
  else child.kill(signal);
}
