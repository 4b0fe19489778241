/**
 * The stand-in as an executable, with Electron's interface: `cli.ts [switches] <app folder> [arguments]`, or, started
 * by the launcher of a packaged app (HOLDFAST_STANDIN_EXECUTABLE), `cli.ts [switches and arguments]`.
 *
 * Order as in Electron: the app's main file runs first, then `ready` comes, when there is a Chromium for windows.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import inspector from 'node:inspector';
import Module, { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { chromiumHere } from '../runtime/chromium.ts';
import { app, appInstance, type Start } from './app.ts';
import { readArchives } from './asar.ts';
import { openWindows, setGround } from './browserWindow.ts';
import { type Chromium, startChromium } from './chromium.ts';
import { setDisplay } from './desktop.ts';
import { dialog } from './dialog.ts';
import { displayOf } from './display.ts';
import { electronModule } from './electronModule.ts';
import { gpuInfo, gpuProcessGone } from './gpu.ts';
import { schemesAreFinal } from './protocol.ts';
import { Requests } from './requests.ts';
import { takeSnapshot } from './snapshot.ts';
import { notImplemented } from './strict.ts';
import { chromiumSwitches } from './switches.ts';

const NODE = process.execPath;
const loader = Module as unknown as { _load(request: string, parent?: unknown, isMain?: boolean): unknown };

function readStart(typed: string[]): Start {
  const packagedAs = process.env.HOLDFAST_STANDIN_EXECUTABLE;
  if (packagedAs) {
    const archive = join(dirname(packagedAs), 'resources', 'app.asar');
    const folder = join(dirname(packagedAs), 'resources', 'app');
    const appPath = existsSync(archive) ? archive : folder;
    return { appPath, packaged: true, executable: packagedAs, argv: typed };
  }
  const at = typed.findIndex((arg) => !arg.startsWith('-'));
  if (at < 0) throw new Error('stand-in: which app? Give its folder: cli.ts [switches] <folder> [arguments]');
  const appPath = resolve(typed[at] as string);
  return { appPath, packaged: false, executable: NODE, argv: typed };
}

/** Makes this process look to the app as Electron's main process does. */
function dressProcess(start: Start): void {
  const { version: electron } = createRequire(import.meta.url)('electron/package.json') as {
    version: string;
  };
  const chrome = chromiumHere()?.version;
  // The last entry is how the app's diagnostics can tell.
  const versions = { ...process.versions, electron, chrome, 'stand-in': chrome };
  Object.defineProperty(process, 'versions', { value: versions, configurable: true });
  Object.assign(process, {
    type: 'browser',
    resourcesPath: join(dirname(start.executable), 'resources'),
    ...(start.packaged ? {} : { defaultApp: true }),
  });
  process.argv = [start.executable, ...start.argv];
  process.execPath = start.executable;
}

/** `require('electron')` of the app's main file gets the stand-in's module. */
function provideElectron(): void {
  const load = loader._load;
  loader._load = (request, ...rest) =>
    /^electron(\/(main|common))?$/.test(request) ? electronModule : load.call(Module, request, ...rest);
}

/** Electron shows uncaught exceptions in a dialog and lives on; rejections are only warned of. */
function keepAlive(): void {
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    const stack = error instanceof Error ? (error.stack ?? String(error)) : String(error);
    dialog.showErrorBox('A JavaScript error occurred in the main process', `Uncaught Exception:\n${stack}`);
  });
  process.on('unhandledRejection', (reason) => {
    if (process.listenerCount('unhandledRejection') > 1) return;
    console.error('UnhandledPromiseRejectionWarning:', reason);
  });
}

/** Node's inspector for main, where Electron has it: `--inspect` and `--inspect=[host:]port`. */
function openInspector(argv: readonly string[]): void {
  const given = argv.map((arg) => /^--inspect(?:=(?:(.*):)?(\d+))?$/.exec(arg)).find(Boolean);
  if (given) inspector.open(Number(given[2] ?? 9229), given[1] ?? '127.0.0.1');
}

/** Starts the app again when this process is gone. Nobody reads what it writes, as with Electron's relauncher. */
function relaunch(start: Start, executable: string, args: readonly string[]): void {
  const isOwn = executable === start.executable && !start.packaged;
  const command = isOwn ? [NODE, import.meta.filename, ...args] : [executable, ...args];
  const wait = `
    const [parent, program, ...args] = process.argv.slice(1);
    const spawn = () => require('node:child_process').spawn(program, args, { detached: true, stdio: 'ignore' }).unref();
    const look = () => { try { process.kill(Number(parent), 0); setTimeout(look, 20); } catch { spawn(); } };
    look();`;
  const options = { detached: true, stdio: 'ignore' } as const;
  spawn(NODE, ['-e', wait, String(process.pid), ...command], options).unref();
}

const exitProcess = process.exit.bind(process);

/** Ends this process: at once before `ready`, and else when what was just begun is done and Chromium is gone. */
function end(code: number): void {
  if (chromium) void chromium.close().finally(() => exitProcess(code));
  else if (appInstance.isReady()) setImmediate(() => exitProcess(code));
  else exitProcess(code);
}

const start = readStart(process.argv.slice(2));
let chromium: Chromium | undefined;
readArchives();
dressProcess(start);
const { main } = appInstance.begin(start);
provideElectron();
keepAlive();
openInspector(start.argv);
appInstance.hooks = {
  windows: openWindows,
  chromiumPid: () => chromium?.pid,
  gpuInfo: async () => await gpuInfo(chromium),
  relaunch: (executable, args) => relaunch(start, executable, args),
  end,
};
process.exit = ((code?: number | string | null) => {
  if (code !== undefined) process.exitCode = code;
  app.exit(Number(process.exitCode ?? 0));
}) as typeof process.exit;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
if (main.endsWith('.mjs')) throw notImplemented('an ES module as the main file');
loader._load(main, null, true);

/** What `ready` stands on. Nothing of it when the app has quit by then. */
async function prepare(): Promise<void> {
  const hasDisplay =
    process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  const added = [...appInstance.added].map(([name, value]) => `--${name}${value && `=${value}`}`);
  chromium = await startChromium({
    userData: app.getPath('userData'),
    switches: [...chromiumSwitches(start.argv), ...added],
    headless: !hasDisplay,
    onGone: () => {
      console.error('stand-in: Chromium is gone, and with it the app.');
      exitProcess(1);
    },
    onGpuGone: gpuProcessGone,
  });
  const display = await displayOf(chromium);
  setDisplay(display);
  const requests = new Requests(chromium);
  await requests.start();
  const isDebugged = app.commandLine.hasSwitch('remote-debugging-port');
  setGround({ chromium, requests, screen: display, hasDisplay, isDebugged });
}

try {
  if (!appInstance.hasEnded()) await prepare();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  exitProcess(1);
}
schemesAreFinal();
appInstance.becomeReady();
const snapshot = process.env.HOLDFAST_SNAPSHOT;
if (snapshot) await takeSnapshot(snapshot);
