/** What is known of the outbox's files, and the sums over it. In memory only; never touches the disk. */
import { type EnvelopeName, formatName } from './name.ts';
import { chargeOf, givesWay, goesBefore, type Held } from './retention.policy.ts';

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
