/**
 * The store: one file for each envelope, within a budget, and memory while the disk cannot be written. What is known
 * comes from the file names, so there is no index on disk that could disagree with them.
 */
import { checksum, type Prepared } from './envelope.ts';
import { codeOf } from './files.ts';
import { type OutboxFolder, UNFINISHED_FOLDER } from './folder.ts';
import { formatName } from './name.ts';
import { ageOf } from './retention.policy.ts';
import { Retention, type RetentionOptions } from './retention.ts';
import { emptyCounters, type StoreState, summarise } from './state.ts';
import { type StoredEnvelope, StoreIndex } from './storeIndex.ts';

/** A file that cannot be read this many times is put into quarantine. */
const READ_ATTEMPTS = 3;

/** Where an envelope went: on disk, in memory because the disk cannot be written, or nowhere. */
export type Kept = 'disk' | 'memory' | 'refused';

export interface StoreOptions extends RetentionOptions {
  /** Bytes kept in memory while the disk cannot be written. */
  maxMemory: number;
}

export class EnvelopeStore {
  readonly counters = emptyCounters();
  readonly #options: StoreOptions;
  readonly #folder: OutboxFolder;
  readonly #index = new StoreIndex();
  readonly retention: Retention;
  /** Writes of `putLater` that are under way. */
  readonly #pending = new Set<Promise<unknown>>();
  #foreign = 0;
  #hasError = false;

  /** Lists the folder; nothing is made or written before the first envelope. */
  constructor(options: StoreOptions) {
    this.#options = options;
    this.#folder = options.folder;
    this.retention = new Retention(options, this.#index, this.counters);
    for (const file of this.#list().unfinished) {
      this.#folder.attempt(() => this.#folder.remove(UNFINISHED_FOLDER, file));
    }
  }

  /** What waits and is not done with. In no order. */
  *waiting(): Iterable<StoredEnvelope> {
    for (const one of this.#index.all()) if (!one.finished) yield one;
  }

  /** Whether every envelope that was accepted is on disk. */
  get isOnDisk(): boolean {
    return this.#index.memoryUsed === 0 && this.#pending.size === 0;
  }

  /** Resolves when the writes that are under way have ended. Never rejects. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }

  /** Stores an envelope; when this returns `disk`, it outlives the process and a power cut. */
  put({ label, data }: Prepared): Kept {
    const one = this.#create(label);
    const same = this.#index.find(one.file);
    if (same) return same.data ? 'memory' : 'disk';
    try {
      if (!this.retention.makeRoom(one)) return this.#refuse(one);
      this.#folder.write(one.file, data, this.retention.recoverFor(one));
    } catch (error) {
      return this.#keepInMemory(one, data, error);
    }
    return this.#hold(one);
  }

  /** The same without blocking, for envelopes that may be lost with the process until it resolves. */
  putLater(prepared: Prepared): Promise<Kept> {
    const write: Promise<Kept> = this.#putLater(prepared).finally(() => this.#pending.delete(write));
    this.#pending.add(write);
    return write;
  }

  /**
   * The bytes of an envelope; `undefined` when there is nothing to send now: it is gone, cannot be read for
   * the moment, or is damaged and was put into quarantine.
   */
  async read(one: StoredEnvelope): Promise<Buffer | undefined> {
    if (one.data) return one.data;
    try {
      const data = await this.#folder.read(one.file);
      if (data.length === one.size && checksum(data) === one.crc) return data;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') {
        this.#index.forget(one);
        return undefined;
      }
      this.#folder.report(error);
      // A virus scanner or too many open files must not cost a report.
      one.readErrors += 1;
      if (one.readErrors < READ_ATTEMPTS) return undefined;
    }
    this.quarantine(one);
    return undefined;
  }

  /** Removes an envelope that was sent or will never be accepted. */
  remove(one: StoredEnvelope): void {
    // Until `catchUp` can remove its file it is not sent a second time.
    one.finished = true;
    this.#folder.attempt(() => {
      if (!one.data) this.#folder.remove(one.file);
      this.#index.forget(one);
    });
  }

  /** Puts a file that cannot be used aside, for an engineer to look at. */
  quarantine(one: StoredEnvelope): void {
    // An envelope that is only in memory has no file to move.
    if (one.data) return this.remove(one);
    this.#folder.attempt(() => {
      this.#folder.quarantine(one.file);
      this.#index.forget(one);
      this.#index.addQuarantined(one.file, one.size);
      this.counters.quarantined += 1;
    });
  }

  /** Tries again what the disk refused: files that could not be removed, envelopes in memory. */
  catchUp(): void {
    for (const one of [...this.#index.all()]) if (one.finished) this.remove(one);
    this.#saveMemory();
  }

  /** Removes what is too old. */
  expire(): void {
    this.retention.expire(this.waiting());
  }

  /**
   * Removes every file in the folder, in quarantine and of other versions too.
   * @throws Error that says which file could not be removed, after all were tried.
   */
  erase(): void {
    this.#index.clear();
    try {
      this.#folder.erase();
    } finally {
      this.#list();
    }
  }

  /** Counts and bytes for the diagnostics page. */
  state(): StoreState {
    const { quarantined, used: usedBytes } = this.#index;
    const { path: folder, trouble } = this.#folder;
    const { maxBytes } = this.#options;
    const foreign = this.#foreign;
    return { folder, ...summarise(this.waiting()), quarantined, foreign, usedBytes, maxBytes, trouble };
  }

  #list() {
    const { clock } = this.#options;
    const listing = this.#folder.list();
    this.#foreign = listing.foreign.length;
    if (listing.clock !== undefined) this.retention.startClock(listing.clock);
    for (const { file, name } of listing.envelopes) {
      this.#index.add(this.#index.create(name, file, ageOf(name.time, clock.wall()), clock.steady()));
    }
    for (const { file, bytes } of listing.quarantined) this.#index.addQuarantined(file, bytes);
    return listing;
  }

  async #putLater({ label, data }: Prepared): Promise<Kept> {
    const one = this.#create(label);
    const { clears } = this.#index;
    try {
      if (!this.retention.makeRoom(one)) return this.#refuse(one);
      // Counted before it is written, so that writes that run at the same time stay in the budget together.
      this.#index.used += one.charge;
      await this.#folder.writeLater(one.file, data, this.retention.recoverFor(one)).finally(() => {
        if (clears === this.#index.clears) this.#index.used -= one.charge;
      });
    } catch (error) {
      return clears === this.#index.clears ? this.#keepInMemory(one, data, error) : 'refused';
    }
    if (clears === this.#index.clears) return this.#hold(one);
    this.#folder.remove(one.file);
    return 'refused';
  }

  #create(label: Prepared['label']): StoredEnvelope {
    const { clock } = this.#options;
    const name = { ...label, time: clock.wall(), isFirst: label.priority === 0 && !this.#hasError };
    return this.#index.create(name, formatName(name), 0, clock.steady());
  }

  #accept({ priority }: StoredEnvelope): void {
    this.counters.accepted += 1;
    if (priority === 0) this.#hasError = true;
  }

  #refuse(one: StoredEnvelope): Kept {
    this.counters.refused += 1;
    this.#options.onDrop(one);
    return 'refused';
  }

  #hold(one: StoredEnvelope): Kept {
    this.#index.add(one);
    this.#accept(one);
    // Ages matter from the first envelope on.
    this.retention.startClock();
    if (this.#index.memoryUsed > 0) this.#saveMemory();
    return 'disk';
  }

  #keepInMemory(one: StoredEnvelope, data: Buffer, error: unknown): Kept {
    this.#folder.report(error);
    one.data = data;
    this.#index.add(one);
    while (this.#index.memoryUsed > this.#options.maxMemory) {
      const next = this.#index.inMemory().at(-1);
      if (!next) break;
      this.retention.drop(next, 'unsaved');
      if (next === one) return 'refused';
    }
    this.#accept(one);
    return 'memory';
  }

  /** Writes what is only in memory, the most important and newest first, as far as the disk lets it. */
  #saveMemory(): void {
    for (const one of this.#index.inMemory()) {
      const { data } = one;
      if (!data) continue;
      try {
        if (!this.retention.makeRoom(one)) {
          this.retention.drop(one, 'refused');
          continue;
        }
        this.#folder.write(one.file, data, this.retention.recoverFor(one));
      } catch (error) {
        this.#folder.report(error);
        return;
      }
      this.#index.forget(one);
      one.data = undefined;
      this.#index.add(one);
    }
  }
}
