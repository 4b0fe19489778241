/** Starts the built app as a person would, and attaches to its window. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findElectron } from '../../electron/dev/electron.ts';
import { appEnvironment, electronArgs } from '../../electron/dev/launch.ts';
import type { Durations } from '../../electron/shared/durations.ts';
import { until } from './until.ts';

export const PROJECT = join(import.meta.dirname, '..', '..');
/** The app that end-to-end tests start: built for them, without the pages that somebody may have in the project. */
export const APP = process.env.TEST_APP ?? PROJECT;
/** The same with the example pages. */
export const PAGES_APP = process.env.TEST_PAGES_APP ?? PROJECT;

/** The first number of the version that tests run on. */
export const ELECTRON = Number.parseInt((await findElectron()).version, 10);

export interface StartOptions {
  /** The app's folder; APP if absent. */
  app?: string;
  /** Another program than Electron, e.g. that of a packaged app; then `app` is not given to it. */
  executable?: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string | undefined>>;
  /** Kept when given, else a fresh one that `stop` removes. */
  userData?: string;
  /** Durations of the app that are others in this start. */
  durations?: Partial<Durations> | undefined;
}

export interface RunningApp {
  browser: Browser;
  page: Page;
  process: ChildProcess;
  userData: string;
  /** What the app has written so far. */
  stdout(): string;
  stderr(): string;
  ended: Promise<unknown>;
  /** Quits the app and waits for the end. Resolves to the exit code. */
  stop(): Promise<number | null>;
}

/** A process of the app without a client attached to it. */
export interface AppProcess {
  process: ChildProcess;
  userData: string;
  stdout(): string;
  stderr(): string;
  /** Resolves to the exit code when the process has ended. */
  exited: Promise<number | null>;
  /** The same, once all of its output is there. An app that it starts again holds the output open. */
  ended: Promise<number | null>;
}

/** Those that have not ended. */
export const running = new Set<AppProcess>();

/** Starts the app and attaches to nothing. */
export async function spawnApp(options: StartOptions = {}): Promise<AppProcess> {
  const userData = options.userData ?? (await mkdtemp(join(tmpdir(), 'holdfast-')));
  const args = [`--user-data-dir=${userData}`, ...(options.args ?? [])];
  const program = options.executable ?? (await findElectron()).program;
  const all = [...electronArgs(program), ...(options.executable ? [] : [options.app ?? APP]), ...args];
  const durations = options.durations && JSON.stringify(options.durations);
  const env = { ...appEnvironment(), HOLDFAST_DURATIONS: durations, ...options.env };
  const child = spawn(program, all, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const app = { process: child, userData, stdout: () => stdout, stderr: () => stderr, exited, ended };
  running.add(app);
  void exited.then(() => running.delete(app));
  return app;
}

/** Waits for what the app writes on stderr. Returns the first group, or all of it. */
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

/** What Chromium writes on stderr when it can be attached to. */
export const DEVTOOLS_ADDRESS = /DevTools listening on (ws:\/\/\S+)/;

/** Where an app that was started with `--remote-debugging-port` can be attached to. */
export const devToolsAddress = (app: AppProcess) => said(app, DEVTOOLS_ADDRESS);

/** Starts the app, attaches to it and waits for its first window's page to be loaded. */
export async function startApp(options: StartOptions = {}): Promise<RunningApp> {
  const app = await spawnApp({ ...options, args: ['--remote-debugging-port=0', ...(options.args ?? [])] });
  const { chromium } = await import('playwright-core');
  // The app waits for its clients to leave.
  const browser = await chromium.connectOverCDP(await devToolsAddress(app), { noDefaults: true });
  const page = await firstPage(browser);
  return {
    ...app,
    browser,
    page,
    async stop() {
      if (process.platform === 'win32') await closeWindows(browser);
      else app.process.kill('SIGTERM');
      const code = await app.ended;
      await browser.close();
      if (!options.userData) await rm(app.userData, { recursive: true, force: true, maxRetries: 5 });
      return code;
    },
  };
}

/** Windows has no signal that asks an app to quit: there it ends with its last window. */
async function closeWindows(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) await page.close();
}

async function firstPage(browser: Browser): Promise<Page> {
  const page = await until('a window of the app', () =>
    browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((one) => one.url().startsWith('app://shell/')),
  );
  await page.waitForLoadState('load');
  return page;
}

/** The path of a page of the app. */
export function pathOf(page: Page): string {
  return page.url().replace(/^app:\/\/shell/, '');
}

/** Resolves after so many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
