/** Whether an error that nobody caught in main takes the place of the page. Pure. */

export const MAIN_ERRORS = {
  /** The app runs on after each; so many in `windowMs` say that it does not run well. */
  times: 3,
  windowMs: 60_000,
} as const;

/**
 * @param before when the errors before came, as this returned it
 * @param now milliseconds by a clock that nobody sets
 * @returns the times to pass with the next error, and whether a page about this one comes
 */
export function countError(
  before: readonly number[],
  now: number,
): { recent: readonly number[]; isShown: boolean } {
  const recent = [...before.filter((at) => at > now - MAIN_ERRORS.windowMs), now];
  const isShown = recent.length >= MAIN_ERRORS.times;
  return { recent: isShown ? [] : recent, isShown };
}
