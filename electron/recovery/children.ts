/** The graphics and the network process. Chromium restarts them; if graphics keep crashing, the app does without. */
import { app } from 'electron';
import { toAppUrl } from '../app/commandLine.ts';
import type { Fault } from '../shared/fault.ts';
import { childGone, pathOf } from './faults.ts';

export function setupChildren(shell: { path: string; childGone(fault: Fault, isGpu: boolean): void }): void {
  app.on('child-process-gone', (_event, details) => {
    const fault = childGone(details, pathOf(toAppUrl(shell.path)));
    if (fault) shell.childGone(fault, details.type === 'GPU');
  });
}
