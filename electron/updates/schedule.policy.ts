/** Where updates are looked for, and when: decisions without Electron. Times in milliseconds. */

import { isThisMachine } from '../settings/schema.ts';
import { backoffDelay } from '../shared/backoff.ts';

/** After the start: first the window has to paint. Spread, so that many machines do not ask at once. */
const START_MS = 10_000;
const START_SPREAD_MS = 50_000;
/** Between two looks, a quarter less to a quarter more. */
const EVERY_MS = 4 * 3_600_000;
/** After a look that failed: there is no hurry that would grow, so it does not double. */
const RETRY = { firstMs: 40 * 60_000, maxMs: 40 * 60_000 };
/** While a report is not on disk. */
const HELD_MS = 60_000;
/** Between a look that failed and the next that the network or the end of sleep brings about. */
const LEAST_MS = 60_000;

/** How a look ended: nothing new, an update downloaded, no answer, or not begun because a report was not on disk. */
export type Outcome = 'current' | 'downloaded' | 'failed' | 'held';

export interface Look {
  /** When it ended, since the epoch. */
  at: number;
  outcome: Outcome;
}

/** The time until the next look that nobody asks for. `random` is in [0, 1). */
export function delayAfter(last: Look | undefined, random: number): number {
  switch (last?.outcome) {
    case undefined:
      return START_MS + random * START_SPREAD_MS;
    case 'held':
      return HELD_MS;
    case 'failed':
      return backoffDelay(1, RETRY, random);
    case 'current':
    case 'downloaded':
      return EVERY_MS * (0.75 + random / 2);
  }
}

/** Whether to look at once when the machine wakes or the network is back: timers stand still in sleep. */
export function isDue(last: Look | undefined, now: number): boolean {
  if (!last) return true;
  const age = now - last.at;
  // Somebody set the clock back: nothing is known about the age.
  if (age < 0) return true;
  return age >= (last.outcome === 'failed' || last.outcome === 'held' ? LEAST_MS : EVERY_MS);
}

/** Where updates come from, or why from nowhere; `off` is empty when there is nothing to say about it. */
export type Source = { url: string } | { off: string };

/**
 * Decides by the setting. What is installed asks over https only. What is not packaged is a checkout: it asks only an
 * update server on this machine, to try updates out.
 */
export function updateSource(updateUrl: string | undefined, packaged: boolean): Source {
  if (updateUrl === undefined) return { off: '' };
  const url = new URL(updateUrl);
  if (!packaged) return isThisMachine(url) ? { url: updateUrl } : { off: '' };
  return url.protocol === 'https:'
    ? { url: updateUrl }
    : { off: 'Updates are off: "updateUrl" must be an https address in an installed app.' };
}
