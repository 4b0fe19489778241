/** What one run leaves on disk for reports of the next. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';

/** The folder for what must survive a crash. `userData` is `app.getPath('userData')`. */
export const telemetryFolder = (userData: string) => join(userData, 'telemetry');

/** Breadcrumbs, the replay and crashes that were not reported. */
export const runFile = (folder: string) => join(folder, 'last-run.json');

/** Removes the SDK's files for the next start: the scope, and the session if it is over. */
export function removeScopeFiles(isSessionOver = true): void {
  const folder = join(app.getPath('userData'), 'sentry');
  rmSync(join(folder, 'scope_v3.json'), { force: true });
  if (isSessionOver) rmSync(join(folder, 'session.json'), { force: true });
}

/** Without the SDK: removes what an earlier run kept for this one, in `folder` and in the SDK's own. */
export function forgetLastRun(folder: string): void {
  rmSync(runFile(folder), { force: true });
  removeScopeFiles();
}
