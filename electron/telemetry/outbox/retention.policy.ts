/** What must go when the outbox is full or old. Pure: no clock, no disk. */

/** A file takes whole blocks of the disk; 4096 bytes is the block of NTFS, APFS and ext4. */
const BLOCK = 4096;
/** What a name of this length takes in its folder, in bytes. */
const NAME = 256;
/** Earlier wall clocks are of machines that lost their time, and say nothing about age. */
const EARLIEST_PLAUSIBLE = Date.UTC(2024, 0, 1);
export const DAY_MS = 86_400_000;

/** What is kept, as far as eviction looks at it. */
export interface Held {
  priority: number;
  /** Grows with arrival, so that a clock that jumps does not decide what goes. */
  order: number;
  replay: string | undefined;
  /** The first error of its run. */
  isFirst: boolean;
  isQuarantined: boolean;
}

/** Bytes that a file of `size` bytes takes from the budget: whole blocks, at least one, and its name. */
export function chargeOf(size: number): number {
  return Math.max(1, Math.ceil(size / BLOCK)) * BLOCK + NAME;
}

/**
 * What has a lower rank goes first: files in quarantine, then the least important priority, and in it replays of no
 * error before those of one, errors before the first of a run.
 */
function rankOf(held: Held, withErrors: ReadonlySet<string>): number {
  if (held.isQuarantined) return -1;
  const isOfError = held.replay !== undefined && withErrors.has(held.replay);
  const isKept = held.priority === 0 ? held.isFirst : isOfError;
  return (3 - held.priority) * 2 + (isKept ? 1 : 0);
}

/**
 * Whether `a` goes before `b`; of the same rank the older.
 * @param withErrors replays (8 digits) that an error belongs to
 */
export function goesBefore(a: Held, b: Held, withErrors: ReadonlySet<string>): boolean {
  const [rankA, rankB] = [rankOf(a, withErrors), rankOf(b, withErrors)];
  return rankA === rankB ? a.order < b.order : rankA < rankB;
}

/** Whether `held` makes room for `newcomer`. No error is refused for the sake of older ones. */
export function givesWay(held: Held, newcomer: Held, withErrors: ReadonlySet<string>): boolean {
  if (held.priority === 0 && newcomer.priority === 0)
    return held.isQuarantined || held.order < newcomer.order;
  return goesBefore(held, newcomer, withErrors);
}

/**
 * Whether the wall clock is right as far as one can tell: no earlier than the one that was believed last, and no later
 * than the time for which an app that is used stands still. A clock that is a year ahead makes nothing old.
 * @param believed the wall clock that was believed last; all in milliseconds
 */
export function isBelievable(wall: number, believed: number, maxAge: number): boolean {
  return wall > believed - DAY_MS && wall - believed <= maxAge;
}

/** Whether what was captured at `time` is older than `maxAge`, by the wall clock; never when either lost its time. */
export function isOverdue(time: number, wall: number, maxAge: number): boolean {
  return time >= EARLIEST_PLAUSIBLE && wall - time > maxAge;
}
