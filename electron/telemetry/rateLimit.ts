/** Keeps reports within their hourly and daily limits, for both processes and across restarts. */
import { rmSync } from 'node:fs';
import type { Event } from '@sentry/core';
import { readState, writeState } from '../app/stateFile.ts';
import {
  admit,
  COUNTS,
  fingerprintOf,
  NOTHING_COUNTED,
  type RateLimits,
  type RateState,
} from './rateLimit.policy.ts';

/** Milliseconds until a suppressed event is in the file; a crash can lose that much of the count. */
const WRITE_DELAY_MS = 1_000;

interface RateLimitOptions {
  /** Where the counts are kept. */
  file: string;
  limits: RateLimits;
  now?: () => number;
  onSuppressed: (limit: keyof RateLimits) => void;
  /** Logs a file that cannot be read or written; the counts then last for this run. */
  log: (line: string) => void;
}

export function createRateLimit({ file, limits, now = Date.now, onSuppressed, log }: RateLimitOptions) {
  const { value, problem } = readState(file, COUNTS);
  if (problem) log(problem);
  let state: RateState = value ?? NOTHING_COUNTED;
  let timer: NodeJS.Timeout | undefined;

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    const problem = writeState(file, state, false);
    if (problem) log(problem);
  }

  /** Counts an event. Returns whether it is within the limits; it then contains the number of suppressed ones. */
  function passes(event: Event): boolean {
    const { limit, suppressed, ...verdict } = admit(state, fingerprintOf(event), now(), limits);
    state = verdict.state;
    if (limit) {
      // Many suppressed events must not keep the disk busy.
      timer ??= setTimeout(save, WRITE_DELAY_MS).unref();
      onSuppressed(limit);
      return false;
    }
    if (suppressed > 0) event.contexts = { ...event.contexts, rate_limit: { suppressed } };
    save();
    return true;
  }

  return {
    passes,
    /** Writes counts that are not on disk yet. */
    save: () => timer && save(),
    /** Forgets the counts, also on disk. Throws file system errors. */
    erase() {
      clearTimeout(timer);
      timer = undefined;
      state = NOTHING_COUNTED;
      rmSync(file, { force: true });
    },
  };
}
