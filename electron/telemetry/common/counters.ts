/** Counts what each limit trimmed, dropped or paused since the start of the process, for the diagnostics page. */
import { LIMITS, type LimitCount, type LimitName } from '../../shared/limits.ts';

export type LimitCounters = ReturnType<typeof createCounters>;

export function createCounters() {
  const names = Object.keys(LIMITS) as LimitName[];
  const zeros = names.map((name) => [name, { trimmed: 0, dropped: 0, paused: 0 }] as const);
  const counts = Object.fromEntries(zeros) as Record<LimitName, LimitCount>;
  return {
    add(limit: LimitName, what: keyof LimitCount, times = 1) {
      counts[limit][what] += times;
    },
    /** A copy of all counts. */
    read: () => structuredClone(counts),
  };
}
