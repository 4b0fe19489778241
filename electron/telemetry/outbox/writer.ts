/** Getting envelopes onto the disk within the budget, and into memory while the disk cannot be written. */
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import type { Prepared } from './envelope.ts';
import { codeOf, type Files } from './files.ts';
import type { Entry, Ledger, Quarantined } from './ledger.ts';
import { QUARANTINE_FOLDER, UNFINISHED_FOLDER } from './listing.ts';
import { claimedName, type EnvelopeName, formatName } from './name.ts';
import type { Counters, Trouble } from './state.ts';

/** Where an envelope went: on disk, in memory because the disk cannot be written, or nowhere. */
export type Kept = 'disk' | 'memory' | 'refused';

/** Why an envelope left without having been sent. */
export type DropReason = 'evicted' | 'refused' | 'overdue' | 'unsaved';

export interface StoreOptions {
  folder: string;
  /** Budget in bytes, whole blocks and names counted. */
  maxBytes: number;
  /** Age in milliseconds after which an envelope is removed. */
  maxAge: number;
  /** Bytes kept in memory while the disk cannot be written. */
  maxMemory: number;
  files: Files;
  clock: Clock;
  /** This process's id. */
  owner: number;
  /** Whether a process with some id runs. */
  isRunning: (pid: number) => boolean;
  onDrop: (name: EnvelopeName, reason: DropReason) => void;
}

export class Writer {
  /** What the disk did wrong last, until it does something right. */
  trouble: Trouble | undefined;
  readonly #options: StoreOptions;
  readonly #ledger: Ledger;
  readonly #counters: Counters;
  readonly #pending = new Set<Promise<unknown>>();
  #foldersMade = false;
  #madeRoomInVain = false;
  #temporary = 0;

  constructor(options: StoreOptions, ledger: Ledger, counters: Counters) {
    this.#options = options;
    this.#ledger = ledger;
    this.#counters = counters;
  }

  /** Stores an envelope; when this returns `disk`, it outlives the process and a power cut. */
  put({ label, data }: Prepared): Kept {
    const entry = this.#entryOf(label);
    const same = this.#ledger.entries.get(entry.file);
    if (same) return same.data ? 'memory' : 'disk';
    try {
      if (!this.#makeRoom(entry)) return this.#refuse(entry);
      this.#write(entry, data);
    } catch (error) {
      return this.#keepInMemory(entry, data, error);
    }
    return this.#hold(entry);
  }

  /** The same without blocking, for envelopes that may be lost with the process until it resolves. */
  putLater(prepared: Prepared): Promise<Kept> {
    const write: Promise<Kept> = this.#putLater(prepared).finally(() => this.#pending.delete(write));
    this.#pending.add(write);
    return write;
  }

  /** Writes of `putLater` that are under way. */
  get pending(): ReadonlySet<Promise<unknown>> {
    return this.#pending;
  }

  /** Writes what is only in memory, the most important and newest first, as far as the disk lets it. */
  saveMemory(): void {
    for (const entry of this.#ledger.inMemory()) {
      const { data } = entry;
      if (!data) continue;
      try {
        if (!this.#makeRoom(entry)) {
          this.drop(entry, 'refused');
          continue;
        }
        this.#write(entry, data);
      } catch (error) {
        this.report(error);
        return;
      }
      this.#ledger.forget(entry);
      entry.data = undefined;
      this.#ledger.add(entry);
    }
  }

  /** Removes an envelope that was not sent, and says so. */
  drop(entry: Entry, reason: DropReason): void {
    if (!entry.data) this.#options.files.remove(this.pathOf(entry));
    this.#ledger.forget(entry);
    if (entry.finished) return;
    this.#counters[reason] += 1;
    this.#options.onDrop(entry, reason);
  }

  /** Where an entry's file is. */
  pathOf(entry: Pick<Entry, 'file' | 'claim'>): string {
    const { file, claim } = entry;
    return join(this.#options.folder, claim === undefined ? file : claimedName(file, claim));
  }

  /** Keeps what went wrong with the disk for the diagnostics page. */
  report(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.trouble = { code: codeOf(error), message, at: this.#options.clock.wall() };
  }

  /** Writes a small file of the outbox's own. Throws Node's file system error. */
  writeOwn(file: string, text: string): void {
    this.#makeFolders();
    const { files, folder } = this.#options;
    files.write(this.#temporaryPath(), join(folder, file), Buffer.from(text));
  }

  async #putLater({ label, data }: Prepared): Promise<Kept> {
    const entry = this.#entryOf(label);
    const { clears } = this.#ledger;
    try {
      if (!this.#makeRoom(entry)) return this.#refuse(entry);
      // Counted before it is written, so that writes that run at the same time stay in the budget together.
      this.#ledger.used += entry.charge;
      await this.#writeLater(entry, data).finally(() => {
        if (clears === this.#ledger.clears) this.#ledger.used -= entry.charge;
      });
    } catch (error) {
      return clears === this.#ledger.clears ? this.#keepInMemory(entry, data, error) : 'refused';
    }
    if (clears !== this.#ledger.clears) {
      this.#options.files.remove(this.pathOf(entry));
      return 'refused';
    }
    return this.#hold(entry);
  }

  #entryOf(label: Prepared['label']): Entry {
    const { clock } = this.#options;
    const name = { ...label, time: clock.wall() };
    return this.#ledger.entryOf(name, formatName(name), 0, clock.steady());
  }

  #refuse(entry: Entry): Kept {
    this.#counters.refused += 1;
    this.#options.onDrop(entry, 'refused');
    return 'refused';
  }

  #worked(): void {
    this.trouble = undefined;
    this.#madeRoomInVain = false;
  }

  #hold(entry: Entry): Kept {
    this.#ledger.add(entry);
    this.#counters.accepted += 1;
    if (this.#ledger.memory > 0) this.saveMemory();
    return 'disk';
  }

  /** Removes what is less important until `entry` fits; false when `entry` is the least important. */
  #makeRoom(entry: Entry): boolean {
    if (entry.charge > this.#options.maxBytes) return false;
    while (this.#ledger.used + entry.charge > this.#options.maxBytes) {
      const next = this.#ledger.nextToGo(entry);
      if (!next) return false;
      this.#evict(next);
    }
    return true;
  }

  #evict(held: Entry | Quarantined): void {
    if ('claim' in held) {
      this.drop(held, 'evicted');
      return;
    }
    this.#options.files.remove(join(this.#options.folder, QUARANTINE_FOLDER, held.file));
    this.#ledger.forgetQuarantined(held.file);
  }

  #write(entry: Entry, data: Buffer): void {
    const path = join(this.#options.folder, entry.file);
    this.#makeFolders();
    try {
      this.#options.files.write(this.#temporaryPath(), path, data);
    } catch (error) {
      if (!this.#isWorthAnotherTry(entry, error)) throw error;
      this.#options.files.write(this.#temporaryPath(), path, data);
    }
    this.#worked();
  }

  async #writeLater(entry: Entry, data: Buffer): Promise<void> {
    const path = join(this.#options.folder, entry.file);
    this.#makeFolders();
    try {
      await this.#options.files.writeLater(this.#temporaryPath(), path, data);
    } catch (error) {
      if (!this.#isWorthAnotherTry(entry, error)) throw error;
      await this.#options.files.writeLater(this.#temporaryPath(), path, data);
    }
    this.#worked();
  }

  #isWorthAnotherTry(entry: Entry, error: unknown): boolean {
    const code = codeOf(error);
    if (code === 'ENOENT') {
      // Somebody removed the folder while the app runs.
      this.#foldersMade = false;
      this.#makeFolders();
      return true;
    }
    if ((code !== 'ENOSPC' && code !== 'EDQUOT') || this.#madeRoomInVain) return false;
    // Somebody else filled the disk: what is less important makes room, twice its size for good measure.
    // Where that did not help (space kept for the system, others that take it), it is not done again.
    this.#madeRoomInVain = true;
    let freed = 0;
    while (freed < 2 * entry.charge) {
      const next = this.#ledger.nextToGo(entry);
      if (!next) break;
      this.#evict(next);
      freed += next.charge;
    }
    return freed > 0;
  }

  #keepInMemory(entry: Entry, data: Buffer, error: unknown): Kept {
    this.report(error);
    const { maxMemory } = this.#options;
    entry.data = data;
    this.#ledger.add(entry);
    while (this.#ledger.memory > maxMemory) {
      const next = this.#ledger.nextToGoFromMemory();
      if (!next) break;
      this.drop(next, 'unsaved');
      if (next === entry) return 'refused';
    }
    this.#counters.accepted += 1;
    return 'memory';
  }

  #temporaryPath(): string {
    this.#temporary += 1;
    return join(this.#options.folder, UNFINISHED_FOLDER, `${this.#options.owner}-${this.#temporary}.tmp`);
  }

  #makeFolders(): void {
    if (this.#foldersMade) return;
    const { folder, files } = this.#options;
    for (const name of ['', UNFINISHED_FOLDER, QUARANTINE_FOLDER]) files.makeFolder(join(folder, name));
    this.#foldersMade = true;
  }
}
