/** The graphics process: Chromium starts it again by itself; when it ends again and again it is not used. */
import { app } from 'electron';
import { toAppUrl } from '../commandLine.ts';
import { childGone } from './faults.ts';
import type { Shell } from './shell.ts';

/** Call it before the app is ready: later the graphics processor cannot be turned off. */
export function setupGpu(shell: Pick<Shell, 'gpuOff' | 'gpuGone' | 'path'>): void {
  if (shell.gpuOff) app.disableHardwareAcceleration();
  app.on('child-process-gone', (_event, details) => {
    const fault = childGone(details, toAppUrl(shell.path), Date.now());
    if (fault) shell.gpuGone(fault);
  });
}
