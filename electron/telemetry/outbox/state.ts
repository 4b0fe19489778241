/** What the outbox tells about itself: the diagnostics page and tests read it. */
import { PRIORITIES } from './envelope.ts';
import type { Trouble } from './folder.ts';
import type { EnvelopeName } from './name.ts';
import type { ResponseClass } from './send.policy.ts';

/** `ask`: stored, not sent. `on`: stored and sent. `off`: neither. */
export type Mode = 'ask' | 'on' | 'off';

const COUNTERS = [
  /** Accepted: on disk, or in memory while the disk could not be written. */
  'accepted',
  /** Answered with 2xx by the server. */
  'sent',
  /** Not sent because the server will never accept them: removed after 400, put into quarantine after 413. */
  'rejected',
  /** Removed to stay in the budget. */
  'evicted',
  /** Not stored because all that waited was more important. */
  'refused',
  /** Removed because of their age. */
  'overdue',
  /** Lost from memory, which is bounded, while the disk could not be written. */
  'unsaved',
  /** Put into quarantine: damaged, or too large for the server. */
  'quarantined',
  /** Not taken because reports are off. */
  'declined',
  /** Lost because something threw while their bytes were made. */
  'failed',
] as const;

/** Counts of envelopes since the start of this run. */
export type OutboxCounters = Record<(typeof COUNTERS)[number], number>;

export function emptyCounters(): OutboxCounters {
  return Object.fromEntries(COUNTERS.map((name) => [name, 0])) as OutboxCounters;
}

/** What waits of one priority. `oldest` in milliseconds since the epoch. */
export interface PrioritySum {
  name: string;
  count: number;
  bytes: number;
  oldest: number | undefined;
}

/** The state of the folder. Sizes in bytes. */
export interface StoreState {
  folder: string;
  priorities: PrioritySum[];
  /** Envelopes that are not on disk because it cannot be written. */
  inMemory: number;
  quarantined: number;
  usedBytes: number;
  maxBytes: number;
  /** The last disk error; the next write that succeeds clears it. */
  trouble: Trouble | undefined;
}

/** The state of sending. Times in milliseconds since the epoch. */
export interface SenderState {
  /** Requests under way. */
  inFlight: number;
  /** When the next request may be made; absent when nothing waits or sending is not wanted. */
  nextAttempt: number | undefined;
  /** The last answer, or the error that came in its place. */
  lastAnswer: { at: number; responseClass: ResponseClass; status?: number; error?: string } | undefined;
  /** Until when the server limits categories. */
  limits: Record<string, number>;
}

/** The whole state. */
export interface OutboxState extends StoreState, SenderState {
  mode: Mode;
  counters: Readonly<OutboxCounters>;
}

/** Counts and bytes of what waits, by priority. */
export function summarize(
  waiting: Iterable<Pick<EnvelopeName, 'priority' | 'size' | 'time'>>,
): PrioritySum[] {
  const sums = PRIORITIES.map((name): PrioritySum => ({ name, count: 0, bytes: 0, oldest: undefined }));
  for (const { priority, size, time } of waiting) {
    const sum = sums[priority];
    if (!sum) continue;
    sum.count += 1;
    sum.bytes += size;
    sum.oldest = Math.min(sum.oldest ?? time, time);
  }
  return sums;
}
