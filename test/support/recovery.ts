/**
 * The app with something broken in it, watched from outside: what is painted, what the page says, what main does.
 * Tests inject faults into a copy of the built app or through Node's inspector; the app itself has no hooks for it.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { devToolsAddress, type StartOptions, said, spawnApp } from './app.ts';

export { said };

import { copyApp } from './brokenApp.ts';
import { type Cdp, connect } from './cdp.ts';
import type { EnvelopeServer, Payload } from './envelopeServer.ts';
import { withCode } from './extension/app.ts';
import { freePort } from './freePort.ts';
import { atEnd } from './leftovers.ts';
import { INSPECTED, type Screen, screenOf } from './screen.ts';
import { PATIENCE_MS, until } from './until.ts';

export type Watched = Awaited<ReturnType<typeof watch>>;

export interface WatchOptions extends StartOptions {
  /** JavaScript that runs in main before the app's own code. */
  prelude?: string;
  /** The app's own configuration, as data. */
  config?: object;
  /** The app's own code for main, in TypeScript. */
  code?: string;
  /** Edits the app's copy before it starts. */
  alter?: (folder: string) => Promise<unknown>;
  /** Settings for this start. */
  settings?: Readonly<Record<string, unknown>>;
  /** Receives the reports; they are on without asking. */
  ingest?: EnvelopeServer;
  /** Whether the app will relaunch itself. */
  restarts?: boolean;
  /** Whether it is a packaged app, into whose main nobody sees. */
  isPackaged?: boolean;
}

// With a delay, so that the answer still comes.
const QUIT = 'void setTimeout(() => electron.app.quit(), 100)';

/**
 * Starts the app; from its own copy if anything is changed. If it still runs at the end of the file, it has to quit then
 * like any other.
 */
export async function watch(options: WatchOptions = {}) {
  const { prelude, alter, config, code } = options;
  const copy = prelude || alter || config || code ? await copyApp(options.app) : undefined;
  if (copy) await changeApp(copy.folder, options);
  const own = await mkdtemp(join(tmpdir(), 'holdfast-settings-'));
  const settings = {
    ...(options.ingest && { sentryDsn: options.ingest.dsn, reports: 'on' }),
    ...options.settings,
  };
  const file = join(own, 'settings.json');
  await writeFile(file, JSON.stringify(settings));
  // A relaunched app's output cannot be read, so its ports must be known.
  const ports = options.restarts ? [await freePort(), await freePort()] : [0, 0];
  const app = await spawnApp({
    ...options,
    ...(copy && { app: copy.folder }),
    env: { HOLDFAST_SETTINGS: file, ...options.env },
    // Tests do not wait for the delay that spreads the reports of many machines, and go from page to page faster than
    // any person.
    durations: { sendMs: 0, loopMs: 0, ...options.durations },
    args: [
      `--remote-debugging-port=${ports[0]}`,
      ...(options.isPackaged ? [] : [`--inspect=${ports[1]}`]),
      ...(options.args ?? []),
    ],
  });
  let addresses = [await devToolsAddress(app), ...(options.isPackaged ? [] : [await said(app, INSPECTED)])];
  let clients: Cdp[] = [];
  const see = async (written: () => string) => {
    clients = await Promise.all(addresses.map(connect));
    const [browser, inspector = browser] = clients as [Cdp, Cdp?];
    return screenOf(browser, inspector, written);
  };
  let next: Screen | undefined;
  let isOver = false;
  // Node waits until the inspector's clients have left.
  const leave = () => {
    for (const client of clients) client.close();
  };

  const watched = {
    ...app,
    ...(await see(app.stderr)),
    /** The relaunched app, each time there is one. Only with `restarts`. */
    async again(): Promise<Screen> {
      leave();
      const published = ['/json/version', '/json'].map((path, at) =>
        addressAt(Number(ports[at]), path, String(addresses[at])),
      );
      addresses = await Promise.all(published);
      next = await see(() => '');
      return next;
    },
    /** Quits the app, or the relaunched one. Resolves to the exit code. */
    async stop(): Promise<number | null> {
      if (next) await next.main(QUIT);
      else if (process.platform !== 'win32') app.process.kill('SIGTERM');
      // Windows has no signal for quitting.
      else if (!options.isPackaged) await watched.main(QUIT);
      else
        for (const { targetId } of await watched.windows())
          await watched.browser.send('Target.closeTarget', { targetId });
      return await watched.gone();
    },
    /** Detaches from an app that quits by itself and waits until it has. Resolves to the exit code. */
    async gone(): Promise<number | null> {
      leave();
      // Waits for the output to close, which a relaunched app holds open.
      const code = await Promise.race([app.ended, pause(PATIENCE_MS, 'stuck' as const)]);
      isOver = true;
      if (code === 'stuck') app.process.kill('SIGKILL');
      await copy?.remove();
      await rm(own, { recursive: true, force: true });
      if (!options.userData) await rm(app.userData, { recursive: true, force: true, maxRetries: 5 });
      // Each concern that listens by itself comes closer to it (app/pages).
      if (/MaxListenersExceededWarning: .*web-contents-created/.test(app.stderr()))
        throw new Error(app.stderr());
      if (code === 'stuck') throw new Error(`The app did not end when it was told to.\n${app.stderr()}`);
      return code;
    },
  };
  atEnd(async () => {
    if (isOver) return;
    // A start that has ended by itself may be followed by another.
    const { exitCode, signalCode } = app.process;
    if (!options.restarts && (exitCode ?? signalCode) !== null) return await watched.gone();
    const code = await watched.stop();
    // Chromium 130 ends now and then as it quits, by a check of its own pointers.
    if (code !== 0 && !/FATAL.+dangling raw_ptr/.test(app.stderr()))
      throw new Error(
        `At the end of the file the app quit with ${code ?? app.process.signalCode}.\n${app.stderr()}`,
      );
  });
  return watched;
}

/** The address published over HTTP there, once it differs from the earlier process's. */
async function addressAt(port: number, path: string, before: string): Promise<string> {
  return await until(`somebody else who listens on port ${port}`, async () => {
    try {
      // The process that is ending accepts requests that it no longer answers.
      const signal = AbortSignal.timeout(2_000);
      const told = await (await fetch(`http://127.0.0.1:${port}${path}`, { signal })).json();
      const address: string = [told].flat()[0].webSocketDebuggerUrl;
      return new URL(address).pathname === new URL(before).pathname ? undefined : address;
    } catch {
      return undefined;
    }
  });
}

/** Gives a copy of the app what `watch` would. */
export async function changeApp(
  folder: string,
  { prelude, alter, config, code }: Pick<WatchOptions, 'prelude' | 'alter' | 'config' | 'code'>,
): Promise<void> {
  if (prelude) await addPrelude(folder, prelude);
  await alter?.(folder);
  if (config) await writeFile(join(folder, '.build', 'config.json'), JSON.stringify(config));
  if (code) await withCode(code)(folder);
}

/** Has JavaScript run before an app's main file, which stays as it is: its source maps hold. `electron` is the module. */
export async function addPrelude(folder: string, code: string): Promise<void> {
  const first = join(folder, '.build', 'main', 'first.cjs');
  const others = await readFile(first, 'utf8').catch(() => `require('./main.cjs');\n`);
  await writeFile(first, `{ const electron = require('electron');\n${code}\n}\n${others}`);
  const manifest = join(folder, 'package.json');
  const parts = JSON.parse(await readFile(manifest, 'utf8'));
  await writeFile(manifest, JSON.stringify({ ...parts, main: '.build/main/first.cjs' }));
}

/** Leads the window to an address of the shell that does not exist: main's own page for 404. */
export const openNothing = (app: Watched): Promise<unknown> =>
  app.main(
    `void electron.BrowserWindow.getAllWindows()[0].loadURL('app://shell/_holdfast/nothing').catch(() => 0)`,
  );

/** A prelude: main collects all requests in `requests`, as Resource Timing does not cover custom schemes. */
export const NOTES_REQUESTS = `
  globalThis.requests = [];
  electron.app.whenReady().then(() => electron.session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
    globalThis.requests.push(details.url);
    answer({});
  }));
`;

/** A prelude: lets `passTime` set main's clocks forward. */
export const CLOCK = `
  globalThis.passed = 0;
  for (const clock of [Date, performance]) {
    const now = clock.now.bind(clock);
    clock.now = () => now() + globalThis.passed;
  }
`;

/** A prelude: writes message boxes to stderr, keeps the newest as `question`, and answers it by `answer`: 0 is the most important button. */
export const ASKED = `electron.dialog.showMessageBox = (...args) => {
  globalThis.question = args.at(-1);
  console.error('asked: ' + JSON.stringify(args.at(-1)));
  const { buttons } = args.at(-1);
  const response = (at) => (process.platform === 'linux' ? buttons.length - 1 - at : at);
  return new Promise((resolve) => { globalThis.answer = (at) => void resolve({ response: response(at) }); });
};`;

/** What main gets from a second start. */
export const secondStart = (app: Pick<Screen, 'main'>, ...args: string[]): Promise<void> =>
  app.main(`void electron.app.emit('second-instance', {}, ${JSON.stringify(['holdfast', ...args])}, '')`);

/** Kills the processes of all pages, like a system that runs out of memory; new ones have no copy of a file. */
export async function killPages(app: Pick<Screen, 'processes'>): Promise<void> {
  for (const id of await app.processes('renderer')) process.kill(id, 'SIGKILL');
}

/** An expression of a page: presses this link or button. Not at once: the answer would come from an app that is ending. */
export const pressSoon = (name: string) =>
  `void setTimeout(() => [...document.querySelectorAll('a[href], button')].find((one) => one.textContent === '${name}').click(), 50)`;

/** A file of JSON that the app keeps in its folder; undefined where there is none. */
export const kept = (name: string, folder: string) =>
  readFile(join(folder, name), 'utf8').then(JSON.parse, () => undefined);
/** How its last start went. */
export const stamp = (folder: string) => kept('start.json', folder);

/** Ends the network process by this signal and waits for the next one. */
export async function killNetwork(
  app: Pick<Watched, 'main'>,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  const network = () =>
    app.main<number>(
      `electron.app.getAppMetrics().find((one) => one.serviceName?.includes('NetworkService'))?.pid ?? 0`,
    );
  const pid = await network();
  process.kill(pid, signal);
  await until('another network process', async () => ![0, pid].includes(await network()));
}

/** Kills the graphics process until it has ended so often. One that gives up by itself just then does not count. */
export async function killGraphics(app: Watched, times: number): Promise<void> {
  await app.main(`(() => {
    globalThis.graphicsGone = 0;
    electron.app.on('child-process-gone', (_event, { type, reason }) => {
      if (type === 'GPU' && reason !== 'clean-exit') globalThis.graphicsGone += 1;
    });
  })()`);
  const killed = new Set<number>();
  await until(`${times} ends of the graphics process`, async () => {
    const gone = await app.main<number>('graphicsGone');
    if (gone >= times) return true;
    const [now] = await app.processes('GPU').catch(() => []);
    // Main hears of an end late: one more would change what it decides.
    if (now !== undefined && !killed.has(now) && killed.size === gone) {
      await app.main(`process.kill(${now}, 'SIGKILL')`).catch(String);
      killed.add(now);
    }
    return false;
  });
}

/** The report with the id in `text`, as the server received it. */
export async function reportOf(text: string, ingest: EnvelopeServer): Promise<Payload> {
  const id = /Report ID: ([0-9a-f]{8})/.exec(text)?.[1];
  if (!id) throw new Error(`There is no report id in:\n${text}`);
  return await ingest.event(id);
}

/** An expression of main, on Linux: the ids of the processes from which Chromium makes all others. */
export const ZYGOTES = `(() => {
  const { readFileSync: read } = require('node:fs');
  const under = (pid) => read('/proc/' + pid + '/task/' + pid + '/children', 'utf8').split(' ').filter(Boolean);
  const isZygote = (pid) => read('/proc/' + pid + '/cmdline', 'utf8').includes('--type=zygote');
  const first = under(process.pid).filter(isZygote);
  return [...first, ...first.flatMap(under).filter(isZygote)].map(Number);
})()`;
