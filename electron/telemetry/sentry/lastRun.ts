/**
 * Keeps on disk what must survive a crash: breadcrumbs, the replay's id, and crashes that wait for their minidumps. Each is
 * one appended line of JSON, so that a write costs only what is new.
 */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Breadcrumb } from '@sentry/core';
import * as v from 'valibot';
import { writeFileAtomicSync } from '../../app/atomicFile.ts';
import { readRegularFileSync } from '../../app/regularFile.ts';
import type { Fault } from '../../shared/fault.ts';
import { LIMITS } from '../../shared/limits.ts';
import { newestOf, PROCESS_KEY } from '../common/breadcrumbs.ts';

/** A crash that the user was shown with this report id. */
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

const LINE = v.union([
  v.strictObject({ breadcrumb: v.looseObject({ timestamp: v.number() }) }),
  v.strictObject({ replayId: v.optional(v.string()) }),
  v.strictObject({
    crashes: v.array(v.object({ eventId: v.string(), fault: v.looseObject({ kind: v.string() }) })),
  }),
]);

/** Milliseconds until a breadcrumb is written; a crash can lose as much. The SDK's own scope file waits as long. */
const WRITE_DELAY = 500;

/** Bytes at which the file is rewritten: twice the largest breadcrumbs of a report. */
const MAX_BYTES = 2 * LIMITS.breadcrumbs.value * LIMITS.breadcrumbBytes.value;
/** A rewritten file may be larger by its crashes, and lengths above are of characters. */
const MAX_READ_BYTES = 4 * MAX_BYTES;

/**
 * Reads and removes the previous run's file; this run's is created when there is something to keep. It is not synced: it
 * must survive the process, not the machine.
 *
 * @param current everything to keep at this moment
 * @param onError gets each read or write error once; the app goes on without the file
 */
export function keepRun(file: string, current: () => LastRun, onError: (error: Error) => void) {
  const failed = reportOnce(file, onError);
  const previous = readRun(file, (error) => failed('read', error));
  let waiting: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let bytes = Number.POSITIVE_INFINITY;
  let replayId: string | undefined;

  function write(): boolean {
    clearTimeout(timer);
    timer = undefined;
    const all = current();
    if (all.replayId !== replayId) waiting.push(lineOf({ replayId: all.replayId }));
    replayId = all.replayId;
    const added = waiting.join('');
    waiting = [];
    try {
      if (bytes + added.length <= MAX_BYTES) {
        appendFileSync(file, added);
        bytes += added.length;
      } else {
        bytes = replace(file, all);
      }
      return true;
    } catch (error) {
      return failed('written', error);
    }
  }
  const writeSoon = () => {
    timer ??= setTimeout(write, WRITE_DELAY).unref();
  };
  /** Removes the file until there is something to keep again. */
  function clear(): void {
    clearTimeout(timer);
    timer = undefined;
    waiting = [];
    replayId = undefined;
    bytes = Number.POSITIVE_INFINITY;
    try {
      rmSync(file, { force: true });
    } catch (error) {
      failed('removed', error);
    }
  }

  if (previous) clear();
  return {
    /** The previous run; `undefined` if there was none or its file cannot be read. */
    previous,
    /** Appends a breadcrumb within `WRITE_DELAY`. */
    add(breadcrumb: Breadcrumb) {
      waiting.push(lineOf({ breadcrumb }));
      writeSoon();
    },
    /** The replay that is being sent may have changed. */
    replayChanged: writeSoon,
    /** Appends the crashes that wait for their minidumps, at once. Returns whether that worked. */
    crashes(crashes: readonly Crash[]) {
      waiting.push(lineOf({ crashes }));
      return write();
    },
    /** Writes what waits. */
    flush: () => timer && write(),
    clear,
  };
}

function reportOnce(file: string, onError: (error: Error) => void) {
  const reported = new Set<string>();
  return (doing: string, error: unknown): false => {
    const message = `The breadcrumbs of this run cannot be ${doing} (${file}): ${(error as Error).message}`;
    if (!reported.has(message)) onError(new Error(message));
    reported.add(message);
    return false;
  };
}

/** Rewrites the file. Returns its size in bytes. */
function replace(file: string, { breadcrumbs, replayId, crashes = [] }: LastRun): number {
  const all = [...breadcrumbs.map((breadcrumb) => ({ breadcrumb })), { replayId }, { crashes }];
  const lines = all.map(lineOf).join('');
  mkdirSync(dirname(file), { recursive: true });
  writeFileAtomicSync(file, lines, { flush: false });
  return lines.length;
}

function lineOf(line: object): string {
  return `${JSON.stringify(line)}\n`;
}

function readRun(file: string, onError: (error: unknown) => void): LastRun | undefined {
  let text: string;
  try {
    text = readRegularFileSync(file, MAX_READ_BYTES).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
    return undefined;
  }
  const groups: [Breadcrumb[], Breadcrumb[]] = [[], []];
  const run: LastRun = { breadcrumbs: [] };
  // The crash may have cut off the last line.
  for (const line of text.split('\n').slice(0, -1)) {
    try {
      const read = v.parse(LINE, JSON.parse(line));
      if ('breadcrumb' in read) {
        const breadcrumb = read.breadcrumb as Breadcrumb;
        groups[breadcrumb.data?.[PROCESS_KEY] === 'main' ? 0 : 1].push(breadcrumb);
      } else Object.assign(run, read);
    } catch (error) {
      onError(error);
      return undefined;
    }
  }
  run.breadcrumbs = newestOf(groups);
  return run;
}
