/**
 * The app with something broken in it, watched from outside: what is painted, what stands there, what its main
 * process is told to do. Faults are brought in here, by a copy of the built app or through Node's inspector; what
 * ships knows nothing of it.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { type AppProcess, devToolsAddress, type StartOptions, said, spawnApp } from './app.ts';

export { said };

import { type AppCopy, copyApp } from './brokenApp.ts';
import { type Cdp, connect } from './cdp.ts';
import { freePort } from './freePort.ts';
import type { Ingest, ReceivedEvent } from './ingest.ts';
import { INSPECTED, type Screen, screenOf } from './screen.ts';
import { PATIENCE_MS, until } from './until.ts';

export interface Watched extends Screen {
  process: AppProcess['process'];
  ended: AppProcess['ended'];
  userData: string;
  stderr(): string;
  /** The app that starts itself again, each time it does. Only if started with `restarts`. */
  again(): Promise<Screen>;
  /** Ends the app, also the one that came again. Resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Lets go of an app that ends by itself, and waits for that. Resolves to the exit code. */
  gone(): Promise<number | null>;
}

export interface WatchOptions extends StartOptions {
  /** JavaScript that runs in main before the app's own. */
  prelude?: string;
  /** Changes the copy of the app before it starts. */
  alter?: (folder: string) => Promise<void>;
  /** Settings for this start. */
  settings?: Readonly<Record<string, unknown>>;
  /** Where reports go, without asking. */
  ingest?: Ingest;
  /** Whether the app will start itself again. */
  restarts?: boolean;
}

/** Not at once: the answer would come from an app that ends. */
const QUIT = 'void setTimeout(() => electron.app.quit(), 100)';

/** Apps that a test that failed has left. */
const running = new Set<Watched>();
afterAll(() => {
  for (const app of running) app.process.kill('SIGKILL');
});

/** Starts the app, from a copy of its own if anything in it is changed. */
export async function watch(options: WatchOptions = {}): Promise<Watched> {
  const copy = options.prelude || options.alter ? await copyApp(options.app) : undefined;
  if (copy) await change(copy, options);
  const own = await mkdtemp(join(tmpdir(), 'holdfast-settings-'));
  const settings = {
    ...(options.ingest && { sentryDsn: options.ingest.dsn, reports: 'on' }),
    ...options.settings,
  };
  const file = join(own, 'settings.json');
  await writeFile(file, JSON.stringify(settings));
  // What an app writes that starts itself again cannot be read: its ports must be known.
  const ports = options.restarts
    ? { browser: await freePort(), inspector: await freePort() }
    : { browser: 0, inspector: 0 };
  const app = await spawnApp({
    ...options,
    ...(copy && { app: copy.folder }),
    env: { HOLDFAST_SETTINGS: file, ...options.env },
    // No test waits for what spreads the reports of many machines.
    durations: { sendMs: 0, ...options.durations },
    args: [
      `--remote-debugging-port=${ports.browser}`,
      `--inspect=${ports.inspector}`,
      ...(options.args ?? []),
    ],
  });
  const inspected = await said(app, INSPECTED);
  let addresses: [string, string] = [await devToolsAddress(app), inspected];
  let clients: [Cdp, Cdp];
  const see = async (written: () => string) => {
    clients = [await connect(addresses[0]), await connect(addresses[1])];
    return screenOf(...clients, written);
  };
  let next: Screen | undefined;
  // Node waits for the inspector's clients before it ends.
  const leave = () => {
    for (const client of clients) client.close();
  };

  const watched: Watched = {
    ...(await see(app.stderr)),
    process: app.process,
    ended: app.ended,
    userData: app.userData,
    stderr: app.stderr,
    async again() {
      leave();
      addresses = [
        await addressAt(ports.browser, '/json/version', addresses[0]),
        await addressAt(ports.inspector, '/json', addresses[1]),
      ];
      next = await see(() => '');
      return next;
    },
    async stop() {
      if (next) await next.main(QUIT);
      else if (process.platform === 'win32') await watched.main(QUIT);
      else app.process.kill('SIGTERM');
      return await watched.gone();
    },
    async gone() {
      running.delete(watched);
      leave();
      // Not until the output is closed, which an app that came again holds open.
      const code = await Promise.race([app.ended, pause(PATIENCE_MS, 'stuck' as const)]);
      if (code === 'stuck') app.process.kill('SIGKILL');
      await copy?.remove();
      await rm(own, { recursive: true });
      if (!options.userData) await rm(app.userData, { recursive: true, force: true, maxRetries: 5 });
      if (code === 'stuck') throw new Error(`The app did not end when it was told to.\n${app.stderr()}`);
      return code;
    },
  };
  running.add(watched);
  return watched;
}

/** The address that is told over HTTP there, as soon as it is another than that of the process before. */
async function addressAt(port: number, path: string, before: string): Promise<string> {
  return await until(`somebody else who listens on port ${port}`, async () => {
    try {
      const told = await (await fetch(`http://127.0.0.1:${port}${path}`)).json();
      const address: string = [told].flat()[0].webSocketDebuggerUrl;
      return new URL(address).pathname === new URL(before).pathname ? undefined : address;
    } catch {
      return undefined;
    }
  });
}

async function change(copy: AppCopy, { prelude, alter }: WatchOptions): Promise<void> {
  if (prelude) await addPrelude(copy.folder, prelude);
  await alter?.(copy.folder);
}

/** Puts JavaScript in front of the main file of an app; `electron` stands for the module. */
export async function addPrelude(folder: string, code: string): Promise<void> {
  const file = join(folder, '.build', 'main', 'main.cjs');
  const own = await readFile(file, 'utf8');
  await writeFile(file, `{ const electron = require('electron');\n${code}\n}\n${own}`);
}

/** A prelude: main notes in `requests` what is asked for. Resource Timing tells a page nothing of an own scheme. */
export const NOTES_REQUESTS = `
  globalThis.requests = [];
  electron.app.whenReady().then(() => electron.session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
    globalThis.requests.push(details.url);
    answer({});
  }));
`;

/** A prelude: main's clock can be set forward with `passTime`. */
export const CLOCK = `
  const now = Date.now;
  globalThis.passed = 0;
  Date.now = () => now() + globalThis.passed;
`;

/** Ends the network process, and waits for the next. */
export async function killNetwork(app: Watched): Promise<void> {
  const network = () =>
    app.main<number>(
      `electron.app.getAppMetrics().find((one) => one.serviceName?.includes('NetworkService'))?.pid ?? 0`,
    );
  const pid = await network();
  process.kill(pid, 'SIGKILL');
  await until('another network process', async () => ![0, pid].includes(await network()));
}

/** The report whose id stands in this text, as the server got it. */
export async function reportOf(text: string, ingest: Ingest): Promise<ReceivedEvent> {
  const id = /Report id: ([0-9a-f]{32})/.exec(text)?.[1];
  if (!id) throw new Error(`There is no report id in:\n${text}`);
  return await ingest.event(id);
}
