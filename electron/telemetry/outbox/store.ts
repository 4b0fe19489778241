/**
 * The store: one file for each envelope, within a budget, and memory while the disk cannot be written. What is known
 * comes from the file names, so there is no index on disk that could disagree with them.
 */
import { join } from 'node:path';
import { checksum, type Prepared, REPLAY_PRIORITY } from './envelope.ts';
import { type EnvelopeName, type OutboxFolder, QUARANTINE_FOLDER } from './folder.ts';
import { DAY_MS, isBelievable, isOverdue } from './outbox.policy.ts';
import { emptyCounters, type StoredEnvelope, StoreIndex, summarize } from './storeIndex.ts';
import { type Clock, codeOf } from './system.ts';

/** A file that cannot be read this many times is put into quarantine. */
const READ_ATTEMPTS = 3;

type Loss = 'evicted' | 'refused' | 'overdue' | 'unsaved';

export interface StoreOptions {
  folder: OutboxFolder;
  clock: Clock;
  maxBytes: number;
  maxMemoryBytes: number;
  /** Age in milliseconds after which an envelope is removed. */
  maxAge: number;
  /** Gets each envelope that left without having been sent. */
  onDrop: (name: EnvelopeName) => void;
}

export class EnvelopeStore {
  readonly counters = emptyCounters();
  readonly #options: StoreOptions;
  readonly #folder: OutboxFolder;
  readonly #index = new StoreIndex();
  #hasError = false;
  #hasMadeRoom = false;
  /** The wall clock that was believed last. */
  #believed: number | undefined;

  /** Lists the folder; nothing is made or written before the first envelope. */
  constructor(options: StoreOptions) {
    this.#options = options;
    this.#folder = options.folder;
    for (const file of this.#list()) this.#folder.attempt(() => this.#folder.remove(file));
  }

  /** What waits and is not done with. In no order. */
  waiting(): StoredEnvelope[] {
    return [...this.#index.all()].filter((one) => !one.finished && !one.isQuarantined);
  }

  /** Whether every envelope that was accepted is on disk. */
  get isOnDisk(): boolean {
    return this.#index.memoryUsed === 0;
  }

  /**
   * Stores an envelope, in memory while the disk cannot be written. On `disk` it outlives the process, and a power cut
   * unless it is a replay segment: those are too many for the window to wait until the disk has synced.
   */
  put({ label, data }: Prepared): 'disk' | 'memory' | 'refused' {
    const isFirst = label.priority === 0 && !this.#hasError;
    const { clock, maxAge } = this.#options;
    const wall = clock.wall();
    // Ages matter from the first envelope on. One that is made while the clock is wrong would be old when it is right.
    this.#believed ??= wall;
    const time = isBelievable(wall, this.#believed, maxAge) ? wall : this.#believed;
    const one = this.#index.create({ ...label, time, isFirst });
    try {
      if (!this.#save(one, data)) return this.#lose(one, 'refused');
    } catch (error) {
      this.#folder.report(error);
      const { maxMemoryBytes } = this.#options;
      const fits = () => this.#index.memoryUsed + one.size <= maxMemoryBytes;
      if (one.size > maxMemoryBytes || !this.#makeRoom(one, 'unsaved', fits))
        return this.#lose(one, 'unsaved');
      one.data = data;
      this.#index.add(one);
    }
    this.counters.accepted += 1;
    this.#hasError ||= one.priority === 0;
    if (one.data) return 'memory';
    this.#believe(this.#believed);
    if (!this.isOnDisk) this.catchUp();
    return 'disk';
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
    this.#folder.attempt(() => this.#discard(one));
  }

  /** Puts a file that cannot be used aside, for an engineer to look at. */
  quarantine(one: StoredEnvelope): void {
    // An envelope that is only in memory has no file to move.
    if (one.data) return this.remove(one);
    this.#folder.attempt(() => {
      this.#folder.quarantine(one.file);
      one.isQuarantined = true;
      this.counters.quarantined += 1;
    });
  }

  /** Tries again what the disk refused: files that could not be removed, envelopes in memory. */
  catchUp(): void {
    for (const one of [...this.#index.all()]) if (one.finished) this.remove(one);
    this.#folder.attempt(() => {
      for (const one of this.waiting()) {
        if (one.data && !this.#save(one, one.data)) this.#drop(one, 'refused');
      }
    });
  }

  /** Removes what is too old, as far as the wall clock can be believed. */
  expire(): void {
    const { clock, maxAge } = this.#options;
    const wall = clock.wall();
    if (this.#believed === undefined || !isBelievable(wall, this.#believed, maxAge)) return;
    this.#believe(wall);
    for (const one of this.waiting()) {
      if (isOverdue(one.time, wall, maxAge)) this.#folder.attempt(() => this.#drop(one, 'overdue'));
    }
  }

  /** Believes the wall clock when a server's, in milliseconds since the epoch, is less than a day away. */
  compareClock(theirs: number): void {
    const wall = this.#options.clock.wall();
    if (Math.abs(theirs - wall) < DAY_MS) this.#believe(wall);
  }

  /** Removes every stored file. Throws Error that says which could not be removed. */
  erase(): void {
    this.#index.clear();
    try {
      this.#folder.erase();
    } finally {
      this.#list();
    }
  }

  /** Counts and bytes for the diagnostics page. */
  state() {
    const { path: folder, trouble } = this.#folder;
    const waiting = this.waiting();
    return {
      folder,
      priorities: summarize(waiting),
      /** Envelopes that are not on disk because it cannot be written. */
      inMemory: waiting.filter(({ data }) => data).length,
      quarantined: [...this.#index.all()].filter((one) => one.isQuarantined).length,
      usedBytes: this.#index.used,
      maxBytes: this.#options.maxBytes,
      trouble,
    };
  }

  /** Counts what is there, and gives the files that were not finished. */
  #list(): string[] {
    const { envelopes, quarantined, clock, unfinished } = this.#folder.list();
    this.#believed = clock;
    for (const { name } of envelopes) this.#index.add(this.#index.create(name));
    for (const { name } of quarantined) this.#index.add(this.#index.create(name, true));
    return unfinished;
  }

  /** Writes an envelope; false when all that waits is more important than it. Throws the disk's error. */
  #save(one: StoredEnvelope, data: Buffer): boolean {
    const { maxBytes } = this.#options;
    const fits = () => this.#index.used + one.charge <= maxBytes;
    if (one.charge > maxBytes || !this.#makeRoom(one, 'evicted', fits)) return false;
    const durable = one.priority !== REPLAY_PRIORITY;
    this.#folder.write(one.file, data, durable, (error) => this.#recoverFor(one, error));
    this.#index.saved(one);
    return true;
  }

  /**
   * When others have filled the disk, what is less important makes room, twice the newcomer's size for good measure;
   * where that did not help (space kept for the system), it is not done again.
   */
  #recoverFor(newcomer: StoredEnvelope, error: unknown): boolean {
    const isFull = ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
    if (!isFull || (this.#hasMadeRoom && this.#folder.trouble)) return false;
    this.#hasMadeRoom = true;
    const { used } = this.#index;
    this.#makeRoom(newcomer, 'evicted', () => used - this.#index.used >= 2 * newcomer.charge);
    return this.#index.used < used;
  }

  /** Removes what is less important than `newcomer`, from disk or memory, until that is enough; false when it never is. */
  #makeRoom(newcomer: StoredEnvelope, reason: 'evicted' | 'unsaved', isEnough: () => boolean): boolean {
    while (!isEnough()) {
      const next = this.#index.nextToGo(newcomer, reason === 'unsaved');
      if (!next) return false;
      this.#drop(next, reason);
    }
    return true;
  }

  /** Removes an envelope that was not sent, and says so. Throws the disk's error. */
  #drop(one: StoredEnvelope, reason: Loss): void {
    this.#discard(one);
    if (!one.finished && !one.isQuarantined) this.#lose(one, reason);
  }

  #lose(one: StoredEnvelope, reason: Loss): 'refused' {
    this.counters[reason] += 1;
    this.#options.onDrop(one);
    return 'refused';
  }

  #discard(one: StoredEnvelope): void {
    if (!one.data) this.#folder.remove(one.isQuarantined ? join(QUARANTINE_FOLDER, one.file) : one.file);
    this.#index.forget(one);
  }

  /** Believes the wall clock, to the day, and keeps it on disk. */
  #believe(wall: number): void {
    if (this.#believed === undefined || Math.abs(wall - this.#believed) > DAY_MS) this.#believed = wall;
    this.#folder.keepClock(this.#believed);
  }
}
