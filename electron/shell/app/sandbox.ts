import { app } from 'electron';
import { config } from '../../configuration/config.ts';
import * as TEXTS from '../../shared/texts.ts';

export const isSandboxOff = (): boolean => app.commandLine.hasSwitch('no-sandbox');

/**
 * Returns what to do if a packaged app's pages run without Chromium's sandbox; undefined if they have it. An AppImage's
 * launcher (electron-builder's AppRun) adds `--no-sandbox` itself if the system restricts user namespaces, as Ubuntu
 * has done since 23.10. In development, running as root is a choice.
 */
export function sandboxProblem(): string | undefined {
  return config.packaged && isSandboxOff() ? TEXTS.diagnostics.notSandboxed : undefined;
}
