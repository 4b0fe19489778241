/** What the outbox tells about itself: the diagnostics page and tests read it. */

import { LANES } from './lanes.ts';
import type { Ledger } from './ledger.ts';
import type { Verdict } from './policy.ts';

/** How many envelopes, since this run began. */
export interface Counters {
  /** Accepted: on disk, or in memory while the disk could not be written. */
  accepted: number;
  /** Answered with 2xx by the server. */
  sent: number;
  /** Removed because the server will never accept them (400, 413). */
  rejected: number;
  /** Removed to stay in the budget. */
  evicted: number;
  /** Not stored because all that waited was more important. */
  refused: number;
  /** Removed because of their age. */
  overdue: number;
  /** Lost from memory, which is bounded, while the disk could not be written. */
  unsaved: number;
  /** Put into quarantine because their bytes were not the ones that were stored. */
  quarantined: number;
  /** Not taken because reports are off. */
  declined: number;
  /** Lost because something threw while their bytes were made. */
  failed: number;
}

export function emptyCounters(): Counters {
  return {
    accepted: 0,
    sent: 0,
    rejected: 0,
    evicted: 0,
    refused: 0,
    overdue: 0,
    unsaved: 0,
    quarantined: 0,
    declined: 0,
    failed: 0,
  };
}

/** Something that went wrong with the disk. `at` in milliseconds since the epoch. */
export interface Trouble {
  /** Node's code, such as `ENOSPC`. */
  code: string;
  message: string;
  at: number;
}

/** The state of the folder. Sizes in bytes, times in milliseconds since the epoch. */
export interface StoreState {
  folder: string;
  lanes: { name: string; count: number; bytes: number; oldest: number | undefined }[];
  /** Envelopes that are not on disk because it cannot be written. */
  inMemory: number;
  quarantined: number;
  /** Files of another version of the app: kept, not sent. */
  foreign: number;
  usedBytes: number;
  maxBytes: number;
  /** What the disk did wrong last, until it does something right. */
  trouble: Trouble | undefined;
}

/** The state of sending. Times in milliseconds since the epoch. */
export interface SenderState {
  /** Requests under way. */
  inFlight: number;
  /** When the next request may be made; absent when nothing waits or sending is not wanted. */
  nextAttempt: number | undefined;
  /** The last answer, or the error that came in its place. */
  lastAnswer: { at: number; verdict: Verdict; status?: number; error?: string } | undefined;
  /** Until when the server limits categories. */
  limits: Record<string, number>;
}

/** `ask`: stored, not sent. `on`: stored and sent. `off`: neither. */
export type Mode = 'ask' | 'on' | 'off';

/** All of it. */
export interface OutboxState extends StoreState, SenderState {
  mode: Mode;
  counters: Readonly<Counters>;
}

/** Sums a ledger up. */
export function summarise(
  ledger: Ledger,
  rest: Pick<StoreState, 'folder' | 'foreign' | 'maxBytes' | 'trouble'>,
): StoreState {
  const lanes: StoreState['lanes'] = LANES.map((name) => ({ name, count: 0, bytes: 0, oldest: undefined }));
  let inMemory = 0;
  for (const entry of ledger.entries.values()) {
    if (entry.finished) continue;
    if (entry.data) inMemory += 1;
    const lane = lanes[entry.lane];
    if (!lane) continue;
    lane.count += 1;
    lane.bytes += entry.size;
    lane.oldest = Math.min(lane.oldest ?? Number.POSITIVE_INFINITY, entry.time);
  }
  return { ...rest, lanes, inMemory, quarantined: ledger.quarantined.size, usedBytes: ledger.used };
}
