import { LIMITS } from './limits.ts';

/**
 * How long main waits for events that a person, or a test, also waits for, in ms. Read each value when you need it:
 * `overrideDurations` may have changed it.
 */
export const DURATIONS = {
  /** The window is shown after this time at the latest, even if nothing is painted. */
  showMs: 1_000,
  /** From the start of a load to its document. The window shows nothing meanwhile; main serves the document from disk. */
  commitMs: 5_000,
  /** From the start of a load until the page is painted, or reports that it waits for its data. */
  readyMs: 10_000,
  /** From the start of a load to its document while another page stays: as long as `responseTimeout`, which may be minutes. */
  leaveMs: 300_000,
  /** From the start of that load until the window says that a page is loading. */
  tellMs: 2_000,
  /** From then until the page is painted with its data, at least (`allowPageData`). The page itself gives up earlier. */
  dataMs: 60_000,
  /** How long a page that missed `readyMs` has to show that it is alive. */
  signMs: 2_000,
  /** How long a page has to answer a ping (the SDK also counts a page as blocked after 5 s). */
  pingMs: 5_000,
  /** How long a visible page that is looked at may be busy without an answer. */
  busyMs: 10_000,
  /** From ready, or from a navigation inside the page, until main checks that the page has painted something. */
  lookMs: 2_000,
  /** From a press in a ready page, or the loss of its content, until that check: it may be empty while it waits. */
  pressedMs: 5_000,
  /** Between two such checks of a page that nothing has happened to. */
  lookAgainMs: 60_000,
  /** Five loads that nobody asked for within this time are a loop. */
  loopMs: 10_000,
  /** The longest pause after the first failed load. */
  retryMs: 5_000,
  /** The longest pause after any number of failed loads, as in Zulip's app. */
  retryMaxMs: 300_000,
  /** When the network is back or the computer wakes, a retry starts within this time. */
  wakeMs: 1_000,
  /** How long the first instance has to answer a second start; then the user is asked. */
  instanceMs: 2_000,
  /** After a wake, the first reports are sent at a random time within this one, so that machines do not arrive together. */
  sendMs: 2_000,
  /** How long a text stays over the window's lower edge. */
  toldMs: 8_000,
  /** How long the diagnostics wait for each server. */
  probeMs: 5_000,
};

export type Durations = typeof DURATIONS;

/** What a test has set, which nothing changes later. */
let overrides: Partial<Durations> = {};

export const allowTime = (durations: Partial<Durations>): Durations =>
  Object.assign(DURATIONS, durations, overrides);

/**
 * Lets a page wait for its data as long as its attempts may take, and 15 s for the pauses between them and painting.
 * @param waitMs of the worker, in each attempt
 */
export const allowPageData = (waitMs: number): Durations =>
  allowTime({ dataMs: Math.max(DURATIONS.dataMs, LIMITS.pageDataAttempts.value * waitMs + 15_000) });

/** Overrides entries, for tests. @param text JSON, such as `{"readyMs": 2000}` */
export function overrideDurations(text: string): void {
  const given: Partial<Durations> = JSON.parse(text);
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(DURATIONS, name));
  if (unknown.length > 0) throw new Error(`HOLDFAST_DURATIONS: there is no duration ${unknown.join(', ')}`);
  overrides = given;
  allowTime({});
}
