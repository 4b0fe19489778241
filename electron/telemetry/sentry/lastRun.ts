/** Keeps on disk what must survive a crash: breadcrumbs, the replay's id, and crashes that wait for their minidumps. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Breadcrumb, Event } from '@sentry/core';
import * as v from 'valibot';
import { keepState } from '../../common/keptState.ts';
import { SDK_SCOPE } from '../../common/savedData.ts';
import type { Fault } from '../../shared/fault.ts';

/** A crash that the user saw with this report id. */
export interface Crash {
  eventId: string;
  fault: Fault;
}

export interface LastRun {
  breadcrumbs: Breadcrumb[];
  /** What ran, for its session, which the SDK would count for the next run's release. */
  release?: string | undefined;
  environment?: string | undefined;
  replayId?: string | undefined;
  crashes?: readonly Crash[];
}

/** Whether a minidump's event is of the previous run: the SDK knows the reason only of a process that ended in this one. */
export function isOfLastRun({ tags }: Event): boolean {
  return tags?.['exit.reason'] === undefined;
}

const RUN = {
  breadcrumbs: v.array(v.looseObject({ timestamp: v.number() })),
  release: v.optional(v.string()),
  environment: v.optional(v.string()),
  replayId: v.optional(v.string()),
  crashes: v.optional(v.array(v.object({ eventId: v.string(), fault: v.looseObject({ kind: v.string() }) }))),
};

/** Reads and removes the previous run's file; this run's is created once there is something to keep. */
export function keepRun(folder: string, current: () => LastRun, log: (line: string) => void) {
  const { value, ...file } = keepState(join(folder, 'last-run.json'), RUN, current, log);
  if (value) file.clear();
  return { ...file, previous: value as LastRun | undefined };
}

/** The folder for what must survive a crash. `userData` is `app.getPath('userData')`. */
export const telemetryFolder = (userData: string) => join(userData, 'telemetry');

/** Removes the SDK's files for the next start: the scope, and the session if it is over. */
export function removeScopeFiles(userData: string, isSessionOver = true): void {
  rmSync(join(userData, SDK_SCOPE), { force: true });
  if (isSessionOver) rmSync(join(userData, 'sentry', 'session.json'), { force: true });
}
