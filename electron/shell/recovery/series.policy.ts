/** Whether something happens too often to be an accident. Pure. */

interface SeriesLimit {
  /** This many within `windowMs` are too many. */
  readonly times: number;
  readonly windowMs: number;
}

/** Uncaught errors in main. The app continues after each; the third replaces the page. */
export const MAIN_ERRORS: SeriesLimit = { times: 3, windowMs: 60_000 };

/** This many loads within `DURATIONS.loopMs` that pages start themselves, without a key press or click, are a loop. */
export const LOADS_IN_LOOP = 5;

/**
 * Counts one more.
 * @param before the earlier times, as this function returned them
 * @param now milliseconds of a monotonic clock
 * @returns the times to pass with the next one, and whether this is one too many, after which counting starts again
 */
export function countInSeries(
  before: readonly number[],
  now: number,
  { times, windowMs }: SeriesLimit,
): { recent: readonly number[]; isTooMany: boolean } {
  const recent = [...before.filter((at) => at > now - windowMs), now];
  const isTooMany = recent.length >= times;
  return { recent: isTooMany ? [] : recent, isTooMany };
}
