/** How long main waits before it does something that a person, or a test, waits for. */

import { LIMITS } from './limits.ts';

/** In milliseconds. Read them when needed: `overrideDurations` may have changed them. */
export const DURATIONS = {
  /** The window is shown after this time at the latest, painted or not. */
  showMs: 1_000,
  /**
   * From the start of a load to its document, in a window that shows nothing meanwhile. Main itself serves it from the
   * disk.
   */
  commitMs: 5_000,
  /** From the start of a load until the page is painted, or says that it waits for its data. */
  readyMs: 10_000,
  /**
   * From there until the page is painted with its data, at least: `allowPageData` makes it longer with the setting
   * `dataTimeout`. The page itself gives up earlier (renderer/data).
   */
  dataMs: 60_000,
  /** For a page that is not ready in time to give a sign of life. */
  signMs: 2_000,
  /** For a page to answer a ping (the SDK's own limit for a blocked page is 5 s too). */
  pingMs: 5_000,
  /** From ready, or from a navigation inside the page, to the look whether the page has painted anything. */
  lookMs: 2_000,
  /** From a press in a page that is ready, or the loss of its content: it may be empty while it waits for something. */
  pressedMs: 5_000,
  /** Between two looks at a page that nothing has happened to. */
  lookAgainMs: 60_000,
  /** Five loads within this time, for which nobody asked, are a loop. */
  loopMs: 10_000,
  /** The longest pause after the first failed load. */
  retryMs: 5_000,
  /** The longest pause after any failed load, as in Zulip's app. */
  retryMaxMs: 300_000,
  /** A retry starts within this time when the network is back or the computer wakes. */
  wakeMs: 1_000,
  /** For the first instance to answer a second start; then the user is asked. */
  instanceMs: 2_000,
  /** Within which the first reports are sent after a wake: spread by chance, so that machines do not arrive together. */
  sendMs: 2_000,
  /** For each server that the diagnostics ask. */
  probeMs: 5_000,
};

export type Durations = typeof DURATIONS;

/** For the pauses between a page's attempts, and for painting. */
const AROUND_ATTEMPTS_MS = 15_000;

/**
 * Lets a page wait for its data as long as its attempts may take.
 * @param waitMs how long main waits for the server in each attempt
 */
export function allowPageData(waitMs: number): void {
  const attempts: number = LIMITS.pageDataAttempts.value;
  DURATIONS.dataMs = Math.max(DURATIONS.dataMs, attempts * waitMs + AROUND_ATTEMPTS_MS);
}

/**
 * Changes entries, for tests.
 * @param text JSON, such as `{"readyMs": 2000}`
 * @throws Error that names what is no entry, or no number
 */
export function overrideDurations(text: string): void {
  for (const [name, value] of Object.entries<unknown>(JSON.parse(text))) {
    if (!Object.hasOwn(DURATIONS, name) || typeof value !== 'number')
      throw new Error(`HOLDFAST_DURATIONS: ${name} is no duration, or ${JSON.stringify(value)} no number`);
    DURATIONS[name as keyof Durations] = value;
  }
}
