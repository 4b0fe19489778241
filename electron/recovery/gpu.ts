/** The graphics process: Chromium restarts it; when it keeps crashing, the app does without it. */
import { app } from 'electron';
import { toAppUrl } from '../app/commandLine.ts';
import type { Fault } from '../shared/fault.ts';
import { childGone, pathOf } from './faults.ts';

/** Call it before the app is ready: later the graphics processor cannot be turned off. */
export function setupGpu(shell: { gpuOff: boolean; path: string; gpuGone(fault: Fault): void }): void {
  if (shell.gpuOff) app.disableHardwareAcceleration();
  app.on('child-process-gone', (_event, details) => {
    const fault = childGone(details, pathOf(toAppUrl(shell.path)));
    if (fault) shell.gpuGone(fault);
  });
}
