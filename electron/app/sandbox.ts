/** Whether pages run in Chromium's sandbox, which may be taken away without a word. */
import { app } from 'electron';

/**
 * `on`, or why it is off. An AppImage's launcher (electron-builder's AppRun) adds `--no-sandbox` where the system
 * refuses user namespaces to programs that it does not know, as Ubuntu does since 23.10; a deb or rpm has its sandbox
 * there too. Root has none on Linux.
 */
export function sandboxState(): string {
  if (!app.commandLine.hasSwitch('no-sandbox')) return 'on';
  return process.env.APPIMAGE
    ? 'off: this system refuses it to an AppImage; the deb or rpm has it'
    : 'off: the app was started with --no-sandbox';
}

/** Says so in an installed app; in development root has none, and knows. */
export function logSandbox(log: (line: string) => void): void {
  const state = sandboxState();
  if (app.isPackaged && state !== 'on') log(`The sandbox of pages is ${state}.`);
}
