/** A stored envelope in memory, and the counts of all envelopes. */
import type { NamedFile } from './disk.ts';

/** A stored envelope: the facts in its file name, and its history in this run. */
export interface StoredEnvelope extends NamedFile {
  /** Sent or rejected, but its file could not be removed yet. */
  isDone: boolean;
  /** The server said that it is too large. */
  isTooLarge: boolean;
  /** Failed uploads since the last wake, and until when it waits because of them. */
  failures: number;
  heldUntil: number;
}

/** Creates the state of an envelope that was just stored, or that an earlier run left. */
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
  /** Never accepted by the server: removed after 400, quarantined after 413. */
  rejected: 0,
  /** Removed to stay within the budget. */
  evicted: 0,
  /** Not stored: everything that waited was more important, or the disk could not be written. */
  refused: 0,
  /** Removed because of their age. */
  overdue: 0,
  /** Quarantined: damaged, or too large for the server. */
  quarantined: 0,
  /** Lost because they could not be serialised. */
  failed: 0,
});
