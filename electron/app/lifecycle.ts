/** When the app ends and when it opens again, as each platform does it. */
import { app, session } from 'electron';
import { ONCE } from './commandLine.ts';

/** On macOS an app lives on without windows and opens one when its icon is clicked; elsewhere it ends with them. */
export function followPlatform(open: () => void): void {
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  // Also with a window open: it may be the diagnostics', and `open` shows the app's own if that is there.
  app.on('activate', () => open());
}

let ending = false;

/** Whether the app ends whatever its pages hold. */
export const isEnding = (): boolean => ending;

/** Ends the app in order, and asks nobody: the system wants it, or the user has agreed. */
export function endNow(): void {
  ending = true;
  app.quit();
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Quits on a signal, also on one that comes before Electron handles them, as at a log-off during the start: killed by it,
 * the start would count as failed. Electron's own handlers, which ask pages, are put in once it is ready.
 */
export function quitOnSignals(): void {
  const listen = () => {
    for (const signal of SIGNALS) process.removeAllListeners(signal).on(signal, endNow);
  };
  listen();
  void app.whenReady().then(listen);
}

/** Ends the app at once. Unlike `app.exit` alone it keeps what pages have stored last. */
export function exitNow(code: number): void {
  if (app.isReady()) session.defaultSession.flushStorageData();
  app.exit(code);
}

/**
 * Starts the app again, with the same command line, once this process has ended; the caller ends it. An AppImage's own
 * program is gone by then: what starts again is the image (electron-userland/electron-builder#1727).
 * @param switches for that start, such as `--clear-data`; those of this one that count once are left out
 */
export function relaunch(...switches: string[]): void {
  const { APPIMAGE, APPDIR } = process.env;
  // A terminal that is an AppImage hands its own image down to what is started from it.
  const isImage = APPIMAGE && APPDIR && process.execPath.startsWith(`${APPDIR}/`);
  const kept = process.argv.slice(1).filter((argument) => !ONCE.includes(argument));
  app.relaunch({ args: [...switches, ...kept], ...(isImage && { execPath: APPIMAGE }) });
}
