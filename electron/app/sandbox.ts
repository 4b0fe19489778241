/** Whether pages run in Chromium's sandbox, which can be off without anybody having asked for that. */
import { app } from 'electron';

/**
 * `on`, or why it is off. An AppImage's launcher (electron-builder's AppRun) adds `--no-sandbox` where the system
 * restricts user namespaces, as Ubuntu has done since 23.10; a deb or rpm keeps its sandbox there. On Linux root has
 * none.
 */
export function sandboxState(): string {
  if (!app.commandLine.hasSwitch('no-sandbox')) return 'on';
  return process.env.APPIMAGE
    ? 'off: this system refuses it to an AppImage; the deb or rpm has it'
    : 'off: the app was started with --no-sandbox';
}

/** Logs it in a packaged app; in development, running as root is a choice. */
export function logSandbox(log: (line: string) => void): void {
  const state = sandboxState();
  if (app.isPackaged && state !== 'on') log(`The sandbox of pages is ${state}.`);
}
