/** One file for each envelope, within a budget; names are the only index. In memory, but for replays, if the disk fails. */
import { UnusableFile } from '../../common/regularFile.ts';
import {
  codeOf,
  type Disk,
  filesIn,
  isLeftover,
  parseFile,
  QUARANTINE_FOLDER,
  type StoredEnvelope,
} from './disk.ts';
import type { Prepared } from './envelope.ts';
import { formatName, REPLAY_PRIORITY, summarize } from './name.ts';
import { chargeOf, partOf, roomFor } from './outbox.policy.ts';

/** Age in milliseconds after which an envelope is removed: the age of the oldest events that Sentry accepts. */
const MAX_AGE_MS = 30 * 86_400_000;
const MAX_MEMORY = 16_000_000;
/** Files of earlier runs to add in one turn: a few milliseconds. */
const STEP = 1_000;
/** Files to remove in one turn: each may wait for the disk. */
const REMOVALS = 20;
/** Temporary read errors: too many open files, or a virus scanner that holds the file. */
const PASSING: readonly string[] = ['EMFILE', 'ENFILE', 'EAGAIN', 'EBUSY', 'EACCES', 'EPERM'];

/** Counts of envelopes since the start of this run. */
export const emptyCounters = () => ({
  /** Stored: on disk, or in memory while the disk could not be written. */
  accepted: 0,
  sent: 0,
  /** Never accepted by the server: removed after 400, quarantined after 413. */
  rejected: 0,
  evicted: 0,
  /** Not stored: everything that waited was more important, or the disk could not be written. */
  refused: 0,
  overdue: 0,
  quarantined: 0,
  failed: 0,
});

type Loss = 'evicted' | 'refused' | 'overdue' | 'rejected';

/** Where an envelope is. One in memory is sent from there, and written as soon as the disk accepts it. */
export type Place = 'disk' | 'memory' | 'lost';

interface StoreOptions {
  disk: Disk;
  maxBytes: number;
}

export class EnvelopeStore {
  readonly counters = emptyCounters();
  readonly #options: StoreOptions;
  readonly #onDisk = new Map<string, StoredEnvelope>();
  /** Their bytes of the budget. A running sum: storing one must not cost more when more wait. */
  #used = 0;
  readonly #ofErrors = new Set<string>();
  /** Replays of which a part was given up in this run, so later parts cannot be played. */
  readonly #cut = new Set<string | undefined>();
  readonly #inMemory = new Map<StoredEnvelope, Buffer>();
  #listing: NodeJS.Immediate | undefined;
  #hasError = false;
  /** The disk's last error, by Node's code such as `ENOSPC`; `at` in milliseconds since the epoch. */
  #trouble: { code: string; message: string; at: number } | undefined;

  /** Lists the folder; nothing is written before the first envelope. */
  constructor(options: StoreOptions) {
    this.#options = options;
    this.#list();
  }

  /** Yields the envelopes to send, as far as they are known, the oldest first. */
  *waiting(): Generator<StoredEnvelope, void> {
    for (const one of this.#onDisk.values()) if (!one.isDone && !one.isQuarantined) yield one;
    yield* this.#inMemory.keys();
  }

  get isOnDisk(): boolean {
    return this.#inMemory.size === 0;
  }

  put({ label, data }: Prepared): Place {
    const isFirst = label.priority === 0 && !this.#hasError;
    const name = { ...label, time: Date.now(), isFirst };
    // Two segments of one replay may arrive in the same millisecond.
    while (this.#onDisk.has(formatName(name))) name.time += 1;
    const one = { ...name, file: formatName(name), isQuarantined: false };
    const isSaved = this.#attempt(() => this.#save(one, data));
    const isKept = isSaved ?? this.#keepInMemory(one, data);
    if (!isKept) return this.lose('refused');
    this.counters.accepted += 1;
    this.#hasError ||= one.priority === 0;
    if (!isSaved) return 'memory';
    this.#trouble = undefined;
    if (!this.isOnDisk) this.catchUp();
    return 'disk';
  }

  /** Returns the bytes; `undefined` if it cannot be sent now: it is gone, unreadable for a while, or quarantined. */
  async read(one: StoredEnvelope): Promise<Buffer | undefined> {
    try {
      const data = this.#inMemory.get(one) ?? (await this.#options.disk.read(one.file, one.size));
      if (data.length === one.size) return data;
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT') this.#forget(one);
      else if (!(error instanceof UnusableFile)) this.#report(error);
      if (code === 'ENOENT' || PASSING.includes(code)) return undefined;
    }
    this.quarantine(one);
    return undefined;
  }

  remove(one: StoredEnvelope): void {
    // Not sent again even if its file cannot be removed before `catchUp`.
    one.isDone = true;
    this.#attempt(() => this.#discard(one));
  }

  quarantine(one: StoredEnvelope): void {
    // An envelope only in memory has no file to keep.
    if (this.#inMemory.has(one)) return this.remove(one);
    this.#attempt(() => {
      const file = this.#options.disk.quarantine(one.file);
      this.#forget(one);
      this.#add(Object.assign(one, { file, isQuarantined: true }));
      this.counters.quarantined += 1;
    });
  }

  /** Retries what the disk refused: removing files, and writing envelopes that are only in memory. */
  catchUp(): void {
    for (const one of this.#onDisk.values()) if (one.isDone) this.remove(one);
    this.#attempt(() => {
      for (const [one, data] of this.#inMemory) {
        if (!this.#save(one, data)) this.lose('refused');
        this.#inMemory.delete(one);
        this.#trouble = undefined;
      }
    });
  }

  /** Removes envelopes that are too old, some at a time. */
  expire(): void {
    // biome-ignore lint/plugin: the server counts the age of a report by the wall clock
    const oldest = Date.now() - MAX_AGE_MS;
    const overdue = [...this.waiting()].filter(({ time }) => time < oldest);
    const areGone = overdue
      .slice(0, REMOVALS)
      .every((one) => this.#attempt(() => this.#drop(one, 'overdue')) === 'lost');
    if (areGone && overdue.length > REMOVALS) setImmediate(() => this.expire());
  }

  erase(): void {
    clearImmediate(this.#listing);
    this.#onDisk.clear();
    this.#used = 0;
    this.#inMemory.clear();
    try {
      this.#options.disk.erase();
    } finally {
      this.#list();
    }
  }

  state() {
    const { disk, maxBytes } = this.#options;
    return {
      folder: disk.folder,
      priorities: summarize(this.waiting()),
      inMemory: this.#inMemory.size,
      quarantined: [...this.#onDisk.values()].filter((one) => one.isQuarantined).length,
      usedBytes: this.#used,
      maxBytes,
      trouble: this.#trouble,
    };
  }

  #list(): void {
    const { folder } = this.#options.disk;
    const list = (inside: string) => this.#attempt(() => filesIn(folder, inside)) ?? [];
    this.#addSome([...list(''), ...list(QUARANTINE_FOLDER)]);
  }

  /** Adds envelopes of earlier runs, and removes their unfinished files. There may be tens of thousands. */
  #addSome(files: string[]): void {
    for (const file of files.splice(0, STEP)) {
      const known = parseFile(file);
      if (known) this.#add(known);
      else if (isLeftover(file)) this.#attempt(() => this.#options.disk.remove(file));
    }
    this.#listing = files.length > 0 ? setImmediate(() => this.#addSome(files)) : undefined;
  }

  #add(one: StoredEnvelope): void {
    this.#onDisk.set(one.file, one);
    this.#used += chargeOf(one.size);
    if (one.priority === 0 && one.replay) this.#ofErrors.add(one.replay);
  }

  #forget(one: StoredEnvelope): void {
    if (this.#onDisk.delete(one.file)) this.#used -= chargeOf(one.size);
  }

  /** Writes an envelope; false if everything that waits is more important. Throws the disk's error. */
  #save(one: StoredEnvelope, data: Buffer): boolean {
    const { disk, maxBytes } = this.#options;
    const replay = partOf(one);
    if (replay && this.#cut.has(replay)) return false;
    const bytes = this.#used + chargeOf(one.size) - maxBytes;
    const going = bytes > 0 ? roomFor(one, bytes, this.#onDisk.values(), this.#ofErrors) : [];
    for (const less of going ?? [one]) this.#cut.add(partOf(less));
    if (!going) return false;
    for (const less of going) this.#drop(less, 'evicted');
    // There are too many replay segments for the window to wait until each survives a power cut.
    disk.write(one.file, data, one.priority !== REPLAY_PRIORITY);
    this.#add(one);
    return true;
  }

  /** The oldest in memory make room. */
  #keepInMemory(one: StoredEnvelope, data: Buffer): boolean {
    if (one.priority === REPLAY_PRIORITY || one.size > MAX_MEMORY) return false;
    this.#inMemory.set(one, data);
    let used = [...this.#inMemory.keys()].reduce((sum, { size }) => sum + size, 0);
    for (const oldest of this.#inMemory.keys()) {
      if (used <= MAX_MEMORY) break;
      used -= oldest.size;
      this.#drop(oldest, 'evicted');
    }
    return true;
  }

  /** Removes an envelope that was not sent, and counts it. Throws the disk's error. */
  #drop(one: StoredEnvelope, reason: Loss): 'lost' {
    this.#discard(one);
    if (!one.isDone && !one.isQuarantined) this.lose(reason);
    return 'lost';
  }

  lose(reason: Loss): 'lost' {
    this.counters[reason] += 1;
    return 'lost';
  }

  #discard(one: StoredEnvelope): void {
    if (this.#inMemory.delete(one)) return;
    this.#options.disk.remove(one.file);
    this.#forget(one);
  }

  /** Runs `action`; `undefined` if it throws, which the diagnostics then show. */
  #attempt<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      this.#report(error);
      return undefined;
    }
  }

  #report(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#trouble = { code: codeOf(error), message, at: Date.now() };
  }
}
