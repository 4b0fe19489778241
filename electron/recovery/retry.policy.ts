/** When a load that failed is tried again: backoff with jitter and a ceiling, sooner when the network is back. */

export const RETRY = {
  /** Milliseconds before the first retry. Three retries take more than half a minute. */
  baseMs: 5_000,
  /** The longest delay, in milliseconds (as Zulip's: facts of comparable apps). */
  ceilingMs: 300_000,
  /** The part of a delay that chance may take away, so that many machines do not come back together. */
  jitter: 0.5,
  /** Milliseconds within which a retry starts when the network is back or the computer wakes. */
  wakeMs: 1_000,
} as const;

/**
 * Milliseconds until a retry.
 * @param attempt retries before this one since the page last was healthy, 0 or more
 * @param random from 0 up to 1
 */
export function retryDelay(attempt: number, random: number): number {
  const full = Math.min(RETRY.ceilingMs, RETRY.baseMs * 2 ** attempt);
  return Math.round(full * (1 - RETRY.jitter * random));
}

/** Milliseconds until a retry when the network came back. `random` is from 0 up to 1. */
export function wakeDelay(random: number): number {
  return Math.round(RETRY.wakeMs * random);
}
