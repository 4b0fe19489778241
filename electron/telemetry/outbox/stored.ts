/** The envelopes that are stored, in memory only: what their file names say, and what happened to them in this run. */
import type { EnvelopeName } from './name.ts';
import { chargeOf, firstToGo, givesWay, type Held } from './outbox.policy.ts';

export interface StoredEnvelope extends EnvelopeName, Held {
  /** Path within the folder; the key. */
  file: string;
  /** Sent or rejected, but its file could not be removed yet. */
  isDone: boolean;
  /** The server said that it is too large. */
  isTooLarge: boolean;
  /** Uploads that failed since the last wake, and until when it waits because of that. */
  failures: number;
  heldUntil: number;
}

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

/** After the last time that a file name can hold. Times before it are exact when they are multiplied. */
const END_OF_TIME = 1e13;
const SAME_TIME = 1_000;

export class StoredEnvelopes {
  /** Bytes that all take from the budget. A sum: storing one must not cost more when more wait. */
  used = 0;
  #order = 0;
  readonly #all = new Map<string, StoredEnvelope>();
  readonly #replaysOfErrors = new Set<string>();

  get(file: string): StoredEnvelope | undefined {
    return this.#all.get(file);
  }

  /** In the order of arrival. */
  all(): Iterable<StoredEnvelope> {
    return this.#all.values();
  }

  /** What is to be sent, in the order of arrival. */
  *waiting(): Iterable<StoredEnvelope> {
    for (const one of this.#all.values()) if (!one.isDone && !one.isQuarantined) yield one;
  }

  /** Adds what an earlier run left, in any order. @param nth its place among those of the same time, below 1,000 */
  addEarlier(file: string, name: EnvelopeName, nth: number, isQuarantined: boolean): void {
    const order = (name.time - END_OF_TIME) * SAME_TIME + nth;
    this.add({ ...this.create(file, name), order, isQuarantined });
  }

  /** An envelope that is not added yet. */
  create(file: string, name: EnvelopeName): StoredEnvelope {
    this.#order += 1;
    return {
      ...name,
      file,
      order: this.#order,
      isQuarantined: false,
      isDone: false,
      isTooLarge: false,
      failures: 0,
      heldUntil: 0,
    };
  }

  add(one: StoredEnvelope): void {
    this.#all.set(one.file, one);
    this.used += chargeOf(one.size);
    if (one.priority === 0 && one.replay) this.#replaysOfErrors.add(one.replay);
  }

  remove(one: StoredEnvelope): void {
    if (this.#all.delete(one.file)) this.used -= chargeOf(one.size);
  }

  clear(): void {
    this.#all.clear();
    this.used = 0;
  }

  /** What makes `bytes` of room for `newcomer`; undefined if not enough of it is less important. */
  roomFor(newcomer: StoredEnvelope, bytes: number): StoredEnvelope[] | undefined {
    const going: StoredEnvelope[] = [];
    let left = bytes;
    const count = Math.ceil(bytes / chargeOf(0));
    for (const one of firstToGo(this.#all.values(), count, this.#replaysOfErrors)) {
      if (left <= 0) break;
      if (!givesWay(one, newcomer, this.#replaysOfErrors)) return undefined;
      going.push(one);
      left -= chargeOf(one.size);
    }
    return left > 0 ? undefined : going;
  }
}
