/** The built app with reports on, for tests that log, throw or quit in its main process. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import type { Config } from '../../electron/configuration/config.ts';
import { APP_FILES } from '../../electron/configuration/folder.ts';
import type { LimitName } from '../../electron/shared/limits.ts';
import { APP, PAGES_APP, type StartOptions, spawnApp } from './app.ts';
import { type AppCopy, changeMain, copyApp } from './brokenApp.ts';
import { type EnvelopeServer, type Item, startEnvelopeServer } from './envelopeServer.ts';
import { withCode } from './extension/app.ts';
import { inPrivacy } from './menu.ts';
import { type Watched, watch } from './recovery.ts';
import { until } from './until.ts';
import { PAGE_FAILED } from './words.ts';

/** JavaScript for main: reports an error through the SDK, as code that catches one does. */
export const captureInMain = (text: string, extra = {}) => `
  const sentry = globalThis.__SENTRY__;
  sentry[sentry.version].acs.getCurrentScope().captureException(
    new Error(${JSON.stringify(text)}), { captureContext: { extra: ${JSON.stringify(extra)} } });
`;

/** An app's own code for main that makes `holdfast/telemetry` the global `facade`. */
export const FACADE_IN_MAIN = `
  import { defineMain } from 'holdfast/main';
  import * as facade from 'holdfast/telemetry';
  Object.assign(globalThis, { facade });
  export default defineMain({});
`;

/** Whether it is a minidump, by its first bytes. */
export const isDump = ({ bytes }: Pick<Item, 'bytes'>) => bytes.subarray(0, 4).toString() === 'MDMP';

/**
 * JavaScript for main: crashes `count` processes and blocks main until their minidumps are complete. The SDK looks for
 * them once, when a process has gone; a busy machine may write them later. Only on macOS does it look among the pending
 * ones too: elsewhere Crashpad moves them first.
 */
export const crash = (
  how = 'electron.BrowserWindow.getAllWindows()[0].webContents.forcefullyCrashRenderer()',
  count = 1,
) => `
  const { readdirSync } = process.getBuiltinModule('fs');
  const dumps = () => readdirSync(electron.app.getPath('crashDumps'), { recursive: true })
    .filter((name) => name.endsWith('.dmp') && !/^(?:new${process.platform === 'darwin' ? '' : '|pending'})/.test(name)).length;
  const wanted = dumps() + ${count};
  ${how};
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let left = 1_000; dumps() < wanted && left > 0; left--) Atomics.wait(pause, 0, 0, 50);
`;

export interface TelemetryApp extends Omit<Watched, 'main'> {
  /** Runs a function body in main, with `electron` and `require`. */
  main<T = unknown>(code: string): Promise<T>;
  /** Runs a function in the page, where it has only what it is given. */
  inPage<T, Given = undefined>(run: (given: Given) => T | Promise<T>, given?: Given): Promise<T>;
  /** Chooses in Privacy what happens with reports. */
  choose(reports: 'ask' | 'on' | 'off'): Promise<unknown>;
  /** Names of the files waiting in the outbox. */
  waiting(): Promise<string[]>;
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
  /** Throws an uncaught error in the page. */
  throwInPage(text: string): Promise<void>;
  /** Throws likewise, and leaves nothing on the page: it gives way to the page of an exception. */
  failPage(text: string): Promise<void>;
  /** Waits until the page records a replay. Resolves to its id. */
  recording(): Promise<string>;
}

export interface Start {
  settings: Readonly<Record<string, string>>;
  /** Kept; the caller removes it. */
  userData: string;
  /** Whether to wait until the SDK runs in the page; default true. */
  telemetry?: boolean;
  /** Durations to override in this start. */
  durations?: StartOptions['durations'];
}

export type TelemetryBench = Awaited<ReturnType<typeof createBench>>;

interface BenchOptions {
  /** With the example pages instead of the app as shipped. */
  pages?: boolean;
  /** The app's own code for main, in TypeScript. */
  code?: string;
  /** The app's own configuration of its reports. */
  config?: Partial<Config['telemetry']>;
  /** More files of the copy, after it was built. */
  files?: Readonly<Record<string, string>>;
  /** Edits the copy, such as to give it pages. */
  alter?: (folder: string) => Promise<unknown>;
  /** Overrides for this copy's table of limits, in the table's units. */
  limits?: Partial<Record<LimitName, number>>;
  /** JavaScript that runs in main before the app's own code. */
  prelude?: string;
}

/** A copy of the app that is started many times, and its data folders; `remove` deletes all. */
export async function createBench({
  pages = false,
  code,
  config,
  files = {},
  alter,
  limits = {},
  prelude = '',
}: BenchOptions = {}) {
  const copy: AppCopy = await copyApp(pages ? PAGES_APP : APP);
  await shorten(copy.folder, limits);
  if (code) await withCode(code)(copy.folder);
  if (config)
    await writeFile(join(copy.folder, '.build', APP_FILES.config), JSON.stringify({ telemetry: config }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(copy.folder, name), text);
  await alter?.(copy.folder);
  const folders: string[] = [];
  const running = new Set<TelemetryApp>();
  // In a file of its own: extra lines before main's would break its source maps.
  const first = `{ ${prelude} }\nrequire('./main.cjs');\n`;
  await writeFile(join(copy.folder, '.build', 'main', 'first.cjs'), first);
  const manifest = join(copy.folder, 'package.json');
  const parts = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(manifest, JSON.stringify({ ...parts, main: '.build/main/first.cjs' }));
  return {
    async folder() {
      const made = await mkdtemp(join(tmpdir(), 'holdfast-data-'));
      folders.push(made);
      return made;
    },
    async start(options: Start): Promise<TelemetryApp> {
      const app = await startInspected(copy.folder, options);
      running.add(app);
      void app.ended.then(() => running.delete(app));
      if (options.telemetry ?? true) {
        // The page loads the SDK after first paint.
        await until('the SDK in the page', () => app.page(`'__SENTRY__' in globalThis`).catch(() => false));
      }
      return app;
    },
    /** Starts it without waiting for a window. Resolves to the exit code when it has ended. */
    async crash({ settings, userData, env }: Start & { env: Readonly<Record<string, string>> }) {
      const file = await settingsFile(userData, settings);
      return await (await spawnApp({ app: copy.folder, userData, env: { HOLDFAST_SETTINGS: file, ...env } }))
        .ended;
    },
    async remove() {
      await Promise.all([...running].map((app) => app.kill()));
      const all = [copy.folder, ...folders];
      await Promise.all(all.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 })));
    },
  };
}

/** An envelope server and a copy of the app for all tests of a file; see `withBench`. */
export let server: EnvelopeServer;
export let bench: TelemetryBench;

/** Creates both before a file's tests and removes them afterwards. */
export function withBench(options?: BenchOptions): void {
  beforeAll(async () => {
    [server, bench] = await Promise.all([startEnvelopeServer(), createBench(options)]);
  });
  afterAll(async () => {
    await bench.remove();
    await server.close();
  });
}

/** Starts the app with reports on. */
export async function startReporting(userData?: string, more: Start['settings'] = {}): Promise<TelemetryApp> {
  const settings = { reports: 'on', sentryDsn: server.dsn, ...more };
  return bench.start({ settings, userData: userData ?? (await bench.folder()) });
}

/** Overrides numbers in the built table of limits. */
async function shorten(folder: string, limits: BenchOptions['limits'] = {}): Promise<void> {
  await changeMain(folder, (built) =>
    Object.entries(limits).reduce((text, [name, value]) => {
      const entry = new RegExp(`(\\b${name}:\\{[^}]*?\\bvalue:)[\\d.e]+`);
      if (!entry.test(text)) throw new Error(`The built main has no limit ${name}.`);
      return text.replace(entry, `$1${value}`);
    }, built),
  );
}

async function settingsFile(userData: string, settings: Start['settings']): Promise<string> {
  const file = join(userData, 'test-settings.json');
  await writeFile(file, JSON.stringify(settings));
  return file;
}

async function startInspected(
  folder: string,
  { settings, userData, durations }: Start,
): Promise<TelemetryApp> {
  // Main does not look at a page soon after it is painted: it would find one that a test has just emptied, and put
  // another window in its place.
  const app = await watch({ app: folder, userData, settings, durations: { lookMs: 600_000, ...durations } });
  await until('the page', () =>
    app
      .page(`/^(?:app|https?):$/.test(location.protocol) && document.readyState === 'complete'`)
      .catch(() => false),
  );
  const inPage: TelemetryApp['inPage'] = (run, given) => app.page(`(${run})(${JSON.stringify(given)})`);
  const fails = async () => (await app.text()).includes(PAGE_FAILED);
  return {
    ...app,
    main: (code) => app.main(`(async () => {${code}})()`),
    inPage,
    choose: (reports) => inPrivacy(app, reports),
    waiting: () => waitingIn(userData),
    async kill() {
      app.process.kill('SIGKILL');
      await app.gone();
    },
    throwInPage: (text) =>
      inPage((message) => {
        setTimeout(() => {
          throw new Error(message);
        });
      }, text),
    failPage: (text) =>
      until('the page of an exception', async () => {
        if (await fails()) return true;
        await inPage((message) => {
          setTimeout(() => {
            document.body.replaceChildren();
            throw new Error(message);
          });
        }, text);
        for (const end = Date.now() + 3_000; Date.now() < end; await pause(100))
          if (await fails()) return true;
        return false;
      }).then(() => undefined),
    recording: () =>
      until('a replay', () =>
        app.page<string>(`JSON.parse(sessionStorage.getItem('sentryReplaySession') ?? '{}').id`),
      ),
  };
}

/** Names of the stored envelopes, even after the app has ended. */
export async function waitingIn(userData: string): Promise<string[]> {
  const names = await readdir(join(userData, 'outbox')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // While it is written its name has a number behind (common/atomicFile.ts).
  return names.filter((name) => name.endsWith('.envelope'));
}
