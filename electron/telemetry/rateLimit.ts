/** Keeps reports within their limits by the hour and by the day, over both processes and over restarts. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Event } from '@sentry/core';
import * as v from 'valibot';
import { readState, writeState } from '../app/stateFile.ts';
import {
  admit,
  fingerprintOf,
  NOTHING_COUNTED,
  type RateLimits,
  type RateState,
} from './rateLimit.policy.ts';

/** Milliseconds from a suppressed event to the file: what a crash can take of the count. */
const WRITE_DELAY_MS = 1_000;

const span = { start: v.number(), kept: v.number() };
const COUNTS = {
  day: v.object(span),
  prints: v.record(v.string(), v.object({ ...span, suppressed: v.number() })),
};

export interface RateLimitOptions {
  /** Where the counts are kept. */
  file: string;
  limits: RateLimits;
  now?: () => number;
  onSuppressed: (limit: 'reportsPerHour' | 'reportsPerDay') => void;
  /** Gets one line about a file that cannot be read or written; the counts then hold for this run. */
  log: (line: string) => void;
}

export type RateLimit = ReturnType<typeof createRateLimit>;

export function createRateLimit({ file, limits, now = Date.now, onSuppressed, log }: RateLimitOptions) {
  const { value, problem } = readState(file, COUNTS);
  if (problem) log(problem);
  let state: RateState = value ?? NOTHING_COUNTED;
  let timer: NodeJS.Timeout | undefined;

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    try {
      mkdirSync(dirname(file), { recursive: true });
      const problem = writeState(file, state, false);
      if (problem) throw new Error(problem);
    } catch (error) {
      log((error as Error).message);
    }
  }

  /** Whether the event may go on; it then says how many of its kind did not. */
  function passes(event: Event): boolean {
    const { limit, suppressed, ...verdict } = admit(state, fingerprintOf(event), now(), limits);
    state = verdict.state;
    if (limit) {
      // Many suppressed events must not keep the disk busy.
      timer ??= setTimeout(save, WRITE_DELAY_MS).unref();
      onSuppressed(limit === 'perDay' ? 'reportsPerDay' : 'reportsPerHour');
      return false;
    }
    if (suppressed > 0) event.contexts = { ...event.contexts, rate_limit: { suppressed } };
    save();
    return true;
  }

  return {
    passes,
    /** Writes what is counted and not yet on disk. */
    save: () => timer && save(),
    /** Forgets what is counted, on disk too. Throws the file system's error. */
    erase() {
      clearTimeout(timer);
      timer = undefined;
      state = NOTHING_COUNTED;
      rmSync(file, { force: true });
    },
  };
}
