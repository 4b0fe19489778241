/** Starts the built app as a user would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Durations } from '../../electron/shared/limitValues/durations.ts';
import { appEnvironment, electronArgs } from '../../electron/tool/run/launch.ts';
import { findElectron } from '../../electron/tool/setup/electron.ts';
import { PATIENCE_MS, until } from './until.ts';

export { setTimeout as pause } from 'node:timers/promises';

export const PROJECT = join(import.meta.dirname, '..', '..');
/** The app that end-to-end tests start, built without the pages that a developer may have in the project. */
export const APP = process.env.TEST_APP ?? PROJECT;
/** The same app with the example pages. */
export const PAGES_APP = process.env.TEST_PAGES_APP ?? PROJECT;

/** Electron's major version in these tests. */
export const ELECTRON = Number.parseInt((await findElectron()).version, 10);

/** What main runs first, on an Electron that needs it. In quotes: the project's path may have spaces. */
const FIRST = ELECTRON === 33 && `--require=${JSON.stringify(join(import.meta.dirname, 'freeAtExit.cjs'))}`;

/** A virtual display has no graphics card. Chromium would start a process for one first, and then another without. */
export const NO_GPU = process.env.TEST_PICTURE ? ['--disable-gpu'] : [];

/**
 * Durations of every start: a machine that stalls for many seconds is no fault. A test about one of these limits sets
 * its own.
 */
export const PATIENT: Partial<Durations> = {
  commitMs: PATIENCE_MS,
  readyMs: PATIENCE_MS,
  pingMs: PATIENCE_MS,
  busyMs: PATIENCE_MS,
  instanceMs: PATIENCE_MS,
  probeMs: PATIENCE_MS,
  // Its line would stand in pictures of the window.
  tellMs: PATIENCE_MS,
};

export interface StartOptions {
  /** The app's folder; APP if absent. */
  app?: string;
  /** A program to run instead of Electron, such as a packaged app's; it gets no `app`. */
  executable?: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string | undefined>>;
  /** Whether Chromium looks for a graphics card, even on a virtual display. */
  gpu?: boolean;
  /** Kept if given, otherwise a fresh one that `stop` removes. */
  userData?: string;
  /** Durations to override in this start, besides those of PATIENT. */
  durations?: Partial<Durations> | undefined;
}

/** A process of the app, with no client attached. */
export type AppProcess = Awaited<ReturnType<typeof spawnApp>>;

/** Apps that have not ended. */
export const running = new Set<AppProcess>();

/** Starts the app without attaching to it. */
export async function spawnApp(options: StartOptions = {}) {
  const userData = options.userData ?? (await mkdtemp(join(tmpdir(), 'holdfast-')));
  const args = [`--user-data-dir=${userData}`, ...(options.gpu ? [] : NO_GPU), ...(options.args ?? [])];
  const program = options.executable ?? (await findElectron()).program;
  const all = [...electronArgs(program), ...(options.executable ? [] : [options.app ?? APP]), ...args];
  const env = {
    ...appEnvironment(),
    HOLDFAST_DURATIONS: JSON.stringify({ ...PATIENT, ...options.durations }),
    // A packaged app refuses it.
    ...(FIRST && !options.executable && { NODE_OPTIONS: FIRST }),
    ...options.env,
  };
  const child = spawn(program, all, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const app = {
    process: child as ChildProcess,
    userData,
    stdout: () => stdout,
    stderr: () => stderr,
    /** Resolves to the exit code when the process has ended. */
    exited: once(child, 'exit').then(([code]) => code as number | null),
    /** The same, once its output is complete. An app that it relaunches holds the output open. */
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
  running.add(app);
  void app.exited.then(() => running.delete(app));
  return app;
}

/** Waits for a line on stderr. Returns the first group, or the whole match. */
export async function said(
  app: { stderr(): string; ended: Promise<unknown> },
  pattern: RegExp,
): Promise<string> {
  let isOver = false;
  void app.ended.then(() => {
    isOver = true;
  });
  const found = await until(
    () => `${pattern} in:\n${app.stderr()}`,
    () => pattern.exec(app.stderr()) ?? isOver,
  );
  if (typeof found === 'boolean') throw new Error(`The app ended without ${pattern}:\n${app.stderr()}`);
  return found[1] ?? found[0];
}

/** Chromium's line on stderr with the DevTools address. */
export const DEVTOOLS_ADDRESS = /DevTools listening on (ws:\/\/\S+)/;

/** The DevTools address of an app started with `--remote-debugging-port`. */
export const devToolsAddress = (app: AppProcess) => said(app, DEVTOOLS_ADDRESS);
