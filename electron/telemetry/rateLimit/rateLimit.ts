/** Keeps reports within their hourly and daily limits, for both processes and across restarts. */
import type { Event } from '@sentry/core';
import { keepState } from '../common/keptState.ts';
import {
  admit,
  COUNTS,
  fingerprintOf,
  NOTHING_COUNTED,
  type RateLimits,
  type RateState,
} from './rateLimit.policy.ts';

interface RateLimitOptions {
  file: string;
  limits: RateLimits;
  onSuppressed: (limit: keyof RateLimits) => void;
  /** Logs a file that cannot be read or written; the counts then last for this run. */
  log: (line: string) => void;
}

export function createRateLimit({ file, limits, onSuppressed, log }: RateLimitOptions) {
  const kept = keepState(file, COUNTS, () => state, log);
  let state: RateState = kept.value ?? NOTHING_COUNTED;

  return {
    /** Counts an event. Returns whether it is within the limits; it then contains the number of suppressed ones. */
    passes(event: Event): boolean {
      const { limit, suppressed, ...verdict } = admit(state, fingerprintOf(event), Date.now(), limits);
      state = verdict.state;
      if (limit) {
        // Many suppressed events must not keep the disk busy.
        kept.changed();
        onSuppressed(limit);
        return false;
      }
      if (suppressed > 0) event.contexts = { ...event.contexts, rate_limit: { suppressed } };
      kept.write();
      return true;
    },
    /** Writes counts that are not on disk yet. */
    save: kept.flush,
    forget() {
      state = NOTHING_COUNTED;
      kept.clear();
    },
  };
}
