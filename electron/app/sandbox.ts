import { app } from 'electron';
import * as TEXTS from '../shared/texts.ts';

/**
 * What to do where pages of a packaged app run without Chromium's sandbox; undefined where they have it. Nobody need
 * have asked for that: the launcher of an AppImage (electron-builder's AppRun) adds `--no-sandbox` by itself where the
 * system restricts user namespaces, as Ubuntu has done since 23.10. In development, running as root is a choice.
 */
export function sandboxProblem(): string | undefined {
  const isOff = app.isPackaged && app.commandLine.hasSwitch('no-sandbox');
  return isOff ? TEXTS.diagnostics.notSandboxed : undefined;
}
