/** What an hour without a network comes to. */
export interface Hour {
  /** Different errors that arrived in the time after the network came back. */
  errors: number;
  segments: number;
  /** Milliseconds from the network's return to the first error and to the last one. */
  firstError: number;
  lastError: number;
  /** Requests made while there was no network. */
  attempts: number;
}
