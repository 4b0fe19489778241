/** Remembers a start that painted no window, and uses safe mode after two of them. */
import { join } from 'node:path';
import { app } from 'electron';
import { clearCaches, clearSavedData, clearScope } from '../../common/savedData.ts';
import { stateFile } from '../../common/stateFile.ts';
import { attemptsFor, planStart, STAMP, type StartStamp } from './start.policy.ts';

export type Start = ReturnType<typeof setupStart>;

/** Must run before Electron is ready and before Chromium opens its files. */
export function setupStart(userData: string, asked: { safeMode: boolean; clearData: boolean }) {
  const file = stateFile(join(userData, 'start.json'), STAMP);
  const versions = { version: app.getVersion(), electron: process.versions.electron };
  const plan = planStart(file.read(), versions, asked.safeMode);
  const first = Promise.withResolvers<void>();
  let isPainted = false;
  const write = (stamp: StartStamp) => file.write(stamp, false);

  write(plan.pending);
  if (plan.isSafe) app.disableHardwareAcceleration();
  clearScope(userData, plan.isSafe);
  if (asked.clearData) clearSavedData(userData);
  else if (plan.clearCaches) clearCaches(userData);
  process.on('exit', (code) => {
    if (!isPainted && code === 0) write(plan.unknown);
  });

  return {
    isSafe: plan.isSafe,
    /** Whether the next start leaves safe mode. */
    isSafeOnce: asked.safeMode,
    whenPainted: first.promise,
    /** The window has painted a page, or has loaded a fault's document, which needs no script. */
    painted() {
      if (isPainted) return;
      isPainted = true;
      write(plan.painted);
      first.resolve();
    },
    next(isSafe: boolean) {
      isPainted = true;
      write({ ...versions, attempts: attemptsFor(isSafe) });
    },
  };
}
