/**
 * The app with something broken in it, watched from outside: what is painted, what stands there, what its main
 * process is told to do. Faults are brought in here, by a copy of the built app or through Node's inspector; what
 * ships knows nothing of it.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AppProcess, devToolsAddress, type StartOptions, spawnApp } from './app.ts';
import { type AppCopy, copyApp } from './brokenApp.ts';
import { type Cdp, connect } from './cdp.ts';
import type { Ingest, ReceivedEvent } from './ingest.ts';
import { painted } from './pixels.ts';

/** The share of pixels from which a window counts as painted: the sentence alone has more. */
const PAINTED = 0.001;

export interface Window {
  targetId: string;
  sessionId: string;
}

export interface Watched {
  process: AppProcess['process'];
  ended: AppProcess['ended'];
  userData: string;
  stderr(): string;
  browser: Cdp;
  /** Runs an expression in the main process; `electron` stands for its module. Resolves to its value. */
  main<T = unknown>(expression: string): Promise<T>;
  /** Sets main's clock forward, so that what recovery counts lies so many milliseconds back. Timers stay. */
  passTime(ms: number): Promise<void>;
  /** The pages there are, in the order in which they were opened. */
  windows(): Promise<Window[]>;
  /** Runs an expression in the page of the newest window. */
  page<T = unknown>(expression: string, timeout?: number): Promise<T>;
  /** What can be read in the newest window; '' while its page cannot be asked. */
  text(): Promise<string>;
  /** Whether a window has something painted in it. */
  isPainted(): Promise<boolean>;
  /** Waits until the window shows all of it and is painted. */
  shows(...texts: (string | RegExp)[]): Promise<string>;
  /** The process ids of the app's pages. */
  renderers(): Promise<number[]>;
  stop(): Promise<number | null>;
}

export interface WatchOptions extends StartOptions {
  /** JavaScript that runs in main before the app's own. */
  prelude?: string;
  /** Changes the copy of the app before it starts. */
  alter?: (folder: string) => Promise<void>;
  /** Settings for this start. */
  settings?: Readonly<Record<string, string>>;
  /** Where reports go, without asking. */
  ingest?: Ingest;
}

/** Starts the app, from a copy of its own if anything in it is changed. */
export async function watch(options: WatchOptions = {}): Promise<Watched> {
  const copy = options.prelude || options.alter ? await copyApp() : undefined;
  if (copy) await change(copy, options);
  const own = await mkdtemp(join(tmpdir(), 'holdfast-settings-'));
  const settings = {
    ...(options.ingest && { sentryDsn: options.ingest.dsn, reports: 'on' }),
    ...options.settings,
  };
  const file = join(own, 'settings.json');
  await writeFile(file, JSON.stringify(settings));
  const app = await spawnApp({
    ...options,
    ...(copy && { app: copy.folder }),
    env: { HOLDFAST_SETTINGS: file, ...options.env },
    args: ['--remote-debugging-port=0', '--inspect=0', ...(options.args ?? [])],
  });
  const browser = await connect(await devToolsAddress(app));
  const inspector = await connect(await said(app, /Debugger listening on (ws:\/\/\S+)/));
  return {
    ...attach(app, browser, inspector),
    async stop() {
      app.process.kill('SIGTERM');
      // Node waits for the inspector's clients before it ends.
      browser.close();
      inspector.close();
      const code = await Promise.race([app.ended, pause(10_000, 'stuck' as const)]);
      if (code === 'stuck') app.process.kill('SIGKILL');
      await copy?.remove();
      await rm(own, { recursive: true });
      if (!options.userData) await rm(app.userData, { recursive: true, force: true, maxRetries: 5 });
      if (code === 'stuck') throw new Error(`The app did not end when it was told to.\n${app.stderr()}`);
      return code;
    },
  };
}

async function change(copy: AppCopy, { prelude, alter }: WatchOptions): Promise<void> {
  if (prelude) {
    const file = join(copy.folder, '.build', 'main', 'main.cjs');
    await writeFile(
      file,
      `{ const electron = require('electron');\n${prelude}\n}\n${await readFile(file, 'utf8')}`,
    );
  }
  await alter?.(copy.folder);
}

function attach(app: AppProcess, browser: Cdp, inspector: Cdp): Omit<Watched, 'stop'> {
  const sessions = new Map<string, string>();

  async function windows(): Promise<Window[]> {
    const { targetInfos } = await browser.send<{ targetInfos: { targetId: string; type: string }[] }>(
      'Target.getTargets',
    );
    const found: Window[] = [];
    for (const { targetId, type } of targetInfos) {
      if (type !== 'page') continue;
      const known = sessions.get(targetId) ?? (await attachTo(targetId));
      if (known) found.push({ targetId, sessionId: known });
    }
    return found.reverse();
  }

  /** Undefined for a window that was closed meanwhile. */
  async function attachTo(targetId: string): Promise<string | undefined> {
    try {
      const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', {
        targetId,
        flatten: true,
      });
      sessions.set(targetId, sessionId);
      return sessionId;
    } catch {
      return undefined;
    }
  }

  async function evaluate<T>(client: Cdp, expression: string, options: object): Promise<T> {
    const { result, exceptionDetails } = await client.send<{
      result: { value: T };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }>(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true, includeCommandLineAPI: true },
      options,
    );
    if (exceptionDetails) {
      throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    }
    return result.value;
  }

  async function page<T>(expression: string, timeout = 1_000): Promise<T> {
    const newest = (await windows()).at(-1);
    if (!newest) throw new Error('The app has no window.');
    return await evaluate<T>(browser, expression, { sessionId: newest.sessionId, timeout });
  }

  async function text(): Promise<string> {
    // A page that is being replaced cannot be asked; what comes after it can.
    return await page<string>('document.body?.innerText ?? ""').catch(() => '');
  }

  async function isPainted(): Promise<boolean> {
    const shots = (await windows()).map(async ({ sessionId }) => {
      try {
        const { data } = await browser.send<{ data: string }>(
          'Page.captureScreenshot',
          { format: 'png' },
          { sessionId, timeout: 1_000 },
        );
        return painted(Buffer.from(data, 'base64')) > PAINTED;
      } catch {
        // Nothing is there to be painted: the process is gone.
        return false;
      }
    });
    return (await Promise.all(shots)).includes(true);
  }

  const main = <T>(expression: string) =>
    evaluate<T>(inspector, `((electron) => (${expression}))(require('electron'))`, { timeout: 5_000 });

  return {
    process: app.process,
    ended: app.ended,
    userData: app.userData,
    stderr: app.stderr,
    browser,
    main,
    passTime: (ms) => main(`void (Date.now = ((now) => () => now() + ${ms})(Date.now))`),
    windows,
    page,
    text,
    isPainted,
    async shows(...texts) {
      const end = Date.now() + 30_000;
      let seen = '';
      while (Date.now() < end) {
        seen = await text();
        const all = texts.every((part) => (typeof part === 'string' ? seen.includes(part) : part.test(seen)));
        if (all && (await isPainted())) return seen;
        await pause(50);
      }
      const details = await page('document.querySelector("pre")?.textContent').catch(String);
      throw new Error(
        `Waited for ${texts.join(' and ')}. The window shows:\n${seen}\n\n${details}\n\n${app.stderr()}`,
      );
    },
    async renderers() {
      const { processInfo } = await browser.send<{ processInfo: { type: string; id: number }[] }>(
        'SystemInfo.getProcessInfo',
      );
      return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    },
  };
}

/** The report whose id stands in this text, as the server got it. */
export async function reportOf(text: string, ingest: Ingest): Promise<ReceivedEvent> {
  const id = /Report id: ([0-9a-f]{32})/.exec(text)?.[1];
  if (!id) throw new Error(`There is no report id in:\n${text}`);
  return await ingest.event(id);
}

/** Waits for what the app writes on stderr. Returns the first group, or all of it. */
export async function said(app: Pick<AppProcess, 'stderr' | 'process'>, pattern: RegExp): Promise<string> {
  const end = Date.now() + 30_000;
  while (Date.now() < end) {
    const found = pattern.exec(app.stderr());
    if (found) return found[1] ?? found[0];
    await pause(20);
  }
  throw new Error(`The app did not say ${pattern}.\n${app.stderr()}`);
}
