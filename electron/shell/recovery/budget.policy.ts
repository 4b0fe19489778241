/** How much recovery may do without the user, counted across launches, and what happens too often to be an accident. */
import * as v from 'valibot';

export const BUDGET = {
  /** Loads of a page that ended or did not start, until it has run for `healthyMs`. The user's own do not count. */
  loads: 3,
  /** In milliseconds. A successful load alone proves nothing. */
  healthyMs: 60_000,
  /** Loads after a page that did not start: each takes the watchdog's full time and rarely helps. */
  bootLoads: 1,
  /** Milliseconds before each load: loading inside the event can crash Electron (electron/electron#19887). */
  deferMs: [50, 250, 1_000],
  /** GPU crashes within `gpuWindowMs` that lead to safe mode. Chromium also gives up hardware after 3. */
  gpuCrashes: 3,
  gpuWindowMs: 600_000,
} as const;

/** In milliseconds since the epoch. */
const Time = v.pipe(v.number(), v.finite(), v.minValue(0));

/** What `health.json` keeps across launches. Longer lists are rejected: this program never writes more than it counts. */
export const COUNTERS = {
  /** Loads after a crash or a failed start, since the page was last healthy. */
  spent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(BUDGET.loads)),
  gpuCrashes: v.pipe(v.array(Time), v.maxLength(BUDGET.gpuCrashes), v.readonly()),
};
export type Counters = v.InferOutput<v.StrictObjectSchema<typeof COUNTERS, undefined>>;

export const NO_FAULTS: Counters = { spent: 0, gpuCrashes: [] };

/** So many uncaught errors in main within the time are too many: the page is replaced. The app continues after others. */
export const MAIN_ERRORS = { times: 3, windowMs: 60_000 };

/** This many loads within `DURATIONS.loopMs` that pages start themselves, without a key press or click, are a loop. */
export const LOADS_IN_LOOP = 5;

/**
 * Returns the times to pass as `before` with the next one, and whether this is one too many: then counting starts anew.
 * @param now milliseconds of a monotonic clock
 */
export function countInSeries(
  before: readonly number[],
  now: number,
  { times, windowMs }: { times: number; windowMs: number },
): { recent: readonly number[]; isTooMany: boolean } {
  const recent = [...before.filter((at) => at > now - windowMs), now];
  const isTooMany = recent.length >= times;
  return { recent: isTooMany ? [] : recent, isTooMany };
}
