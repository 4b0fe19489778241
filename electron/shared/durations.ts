/** The one table of how long main waits before it does something that a person, or a test, waits for. */

/** In milliseconds. Read where they are used: `overrideDurations` may have changed them. */
export const DURATIONS = {
  /** After which the window is shown, painted or not; every document is painted before its scripts run. */
  showMs: 1_000,
  /**
   * From the start of a load, within which its document must arrive, where the window shows nothing meanwhile. Main
   * itself answers it from the disk.
   */
  commitMs: 5_000,
  /** From the start of a load, within which the page must be painted, or say that it waits for its data. */
  readyMs: 10_000,
  /**
   * Within which the data must have come, and the page be painted. The page itself gives up before: after three attempts
   * of 15 s (renderer/data).
   */
  dataMs: 60_000,
  /** Within which a page must answer a ping (the SDK's own limit for a blocked page is 5 s too). */
  pingMs: 5_000,
  /** From a page that is ready to the look whether it has painted anything. */
  lookMs: 2_000,
  /** The longest pause after a first load that failed: three retries take more than a quarter of a minute. */
  retryMs: 5_000,
  /** The longest pause after any load that failed. As Zulip's: facts of comparable apps. */
  retryMaxMs: 300_000,
  /** A retry starts within this time when the network is back or the computer wakes. */
  wakeMs: 1_000,
  /** Within which the first instance must answer a second start; after it the user is asked. */
  instanceMs: 2_000,
  /** Within which the first reports are sent after a wake: spread by chance, so that machines do not arrive together. */
  sendMs: 2_000,
  /** For each server that the diagnostics ask. */
  probeMs: 5_000,
};

export type Durations = typeof DURATIONS;

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
