/** Counts of envelopes since the start of this run. */
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
  /** Damaged, or too large for the server. */
  quarantined: 0,
  /** Lost because they could not be serialised. */
  failed: 0,
});
