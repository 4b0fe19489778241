/** When a load that failed is tried again: backoff with a ceiling, sooner when the network is back. In milliseconds. */

export const RETRY = {
  /** Three retries take more than a quarter of a minute. */
  firstMs: 5_000,
  /** As Zulip's: facts of comparable apps. */
  maxMs: 300_000,
  /** A retry starts within this time when the network is back or the computer wakes. */
  wakeMs: 1_000,
} as const;

/** Milliseconds until a retry when the network came back. `random` is from 0 up to 1. */
export function wakeDelay(random: number): number {
  return Math.round(RETRY.wakeMs * random);
}
