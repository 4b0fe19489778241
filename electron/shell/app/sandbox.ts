import { app } from 'electron';
import { config } from '../../builtConfig/config.ts';
import * as TEXTS from '../../shared/texts.ts';

export const isSandboxOff = (): boolean => app.commandLine.hasSwitch('no-sandbox');

/**
 * Returns what to do about pages without Chromium's sandbox. The launcher of an AppImage (electron-builder's AppRun) adds
 * `--no-sandbox` where user namespaces are restricted, as on Ubuntu since 23.10. In development it is a choice.
 */
export function sandboxProblem(): string | undefined {
  return config.packaged && isSandboxOff() ? TEXTS.diagnostics.notSandboxed : undefined;
}
