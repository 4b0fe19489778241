/** Remembers a start that did not get as far as a painted window, and makes those after it more careful. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import * as v from 'valibot';
import { log } from '../app/log.ts';
import { clearCaches, clearSavedData } from '../app/savedData.ts';
import { readState, writeState } from '../app/stateFile.ts';
import { setSessionData } from '../app/userData.ts';
import { attemptsFor, planStart, RUNGS, type Rung, type StartStamp } from './start.policy.ts';

const ENTRIES = {
  attempts: v.pipe(v.number(), v.integer(), v.minValue(0)),
  version: v.string(),
  electron: v.string(),
};

export type Start = ReturnType<typeof setupStart>;

/** Call it before Electron is ready, and before anything else of Chromium's files is touched. */
export function setupStart(userData: string, asked: { safeMode: boolean; clearData: boolean }) {
  const file = join(userData, 'start.json');
  const { value, problem } = readState(file, ENTRIES);
  if (problem) log(problem);
  const versions = { version: app.getVersion(), electron: process.versions.electron };
  const { rung, pending, painted, unknown, ...plan } = planStart(value, versions, asked.safeMode);
  const first = Promise.withResolvers<void>();
  let isPainted = false;
  let session: string | undefined;
  const write = (stamp: StartStamp) => {
    const failure = writeState(file, stamp, false);
    if (failure) log(failure);
  };

  write(pending);
  if (rung >= RUNGS.gpuOff) app.disableHardwareAcceleration();
  if (asked.clearData) clearSavedData(userData);
  else if (plan.clearCaches) clearCaches(userData);
  if (rung >= RUNGS.freshSession) {
    try {
      session = mkdtempSync(join(tmpdir(), `${app.getName()}-`));
      setSessionData(session);
    } catch (error) {
      log(error);
    }
  }
  process.on('exit', (code) => {
    if (!isPainted && code === 0) write(unknown);
    if (!session) return;
    try {
      rmSync(session, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      // Chromium still writes into it; the system empties its folder for temporary files.
      log(error);
    }
  });

  return {
    /** How careful this start is. */
    rung,
    /** Whether the start before this one did not paint. */
    isAfterFailure: unknown.attempts > 0,
    isSafeOnce: asked.safeMode,
    whenPainted: first.promise,
    /** The window has painted a page or a fault. A fault's document counts once it is answered. */
    painted() {
      if (isPainted) return;
      isPainted = true;
      write(painted);
      first.resolve();
    },
    /** Sets how careful the next start is. */
    next(wanted: Rung) {
      isPainted = true;
      write({ ...versions, attempts: attemptsFor(wanted) });
    },
  };
}
