/** A stored envelope in memory, and the counts of what happened to all. */
import type { NamedFile } from './disk.ts';

/** A stored envelope: what its file name says, and what happened to it in this run. */
export interface StoredEnvelope extends NamedFile {
  /** Sent or rejected, but its file could not be removed yet. */
  isDone: boolean;
  /** The server said that it is too large. */
  isTooLarge: boolean;
  /** Uploads that failed since the last wake, and until when it waits because of that. */
  failures: number;
  heldUntil: number;
}

/** One that was just stored, or that an earlier run left. */
export const createStored = (file: NamedFile): StoredEnvelope => ({
  ...file,
  isDone: false,
  isTooLarge: false,
  failures: 0,
  heldUntil: 0,
});

/** Envelopes since the start of this run. */
export const emptyCounters = () => ({
  /** Stored: on disk, or in memory while the disk could not be written. */
  accepted: 0,
  sent: 0,
  /** Never accepted by the server: removed after 400, put into quarantine after 413. */
  rejected: 0,
  /** Removed to stay in the budget. */
  evicted: 0,
  /** Not stored: everything that waited was more important, or the disk could not be written. */
  refused: 0,
  /** Removed because of their age. */
  overdue: 0,
  /** Put into quarantine: damaged, or too large for the server. */
  quarantined: 0,
  /** Lost because their bytes could not be made. */
  failed: 0,
});
