/** Keeps reports within their hourly and daily limits, for both processes and across restarts. */
import type { Event } from '@sentry/core';
import { keepState } from '../../common/keptState.ts';
import { LIMITS, type LimitCounters } from '../../shared/limitValues/limits.ts';
import {
  admit,
  COUNTS,
  fingerprintOf,
  NOTHING_COUNTED,
  type RateLimits,
  type RateState,
} from './rateLimit.policy.ts';

/** @param log gets a line if the file cannot be read or written; the counts then last for this run */
export function createRateLimit(
  file: string,
  given: Partial<RateLimits>,
  counters: LimitCounters,
  log: (line: string) => void,
) {
  const { reportsPerHour = LIMITS.reportsPerHour.value, reportsPerDay = LIMITS.reportsPerDay.value } = given;
  const limits = { reportsPerHour, reportsPerDay };
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
        counters.add(limit, 'dropped');
        return false;
      }
      if (suppressed > 0) event.contexts = { ...event.contexts, rate_limit: { suppressed } };
      kept.write();
      return true;
    },
    save: kept.flush,
    forget() {
      state = NOTHING_COUNTED;
      kept.clear();
    },
  };
}
