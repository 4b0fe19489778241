/** Whether something comes so often that it is no accident any more. Pure. */

interface SeriesLimit {
  /** So many in `windowMs` are too many. */
  readonly times: number;
  readonly windowMs: number;
}

/** Errors that nobody caught in main. The app runs on after each; the third takes the place of the page. */
export const MAIN_ERRORS: SeriesLimit = { times: 3, windowMs: 60_000 };

/** Loads that pages start by themselves, without a key or click before them: so many in `DURATIONS.loopMs` are a loop. */
export const LOADS_IN_LOOP = 5;

/**
 * Counts one more.
 * @param before when the others came, as this returned it
 * @param now milliseconds by a clock that nobody sets
 * @returns the times to pass with the next one, and whether this is one too many: then it begins anew
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
