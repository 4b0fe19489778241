/** The built app with reports on, for tests that log, throw or quit in its main process. */
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../electron/builtConfig/config.ts';
import type { LimitName } from '../../electron/shared/limitValues/limits.ts';
import { fileFolder } from '../electron/testFolder.ts';
import { APP, PAGES_APP, spawnApp } from './app.ts';
import { changeMain, copyApp } from './brokenApp.ts';
import type { Item } from './envelopeServer.ts';
import { atEnd } from './leftovers.ts';
import { inPrivacy } from './menu.ts';
import { changeApp, type Watched, type WatchOptions, watch } from './recovery.ts';
import { until } from './until.ts';
import { PAGE_FAILED } from './words.ts';

/** JavaScript for main: reports an error through the SDK, as code that catches one does. */
export const captureInMain = (text: string, extra = {}) => `
  const sentry = globalThis.__SENTRY__;
  sentry[sentry.version].acs.getCurrentScope().captureException(
    new Error(${JSON.stringify(text)}), { captureContext: { extra: ${JSON.stringify(extra)} } });
`;

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

export type TelemetryApp = ReturnType<typeof telemetryApp>;

/** @param app which a test may kill; it is killed at the end of its file */
export function telemetryApp(app: Watched) {
  const throwInPage = (text: string, before = '') =>
    app.page<void>(`void setTimeout(() => { ${before}; throw new Error(${JSON.stringify(text)}); })`);
  const fails = async () => (await app.text()).includes(PAGE_FAILED);
  const kill = async () => {
    app.process.kill('SIGKILL');
    await app.gone();
  };
  atEnd(kill);
  return {
    ...app,
    /** Runs a function body in main, with `electron` and `require`. */
    main: <T = unknown>(code: string) => app.main<T>(`(async () => {${code}})()`, 60_000),
    /** Runs a function in the page, where it has only what it is given. */
    inPage: <T, Given = undefined>(run: (given: Given) => T | Promise<T>, given?: Given) =>
      app.page<T>(`(${run})(${JSON.stringify(given)})`),
    choose: (reports: 'ask' | 'on' | 'off') => inPrivacy(app, reports),
    waiting: () => waitingIn(app.userData),
    kill,
    throwInPage,
    /** Throws likewise, and leaves nothing on the page: it gives way to the page of an exception. */
    failPage: (text: string) =>
      until('the page of an exception', async () => {
        // Not on the fault's page, which may come just now.
        const isIt = `!document.body || document.body.textContent.includes('${PAGE_FAILED}')`;
        await throwInPage(text, `if (${isIt}) return; document.body.replaceChildren()`);
        const end = Date.now() + 3_000;
        while (!(await fails()) && Date.now() < end) await pause(100);
        return await fails();
      }).then(() => undefined),
    /** Waits until the page records a replay. Resolves to its id. */
    recording: () =>
      until('a replay', () =>
        app.page<string>(`JSON.parse(sessionStorage.getItem('sentryReplaySession') ?? '{}').id`),
      ),
  };
}

export interface Start extends Pick<WatchOptions, 'settings' | 'ingest' | 'userData' | 'durations'> {
  /** Whether to wait until the SDK runs in the page; default true. */
  telemetry?: boolean;
}

interface BenchOptions extends Pick<WatchOptions, 'code' | 'alter' | 'prelude'> {
  /** With the example pages instead of the app as shipped. */
  pages?: boolean;
  config?: Partial<Config['telemetry']>;
  files?: Readonly<Record<string, string>>;
  /** Overrides for this copy's table of limits, in the table's units. */
  limits?: Partial<Record<LimitName, number>>;
}

/** A copy of the app that is started many times, each time in a data folder that lasts until the end of the file. */
export async function createBench({ pages, config, files = {}, limits = {}, ...changes }: BenchOptions = {}) {
  const { folder: app } = await copyApp(pages ? PAGES_APP : APP);
  await changeMain(app, (built) =>
    Object.entries(limits).reduce((text, [name, value]) => {
      const entry = new RegExp(`(\\b${name}:\\{[^}]*?\\bvalue:)[\\d.e]+`);
      if (!entry.test(text)) throw new Error(`The built main has no limit ${name}.`);
      return text.replace(entry, `$1${value}`);
    }, built),
  );
  for (const [name, text] of Object.entries(files)) await writeFile(join(app, name), text);
  await changeApp(app, { ...changes, ...(config && { config: { telemetry: config } }) });
  const folder = () => fileFolder('data');
  return {
    app,
    folder,
    async start({ telemetry = true, ...options }: Start): Promise<TelemetryApp> {
      const userData = options.userData ?? folder();
      // Or main would look at a page that a test has just emptied, and put another window in its place.
      const durations = { lookMs: 600_000, ...options.durations };
      const started = telemetryApp(await watch({ ...options, app, userData, durations }));
      const isReady = `/^(?:app|https?):$/.test(location.protocol) && document.readyState === 'complete'`;
      const hasSdk = telemetry ? `'__SENTRY__' in globalThis` : 'true';
      await until('the page', () => started.page(`${isReady} && ${hasSdk}`).catch(() => false));
      return started;
    },
    /** Starts it without waiting for a window, and kills it at the end of the file. */
    async spawn({ ingest, settings, userData = '' }: Start, env: Readonly<Record<string, string>> = {}) {
      const file = join(userData, 'test-settings.json');
      await writeFile(file, JSON.stringify(settings ?? { sentryDsn: ingest?.dsn, reports: 'on' }));
      const more = { env: { HOLDFAST_SETTINGS: file, ...env }, durations: { sendMs: 0 } };
      return await spawnApp({ app, userData, ...more });
    },
  };
}

/** Names of the stored envelopes, even after the app has ended. */
export async function waitingIn(userData: string): Promise<string[]> {
  const folder = join(userData, 'outbox');
  const names = existsSync(folder) ? await readdir(folder) : [];
  // While it is written its name has a number behind (common/atomicFile.ts).
  return names.filter((name) => name.endsWith('.envelope'));
}

export const errorsIn = async (userData: string) =>
  (await waitingIn(userData)).filter((name) => name.includes('-error-'));
