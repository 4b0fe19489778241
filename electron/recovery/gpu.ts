/** The graphics process: Chromium restarts it; when it keeps crashing, the app does without it. */
import { app } from 'electron';
import { toAppUrl } from '../app/commandLine.ts';
import type { Fault } from '../shared/fault.ts';
import { childGone, pathOf } from './faults.ts';

export interface GpuOwner {
  /** Whether the graphics processor is to be left alone. */
  readonly gpuOff: boolean;
  /** The graphics process is gone. */
  gpuGone(fault: Fault): void;
  /** The path of the app's page. */
  readonly path: string;
}

/** Call it before the app is ready: later the graphics processor cannot be turned off. */
export function setupGpu(shell: GpuOwner): void {
  if (shell.gpuOff) app.disableHardwareAcceleration();
  app.on('child-process-gone', (_event, details) => {
    const fault = childGone(details, pathOf(toAppUrl(shell.path)));
    if (fault) shell.gpuGone(fault);
  });
}
