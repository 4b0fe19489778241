/** What a crash must not take along: the trail and the replay of this run, on disk for the next start. */
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Breadcrumb } from '@sentry/core';
import { writeFileAtomic } from '../../app/atomicFile.ts';
import { PROCESS_KEY, WINDOW_KEY } from '../common/trail.ts';

/** The run before this one, as it last wrote itself down. */
export interface LastRun {
  breadcrumbs: Breadcrumb[];
  /** The replay that was being sent, if one was. */
  replayId?: string;
}

export interface RunRecord {
  /** The run before this one; `undefined` when there was none or its file cannot be read. */
  readonly previous: LastRun | undefined;
  /** Says that something changed: the file is written within `delay`. */
  changed(): void;
  /** Writes at once what is waiting. Resolves when it is on disk, and never rejects. */
  flush(): Promise<void>;
}

/** Milliseconds from a change to the file: what a crash can take. The SDK's own scope file waits 500 ms too. */
export const WRITE_DELAY = 500;

/**
 * Reads the previous run's file and keeps this run's. The file is replaced, not synced: it must outlive the
 * process, not the machine, and a sync for every half second of breadcrumbs would wear the disk.
 * `onError` gets what cannot be read or written, once for each message; the app goes on without.
 */
export function keepRun(file: string, current: () => LastRun, onError: (error: Error) => void): RunRecord {
  const told = new Set<string>();
  const tell = (doing: string, error: unknown) => {
    const message = `The trail of this run cannot be ${doing} (${file}): ${(error as Error).message}`;
    if (!told.has(message)) onError(new Error(message));
    told.add(message);
  };

  const previous = readRun(file, (error) => tell('read', error));
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const write = () => {
    timer = undefined;
    writing = writing
      .then(() => writeFileAtomic(file, toJson(current()), { flush: false }))
      .catch((error) => tell('written', error));
  };
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    tell('written', error);
  }
  return {
    previous,
    changed() {
      timer ??= setTimeout(write, WRITE_DELAY).unref();
    },
    async flush() {
      if (timer) {
        clearTimeout(timer);
        write();
      }
      await writing;
    },
  };
}

function readRun(file: string, onError: (error: unknown) => void): LastRun | undefined {
  try {
    const run: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isRun(run)) return run;
    onError(new Error('it has another form'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
  }
  return undefined;
}

function isRun(value: unknown): value is LastRun {
  if (typeof value !== 'object' || value === null) return false;
  const { breadcrumbs, replayId } = value as Partial<LastRun>;
  return Array.isArray(breadcrumbs) && (replayId === undefined || typeof replayId === 'string');
}

/** Breadcrumbs may hold anything that an app logs, also what JSON cannot say: then only their mark is kept. */
function toJson(run: LastRun): string {
  try {
    return JSON.stringify(run);
  } catch {
    return JSON.stringify({ ...run, breadcrumbs: run.breadcrumbs.map(sayable) });
  }
}

function sayable(breadcrumb: Breadcrumb): Breadcrumb {
  try {
    JSON.stringify(breadcrumb);
    return breadcrumb;
  } catch {
    const { [PROCESS_KEY]: process, [WINDOW_KEY]: window } = breadcrumb.data ?? {};
    return { ...breadcrumb, data: { [PROCESS_KEY]: process, [WINDOW_KEY]: window } };
  }
}
