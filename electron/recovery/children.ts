/** The graphics and the network process: Chromium restarts them; when graphics keep crashing, the app does without. */
import { app } from 'electron';
import { toAppUrl } from '../app/commandLine.ts';
import { log } from '../app/log.ts';
import type { Fault } from '../shared/fault.ts';
import { childGone, pathOf } from './faults.ts';

export function setupChildren(shell: { path: string; childGone(fault: Fault, isGpu: boolean): void }): void {
  app.on('child-process-gone', (_event, details) => {
    const fault = childGone(details, pathOf(toAppUrl(shell.path)));
    if (fault) shell.childGone(fault, details.type === 'GPU');
  });
}

/** Ends a graphics process that draws nothing: Chromium starts another, which does. */
export function endGraphics(): void {
  const gpu = app.getAppMetrics().find(({ type }) => type === 'GPU');
  log('The window is not drawn; the graphics process is started again.');
  if (gpu) process.kill(gpu.pid, 'SIGKILL');
}
