/** The backoff for reports, page loads, page data and updates. */

export interface Backoff {
  /** The longest delay after the first failure. */
  firstMs: number;
  /** The longest delay, after any number of failures. */
  maxMs: number;
}

/** Milliseconds to wait after so many failures in a row: doubles; up to half goes at random, so that machines spread out. */
export function backoffDelay(failures: number, { firstMs, maxMs }: Backoff, random: number): number {
  return Math.round(Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (1 - random / 2));
}
