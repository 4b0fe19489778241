/** Whether pages run in Chromium's sandbox, which can be off without anybody having asked for that. */
import { app } from 'electron';

/**
 * Logs why a packaged app runs without; in development, running as root is a choice. An AppImage's launcher
 * (electron-builder's AppRun) adds `--no-sandbox` where the system restricts user namespaces, as Ubuntu has done since
 * 23.10; a deb or rpm keeps its sandbox there. On Linux root has none.
 */
export function logSandbox(log: (line: string) => void): void {
  if (!app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')) return;
  const why = process.env.APPIMAGE
    ? 'this system refuses user namespaces to an AppImage. Install the deb or rpm, which keep it'
    : 'the app was started with --no-sandbox';
  log(`The sandbox of pages is off: ${why}.`);
}
