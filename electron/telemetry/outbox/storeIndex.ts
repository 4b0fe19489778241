/** What is known of the outbox's files, and the sums over it. In memory only; never touches the disk. */
import type { EnvelopeName } from './name.ts';
import { type Aged, chargeOf, givesWay, goesBefore, type Held, RANKS, rankOf } from './retention.policy.ts';

/** An envelope that waits. */
export interface StoredEnvelope extends EnvelopeName, Held, Aged {
  priority: EnvelopeName['priority'];
  isFirst: boolean;
  replay: EnvelopeName['replay'];
  time: number;
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
  /** Sent or rejected, but its file could not be removed yet. */
  finished: boolean;
}

export class StoreIndex {
  /** Bytes on disk, whole blocks counted; writers add what they are about to write. */
  used = 0;
  /** Bytes of the envelopes that are only in memory. */
  memoryUsed = 0;
  /** Grows with each `clear`, so that a write that was under way then is known to be void. */
  clears = 0;
  #order = 0;
  /** By rank and, in it, by order: what goes next is found without looking at what else waits. */
  readonly #onDisk = Array.from({ length: RANKS }, () => new Map<string, StoredEnvelope>());
  readonly #inMemory = new Map<string, StoredEnvelope>();
  readonly #quarantined = new Map<string, number>();
  readonly #withErrors = new Set<string>();

  /** An envelope that is not counted yet. `ageWhenSeen` and `steady` in milliseconds. */
  create(name: EnvelopeName, file: string, ageWhenSeen: number, steady: number): StoredEnvelope {
    if (name.priority === 0 && name.replay) this.#protect(name.replay);
    this.#order += 1;
    return {
      ...name,
      file,
      order: this.#order,
      charge: chargeOf(name.size),
      ageWhenSeen,
      seenAt: steady,
      data: undefined,
      isTooLarge: false,
      readErrors: 0,
      finished: false,
    };
  }

  *all(): Iterable<StoredEnvelope> {
    for (const rank of this.#onDisk) yield* rank.values();
    yield* this.#inMemory.values();
  }

  find(file: string): StoredEnvelope | undefined {
    return this.#inMemory.get(file) ?? this.#onDisk.find((rank) => rank.has(file))?.get(file);
  }

  /** Counts an envelope in: on disk, or in memory when it carries its bytes. */
  add(one: StoredEnvelope): void {
    if (this.find(one.file)) return;
    if (one.data) {
      this.#inMemory.set(one.file, one);
      this.memoryUsed += one.size;
    } else {
      this.#onDisk[rankOf(one, this.#withErrors)]?.set(one.file, one);
      this.used += one.charge;
    }
  }

  /** Counts an envelope out. */
  forget({ file, size, charge }: StoredEnvelope): void {
    if (this.#inMemory.delete(file)) this.memoryUsed -= size;
    else if (this.#onDisk.some((rank) => rank.delete(file))) this.used -= charge;
  }

  get quarantined(): number {
    return this.#quarantined.size;
  }

  /** Counts a file in quarantine in. */
  addQuarantined(file: string, size: number): void {
    this.forgetQuarantined(file);
    this.#quarantined.set(file, chargeOf(size));
    this.used += chargeOf(size);
  }

  /** Counts a file in quarantine out. */
  forgetQuarantined(file: string): void {
    this.used -= this.#quarantined.get(file) ?? 0;
    this.#quarantined.delete(file);
  }

  /** The file in quarantine that goes next: before every envelope. */
  nextQuarantinedToGo(): string | undefined {
    return this.#quarantined.keys().next().value;
  }

  /** What must go next from the disk for `newcomer`; nothing when the newcomer itself is the one to go. */
  nextToGo(newcomer: Held): StoredEnvelope | undefined {
    const first = this.#onDisk
      .find((rank) => rank.size > 0)
      ?.values()
      .next().value;
    return first && givesWay(first, newcomer, this.#withErrors) ? first : undefined;
  }

  /** The envelopes that are only in memory, the last to go first. */
  inMemory(): StoredEnvelope[] {
    const waiting = [...this.#inMemory.values()].filter((one) => !one.finished);
    return waiting.sort((a, b) => (goesBefore(a, b, this.#withErrors) ? 1 : -1));
  }

  /** Forgets everything. */
  clear(): void {
    for (const map of [...this.#onDisk, this.#inMemory, this.#quarantined]) map.clear();
    this.used = 0;
    this.memoryUsed = 0;
    this.clears += 1;
  }

  /** An error belongs to this replay: what is stored of it goes after that of others. */
  #protect(replay: string): void {
    if (this.#withErrors.has(replay)) return;
    this.#withErrors.add(replay);
    for (const [rank, map] of this.#onDisk.entries()) {
      const moved = [...map.values()].filter((one) => rankOf(one, this.#withErrors) !== rank);
      if (moved.length === 0) continue;
      for (const one of moved) map.delete(one.file);
      const target = this.#onDisk[rank + 1];
      const sorted = [...(target?.values() ?? []), ...moved].sort((a, b) => a.order - b.order);
      target?.clear();
      for (const one of sorted) target?.set(one.file, one);
    }
  }
}
