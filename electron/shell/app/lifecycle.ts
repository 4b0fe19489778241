/** When the app opens, quits and reopens, by each platform's conventions; sleep, shutdown and log-off of the computer. */
import { app, type BrowserWindow, powerMonitor, session } from 'electron';
import { config } from '../../builtConfig/config.ts';
import { log } from '../../common/log.ts';
import { asksForPage, ONCE, pathOfLink } from './commandLine.ts';

let quitting = false;

/** On macOS an app stays open without windows and opens one when its icon is clicked; elsewhere it quits with them. */
export function followPlatform(open: () => void): void {
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  // Even if a window is open: it may show the diagnostics.
  app.on('activate', () => open());
  app.on('before-quit', () => (quitting = true));
  app.on('will-quit', () => last?.());
}

/** After ready: on Linux registering starts other programs, and nobody waits for it. */
const LATER_MS = 3_000;

/**
 * Opens the links that macOS passes on, from before the app is ready: one may have started it. Registers an installed app
 * for its links; in development another folder's Electron would open them.
 */
export function setupDeepLinks(open: (path: string) => void): void {
  app.on('open-url', (event, link) => {
    event.preventDefault();
    open(pathOfLink(link));
  });
  if (!config.packaged) return;
  void app.whenReady().then(() => {
    setTimeout(() => {
      if (app.setAsDefaultProtocolClient(config.scheme)) return;
      log(`This app does not open ${config.scheme}: links: the system has no entry for it.`);
    }, LATER_MS).unref();
  });
}

/** Whether the app is quitting, which one of its windows may still refuse. */
export const isQuitting = (): boolean => quitting;

let last: (() => void) | undefined;

/**
 * Quits as the user does: each window that would lose something asks first.
 * @param then runs once all windows are closed; a window that stays cancels it
 */
export function quit(then?: () => void): void {
  last = then;
  app.quit();
}

/** Returns a function that repeats what is closing this window: quitting the app, or closing only the window. */
export function closeAgain(window: BrowserWindow): () => void {
  const then = last;
  return quitting ? () => quit(then) : () => window.close();
}

export function stayOpen(): void {
  quitting = false;
  last = undefined;
}

let ending = false;

/** Whether the app quits without asking pages. */
export const isEnding = (): boolean => ending;

function endNow(): void {
  ending = true;
  app.quit();
}

/**
 * Quits on a signal, in time: a log-off during the start would kill the app and count as a failed start. Once ready,
 * Electron adds its own handlers, which ask pages.
 */
export function quitOnSignals(): void {
  const listen = () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
      process.removeAllListeners(signal).on(signal, endNow);
  };
  listen();
  void app.whenReady().then(listen);
}

/** @param onAwake called after sleep: a page may be unpainted, and requests that failed can be tried again */
export function setupPower(onAwake: () => void): void {
  void app.whenReady().then(() => {
    powerMonitor.on('resume', onAwake);
    powerMonitor.on('unlock-screen', onAwake);
    // Otherwise the system ends the processes one by one, which would count as crashes.
    powerMonitor.on('shutdown', endNow);
  });
  app.on('browser-window-created', (_event, window) => void window.on('session-end', endNow));
}

const SAVE_MS = 1_000;

/** Saves sign-ins soon after they change: Chromium waits 30 s, and a crash or a power cut in them signs out. */
export function saveCookies(): void {
  app.on('session-created', ({ cookies }) => {
    let isDue = false;
    cookies.on('changed', () => {
      if (isDue) return;
      isDue = true;
      setTimeout(() => {
        isDue = false;
        cookies.flushStore().catch(log);
      }, SAVE_MS);
    });
  });
}

/** Exits at once. Unlike `app.exit` alone, it saves what pages stored last. */
export function exitNow(code: number): void {
  if (app.isReady()) {
    session.defaultSession.flushStorageData();
    session.defaultSession.cookies.flushStore().catch(log);
  }
  app.exit(code);
}

/** Quits as the user does and reopens the app. @param switches as for `relaunch` */
export const restart = (...switches: string[]): void => quit(() => relaunch(...switches));

/**
 * Starts the app again once the caller has ended this process: with the same command line, without `ONCE`, and with these
 * switches, whose page to open replaces that one's. An AppImage is started through its image, because the program in it is
 * gone by then (electron-userland/electron-builder#1727).
 */
export function relaunch(...switches: string[]): void {
  const { APPIMAGE, APPDIR } = process.env;
  // Started from a terminal that is an AppImage itself, the app inherits that one's variables.
  const isImage = APPIMAGE && APPDIR && process.execPath.startsWith(`${APPDIR}/`);
  const isOver = switches.some(asksForPage) ? asksForPage : () => false;
  const kept = process.argv.slice(1).filter((argument) => !ONCE.includes(argument) && !isOver(argument));
  app.relaunch({ args: [...switches, ...kept], ...(isImage && { execPath: APPIMAGE }) });
}
