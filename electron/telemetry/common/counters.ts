/** Counts what each limit trimmed, dropped or paused, for the diagnostics page. */
import { LIMITS, type LimitCount, type LimitName } from '../../shared/limits.ts';

export interface Counters {
  /** Adds `times` to one count of one limit. */
  add(limit: LimitName, what: keyof LimitCount, times?: number): void;
  /** A copy of all counts since the start of the process. */
  read(): Record<LimitName, LimitCount>;
}

/** Counters for every limit of the table, all zero. */
export function createCounters(): Counters {
  const names = Object.keys(LIMITS) as LimitName[];
  const zeros = names.map((name) => [name, { trimmed: 0, dropped: 0, paused: 0 }] as const);
  const counts = Object.fromEntries(zeros) as Record<LimitName, LimitCount>;
  return {
    add(limit, what, times = 1) {
      counts[limit][what] += times;
    },
    read: () => structuredClone(counts),
  };
}
