/** When to check for updates, and where. Times in milliseconds. */

import { isThisMachine } from '../../common/origins.ts';
import { backoffDelay } from '../../shared/backoff.ts';

/** Delay after the start, so that the window paints first. Randomised, so that many machines do not ask at once. */
const START_MS = 10_000;
const START_SPREAD_MS = 50_000;
/** Between two checks, plus or minus a quarter. */
const EVERY_MS = 4 * 3_600_000;
/** After a failed check. It does not grow, because there is no hurry. */
const RETRY_MS = 40 * 60_000;
/** While a report is not yet on disk. */
const HELD_MS = 60_000;
/** Shortest delay after a failed check when the network is back or the machine wakes. */
const LEAST_MS = 60_000;

/** How a check ended; `held`: postponed, because a report was not yet on disk; `off`: not for this installation. */
export type CheckOutcome = 'current' | 'found' | 'downloaded' | 'failed' | 'held' | 'off';

export interface Check {
  /** When it ended, in ms since the epoch. */
  at: number;
  outcome: CheckOutcome;
}

/** Returns the delay before the next automatic check. `random` is in [0, 1). */
export function delayAfter(last: Check | undefined, random: number): number {
  switch (last?.outcome) {
    case undefined:
      return START_MS + random * START_SPREAD_MS;
    case 'held':
      return HELD_MS;
    case 'failed':
      return backoffDelay(1, { firstMs: RETRY_MS, maxMs: RETRY_MS }, random);
    default:
      return EVERY_MS * (0.75 + random / 2);
  }
}

/** Whether to check when the machine wakes (timers stop during sleep) or the network returns. */
export function isDue(last: Check | undefined, now: number): boolean {
  if (!last) return true;
  const age = now - last.at;
  // The clock was set back, so the age is unknown.
  if (age < 0) return true;
  return age >= (last.outcome === 'failed' || last.outcome === 'held' ? LEAST_MS : EVERY_MS);
}

/**
 * Where updates come from, or why there are none; `off` is empty if the reason needs no message. A packaged app checks over
 * https only; an unpackaged one only on this machine, for trying updates out.
 */
export function updateSource(updateUrl: string | undefined, packaged: boolean) {
  if (updateUrl === undefined) return { off: '' };
  const url = new URL(updateUrl);
  if (!packaged) return isThisMachine(url) ? { url: updateUrl } : { off: '' };
  return url.protocol === 'https:'
    ? { url: updateUrl }
    : { off: 'Updates are off: "updateUrl" must be an https address in an installed app.' };
}
