/** What is known of the outbox's files, and the sums over it. In memory only; never touches the disk. */

import { PRIORITIES } from './envelope.ts';
import { type EnvelopeName, formatName, type Trouble } from './folder.ts';
import { chargeOf, givesWay, goesBefore, type Held, type ResponseClass } from './outbox.policy.ts';

/** An envelope that waits, or is in quarantine. */
export interface StoredEnvelope extends EnvelopeName, Held {
  priority: EnvelopeName['priority'];
  isFirst: boolean;
  replay: EnvelopeName['replay'];
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
  /** Bytes on disk, whole blocks counted. */
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

  /** Forgets everything. */
  clear(): void {
    this.#all.clear();
    this.used = 0;
    this.memoryUsed = 0;
  }
}

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
