/** When the app ends and when it opens again, as each platform does it. */
import { app, type BrowserWindow, session } from 'electron';
import { ONCE } from './commandLine.ts';

let quitting = false;

/** On macOS an app lives on without windows and opens one when its icon is clicked; elsewhere it ends with them. */
export function followPlatform(open: () => void): void {
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  // Also with a window open: it may be that of the diagnostics.
  app.on('activate', () => open());
  app.on('before-quit', () => {
    quitting = true;
  });
  app.on('will-quit', () => last?.());
}

/** Whether the app is quitting, which one of its windows may still refuse. */
export const isQuitting = (): boolean => quitting;

/** Runs last. */
let last: (() => void) | undefined;

/**
 * Quits as the user does: each window that would lose something asks first.
 * @param then runs once all windows are closed; a window that stays cancels it
 */
export function quit(then?: () => void): void {
  last = then;
  app.quit();
}

/** Returns a function that repeats what closes this window now: the app that quits, or the window alone. */
export function closeAgain(window: BrowserWindow): () => void {
  const then = last;
  return quitting ? () => quit(then) : () => window.close();
}

/** A window stays open, so the app stays too. */
export function stayOpen(): void {
  quitting = false;
  last = undefined;
}

let ending = false;

/** Whether the app quits without asking pages. */
export const isEnding = (): boolean => ending;

/** Quits without asking pages: the system wants it. */
export function endNow(): void {
  ending = true;
  app.quit();
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Quits on a signal, also before Electron handles them: a log-off during the start would otherwise kill the app, and
 * count as a failed start. Electron adds handlers of its own, which ask pages, once it is ready.
 */
export function quitOnSignals(): void {
  const listen = () => {
    for (const signal of SIGNALS) process.removeAllListeners(signal).on(signal, endNow);
  };
  listen();
  void app.whenReady().then(listen);
}

/** Exits at once. Unlike `app.exit` alone, it keeps what pages stored last. */
export function exitNow(code: number): void {
  if (app.isReady()) session.defaultSession.flushStorageData();
  app.exit(code);
}

/** Ends the app as the user does, and opens it again. @param switches as for `relaunch` */
export const restart = (...switches: string[]): void => quit(() => relaunch(...switches));

/**
 * Starts the app again with the same command line, once the caller has ended this process. An AppImage is started by its
 * image: the program in it is gone by then (electron-userland/electron-builder#1727).
 * @param switches for that start, such as `--clear-data`; it gets none of `ONCE` from this one
 */
export function relaunch(...switches: string[]): void {
  const { APPIMAGE, APPDIR } = process.env;
  // An app that is started from a terminal which is an AppImage itself inherits that one's variables.
  const isImage = APPIMAGE && APPDIR && process.execPath.startsWith(`${APPDIR}/`);
  const kept = process.argv.slice(1).filter((argument) => !ONCE.includes(argument));
  app.relaunch({ args: [...switches, ...kept], ...(isImage && { execPath: APPIMAGE }) });
}
