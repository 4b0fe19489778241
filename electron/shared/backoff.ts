/** The backoff for reports, page loads, page data and updates. */

export interface Backoff {
  /** The longest delay after the first failure. */
  firstMs: number;
  /** The longest delay, after any number of failures. */
  maxMs: number;
}

/**
 * Milliseconds until the next attempt after `failures` (1 or more) failures in a row: doubles from `firstMs` to `maxMs`.
 * Random jitter takes off up to half, so machines that failed together do not return together.
 */
export function backoffDelay(failures: number, { firstMs, maxMs }: Backoff, random: number): number {
  return Math.round(Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (1 - random / 2));
}
