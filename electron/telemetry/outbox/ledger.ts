/** What is known of a folder's files, and the sums over it. In memory only; never touches the disk. */
import type { EnvelopeName } from './name.ts';
import { type Aged, chargeOf, firstToGo, goesBefore, type Held, QUARANTINE } from './retention.ts';

/** An envelope that waits. */
export interface Entry extends EnvelopeName, Held, Aged {
  lane: EnvelopeName['lane'];
  replay: EnvelopeName['replay'];
  time: number;
  /** File name without a claim; the key of the entry. */
  readonly file: string;
  /** Bytes it takes from the budget. */
  readonly charge: number;
  /** Process id of the instance that is sending it. */
  claim: number | undefined;
  /** Another instance is sending it. */
  taken: boolean;
  /** The bytes, as long as the disk cannot be written. */
  data: Buffer | undefined;
  /** How often its file could not be read. */
  readErrors: number;
  /** Done with; only its file could not be removed yet. */
  finished: boolean;
}

/** A file in quarantine. */
export interface Quarantined extends Held {
  readonly file: string;
  readonly charge: number;
}

export class Ledger {
  readonly entries = new Map<string, Entry>();
  readonly quarantined = new Map<string, Quarantined>();
  /** Bytes on disk, whole blocks counted; writers add what they are about to write. */
  used = 0;
  /** Bytes of the envelopes that are only in memory. */
  memory = 0;
  /** Grows with each `clear`, so that a write that was under way then is known to be void. */
  clears = 0;
  #order = 0;
  readonly #withErrors = new Set<string>();

  /** An entry that is not counted yet. `ageWhenSeen` and `steady` in milliseconds. */
  entryOf(name: EnvelopeName, file: string, ageWhenSeen: number, steady: number): Entry {
    if (name.lane === 0 && name.replay) this.#withErrors.add(name.replay);
    return {
      ...name,
      file,
      order: this.#nextOrder(),
      charge: chargeOf(name.size),
      ageWhenSeen,
      seenAt: steady,
      claim: undefined,
      taken: false,
      data: undefined,
      readErrors: 0,
      finished: false,
    };
  }

  /** Counts an entry in: on disk, or in memory when it carries its bytes. */
  add(entry: Entry): void {
    if (this.entries.has(entry.file)) return;
    this.entries.set(entry.file, entry);
    if (entry.data) this.memory += entry.size;
    else this.used += entry.charge;
  }

  /** Counts an entry out; one that was met anew since is another. */
  forget(entry: Entry): void {
    if (this.entries.get(entry.file) !== entry) return;
    this.entries.delete(entry.file);
    if (entry.data) this.memory -= entry.size;
    else this.used -= entry.charge;
  }

  /** Counts a file in quarantine in. */
  addQuarantined(file: string, size: number): void {
    if (this.quarantined.has(file)) return;
    const charge = chargeOf(size);
    const one = { file, charge, lane: QUARANTINE, order: this.#nextOrder(), replay: undefined };
    this.quarantined.set(file, one);
    this.used += charge;
  }

  /** Counts a file in quarantine out. */
  forgetQuarantined(file: string): void {
    this.used -= this.quarantined.get(file)?.charge ?? 0;
    this.quarantined.delete(file);
  }

  /** What must go next from the disk for `newcomer`; nothing when the newcomer itself is the one to go. */
  nextToGo(newcomer: Held): Entry | Quarantined | undefined {
    const first = firstToGo(this.#onDisk(), this.#withErrors);
    return first && !goesBefore(newcomer, first, this.#withErrors) ? first : undefined;
  }

  /** What must go next from memory. */
  nextToGoFromMemory(): Entry | undefined {
    return firstToGo(this.inMemory(), this.#withErrors);
  }

  /** The envelopes that are only in memory, the last to go first. */
  inMemory(): Entry[] {
    const waiting = [...this.entries.values()].filter((entry) => entry.data && !entry.finished);
    return waiting.sort((a, b) => (goesBefore(a, b, this.#withErrors) ? 1 : -1));
  }

  /** Forgets everything. */
  clear(): void {
    this.entries.clear();
    this.quarantined.clear();
    this.used = 0;
    this.memory = 0;
    this.clears += 1;
  }

  *#onDisk(): Iterable<Entry | Quarantined> {
    yield* this.quarantined.values();
    for (const entry of this.entries.values()) if (!entry.data) yield entry;
  }

  #nextOrder(): number {
    this.#order += 1;
    return this.#order;
  }
}
