/** What is known of the outbox's files, and the sums over it. In memory only; never touches the disk. */

import { PRIORITIES } from './envelope.ts';
import { type EnvelopeName, formatName } from './folder.ts';
import { chargeOf, givesWay, goesBefore, type Held } from './outbox.policy.ts';

/** An envelope that waits, or is in quarantine. */
export interface StoredEnvelope extends EnvelopeName, Held {
  /** File name; the key. */
  readonly file: string;
  /** Bytes it takes from the budget. */
  readonly charge: number;
  /** The bytes, as long as the disk cannot be written. */
  data: Buffer | undefined;
  /** The server took it for too large. */
  isTooLarge: boolean;
  /** How often its file could not be read. */
  readErrors: number;
  /** Uploads that failed since the last wake, and until when it waits for that, on the steady clock. */
  failures: number;
  heldUntil: number;
  /** Sent or rejected, but its file could not be removed yet. */
  finished: boolean;
}

export class StoreIndex {
  /** Bytes on disk, whole blocks counted. Kept as sums: storing one must not cost more when more wait. */
  used = 0;
  /** Bytes of the envelopes that are only in memory. */
  memoryUsed = 0;
  #order = 0;
  readonly #all = new Map<string, StoredEnvelope>();
  readonly #withErrors = new Set<string>();

  /** An envelope that is not counted yet. */
  create(name: EnvelopeName, isQuarantined = false): StoredEnvelope {
    this.#order += 1;
    return {
      ...name,
      file: formatName(name),
      order: this.#order,
      charge: chargeOf(name.size),
      isQuarantined,
      data: undefined,
      isTooLarge: false,
      readErrors: 0,
      failures: 0,
      heldUntil: 0,
      finished: false,
    };
  }

  /** In the order of arrival. */
  all(): Iterable<StoredEnvelope> {
    return this.#all.values();
  }

  /** Counts an envelope in: on disk, or in memory when it carries its bytes. */
  add(one: StoredEnvelope): void {
    this.forget(one);
    this.#all.set(one.file, one);
    if (one.data) this.memoryUsed += one.size;
    else this.used += one.charge;
    // What is stored of this replay goes after that of others.
    if (one.priority === 0 && one.replay) this.#withErrors.add(one.replay);
  }

  /** Counts an envelope out. */
  forget({ file }: StoredEnvelope): void {
    const one = this.#all.get(file);
    if (!one) return;
    this.#all.delete(file);
    if (one.data) this.memoryUsed -= one.size;
    else this.used -= one.charge;
  }

  /** Counts an envelope in as on disk, which may have been in memory. */
  saved(one: StoredEnvelope): void {
    this.forget(one);
    one.data = undefined;
    this.add(one);
  }

  /** What must go next from disk or memory for `newcomer`; nothing when the newcomer itself is the one to go. */
  nextToGo(newcomer: Held, isFromMemory: boolean): StoredEnvelope | undefined {
    let first: StoredEnvelope | undefined;
    for (const one of this.#all.values()) {
      const isThere = (one.data !== undefined) === isFromMemory;
      if (isThere && (!first || goesBefore(one, first, this.#withErrors))) first = one;
    }
    return first && givesWay(first, newcomer, this.#withErrors) ? first : undefined;
  }

  clear(): void {
    this.#all.clear();
    this.used = 0;
    this.memoryUsed = 0;
  }
}

/** Counts of envelopes since the start of this run. */
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

export function emptyCounters() {
  return Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Record<(typeof COUNTERS)[number], number>;
}

/** What waits, by priority: counts, bytes, and since when (milliseconds since the epoch). */
export function summarize(waiting: Iterable<Pick<EnvelopeName, 'priority' | 'size' | 'time'>>) {
  const sums = PRIORITIES.map((name) => ({
    name,
    count: 0,
    bytes: 0,
    oldest: undefined as number | undefined,
  }));
  for (const { priority, size, time } of waiting) {
    const sum = sums[priority];
    if (!sum) continue;
    sum.count += 1;
    sum.bytes += size;
    sum.oldest = Math.min(sum.oldest ?? time, time);
  }
  return sums;
}
