/** Keeps on disk what must survive a crash: breadcrumbs, the replay's id, and crashes that wait for their minidumps. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Breadcrumb, Event } from '@sentry/core';
import * as v from 'valibot';
import { SDK_SCOPE } from '../../app/savedData.ts';
import { readState, writeState } from '../../app/stateFile.ts';
import type { Fault } from '../../shared/fault.ts';

/** A crash that the user saw with this report id. */
export interface Crash {
  eventId: string;
  fault: Fault;
}

export interface LastRun {
  breadcrumbs: Breadcrumb[];
  /** The replay that was being sent. */
  replayId?: string | undefined;
  /** Crashes that were not reported yet. */
  crashes?: readonly Crash[];
}

/**
 * Whether a minidump's event is from the previous run. The SDK looks for dumps at the start, and when a process ends in
 * this run; only then does it know the reason, and sets it as a tag.
 */
export function isOfLastRun({ tags }: Event): boolean {
  return tags?.['exit.reason'] === undefined;
}

const RUN = {
  breadcrumbs: v.array(v.looseObject({ timestamp: v.number() })),
  replayId: v.optional(v.string()),
  crashes: v.optional(v.array(v.object({ eventId: v.string(), fault: v.looseObject({ kind: v.string() }) }))),
};

/** Milliseconds until a change is written; a crash can lose that much. The SDK's own scope file waits as long. */
const WRITE_DELAY = 500;

/**
 * Reads and removes the previous run's file; this run's is created once there is something to keep. It is not synced:
 * it must survive the process, not the machine.
 *
 * @param current everything to keep at this moment
 * @param onError gets errors, of consecutive writes only the first; the app continues without the file
 */
export function keepRun(file: string, current: () => LastRun, onError: (error: Error) => void) {
  let hasFailed = false;
  let timer: NodeJS.Timeout | undefined;

  /** Returns whether that worked. */
  function write(): boolean {
    clearTimeout(timer);
    timer = undefined;
    const problem = writeState(file, current(), false);
    if (problem && !hasFailed) onError(new Error(problem));
    hasFailed = problem !== undefined;
    return !hasFailed;
  }
  /** Removes the file until there is something to keep again. */
  function clear(): void {
    clearTimeout(timer);
    timer = undefined;
    try {
      rmSync(file, { force: true });
    } catch (error) {
      onError(error as Error);
    }
  }

  const { value, problem } = readState(file, RUN);
  if (problem) onError(new Error(problem));
  if (value) clear();
  return {
    /** The previous run; `undefined` if there was none or its file is unreadable. */
    previous: value as LastRun | undefined,
    /** Writes at once. Returns whether that worked. */
    write,
    /** Writes within `WRITE_DELAY`. */
    changed() {
      timer ??= setTimeout(write, WRITE_DELAY).unref();
    },
    /** Writes a pending change. */
    flush: () => timer && write(),
    clear,
  };
}

/** The folder for what must survive a crash. `userData` is `app.getPath('userData')`. */
export const telemetryFolder = (userData: string) => join(userData, 'telemetry');

/** Breadcrumbs, the replay and unreported crashes. */
export const runFile = (folder: string) => join(folder, 'last-run.json');

/** Removes the SDK's files for the next start: the scope, and the session if it is over. */
export function removeScopeFiles(userData: string, isSessionOver = true): void {
  rmSync(join(userData, SDK_SCOPE), { force: true });
  if (isSessionOver) rmSync(join(userData, 'sentry', 'session.json'), { force: true });
}

/** Without the SDK: removes what an earlier run kept for this one, including the SDK's own folder. */
export function forgetLastRun(userData: string): void {
  rmSync(runFile(telemetryFolder(userData)), { force: true });
  removeScopeFiles(userData);
}
