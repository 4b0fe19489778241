/** What must go when the outbox is full or old. Pure: no clock, no disk. */

/** A file takes whole blocks of the disk; 4096 bytes is the block of NTFS, APFS and ext4. */
const BLOCK = 4096;
/** What a name of this length takes in its folder, in bytes. */
const NAME = 256;
/** Earlier wall clocks are of machines that lost their time, and say nothing about age. */
const EARLIEST_PLAUSIBLE = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** What is kept, as far as eviction looks at it. */
export interface Held {
  priority: number;
  /** Grows with arrival, so that a clock that jumps does not decide what goes. */
  order: number;
  replay: string | undefined;
  /** The first error of its run. */
  isFirst: boolean;
}

/** Bytes that a file of `size` bytes takes from the budget: whole blocks, at least one, and its name. */
export function chargeOf(size: number): number {
  return Math.max(1, Math.ceil(size / BLOCK)) * BLOCK + NAME;
}

/** One more than the highest rank. */
export const RANKS = 8;

/**
 * What has a lower rank goes first, and in a rank the older: the least important priority, and in it replays of no error
 * before those of one, errors before the first of a run.
 * @param withErrors replays (8 digits) that an error belongs to.
 */
export function rankOf(held: Omit<Held, 'order'>, withErrors: ReadonlySet<string>): number {
  const isOfError = held.replay !== undefined && withErrors.has(held.replay);
  const isKept = held.priority === 0 ? held.isFirst : isOfError;
  return (3 - held.priority) * 2 + (isKept ? 1 : 0);
}

/** Whether `a` goes before `b`. */
export function goesBefore(a: Held, b: Held, withErrors: ReadonlySet<string>): boolean {
  const [rankA, rankB] = [rankOf(a, withErrors), rankOf(b, withErrors)];
  return rankA === rankB ? a.order < b.order : rankA < rankB;
}

/** Whether `held` makes room for `newcomer`. No error is refused for the sake of older ones. */
export function givesWay(held: Held, newcomer: Held, withErrors: ReadonlySet<string>): boolean {
  if (held.priority === 0 && newcomer.priority === 0) return held.order < newcomer.order;
  return goesBefore(held, newcomer, withErrors);
}

/**
 * Whether the wall clock is believed to be right. A clock that is a year ahead makes nothing old: it is believed when
 * a server named the same day in this run, or when the last clock that was believed lies no longer back than
 * `maxAge`, as it does for an app that is used.
 * @param believed the last clock that was believed, in milliseconds since the epoch as `wall` is
 */
export function isBelieved(
  wall: number,
  believed: number | undefined,
  isConfirmed: boolean,
  maxAge: number,
): boolean {
  return isConfirmed || (believed !== undefined && wall > believed - DAY && wall - believed <= maxAge);
}

/** What is known about the age of a stored envelope. Times in milliseconds. */
export interface Aged {
  /** Wall clock at capture, as the name says. */
  time: number;
  /** The age that the wall clock gave when this run first saw the file, and the steady clock then. */
  ageWhenSeen: number;
  seenAt: number;
}

/** The age of a file named `time`, at the wall clock `wall`; 0 when either cannot be right. */
export function ageOf(time: number, wall: number): number {
  if (time < EARLIEST_PLAUSIBLE || wall < EARLIEST_PLAUSIBLE || time > wall + DAY) return 0;
  return Math.max(0, wall - time);
}

/**
 * Whether an envelope is older than `maxAge`, by the wall clock and by the steady clock both: a wall clock
 * that jumps, forward or back, makes nothing old.
 */
export function isOverdue(aged: Aged, wall: number, steady: number, maxAge: number): boolean {
  return ageOf(aged.time, wall) > maxAge && aged.ageWhenSeen + (steady - aged.seenAt) > maxAge;
}
