/**
 * The store: one file for each envelope in one folder. What is known in memory comes from the file names,
 * and each change is one write, rename or unlink, so that nothing disagrees with the disk for long and two
 * instances of the app may share the folder.
 */
import { join } from 'node:path';
import { checksum, type Prepared } from './envelope.ts';
import { codeOf } from './files.ts';
import { type Entry, Ledger } from './ledger.ts';
import { type Listing, listOutbox, QUARANTINE_FOLDER, UNFINISHED_FOLDER } from './listing.ts';
import type { ParsedName } from './name.ts';
import { ageOf, isOverdue } from './retention.ts';
import { type Counters, emptyCounters, type StoreState, summarise } from './state.ts';
import { type Kept, type StoreOptions, Writer } from './writer.ts';

/** Longer than any request (`timeLimit` in policy.ts): a claim this old is of a process that is gone. */
const CLAIM_LIMIT_MS = 600_000;
/** A file that cannot be read this many times is put into quarantine. */
const READ_ATTEMPTS = 3;

export class Store {
  readonly counters: Counters = emptyCounters();
  readonly #options: StoreOptions;
  readonly #ledger = new Ledger();
  readonly #writer: Writer;
  /** When claims of other processes were first seen, by file and process. */
  readonly #claims = new Map<string, number>();
  #foreign = 0;

  /** Lists the folder; nothing is made or written before the first envelope. */
  constructor(options: StoreOptions) {
    this.#options = options;
    this.#writer = new Writer(options, this.#ledger, this.counters);
    const listing = this.relist();
    if (listing) this.#removeUnfinished(listing.unfinished);
  }

  /** What waits and is neither being sent by another instance nor done with. In no order. */
  *waiting(): Iterable<Entry> {
    for (const entry of this.#ledger.entries.values()) if (!entry.taken && !entry.finished) yield entry;
  }

  /** Whether every envelope that was accepted is on disk. */
  get isOnDisk(): boolean {
    return this.#ledger.memory === 0 && this.#writer.pending.size === 0;
  }

  /** Whether the last thing that was done with the disk failed. */
  get hasTrouble(): boolean {
    return this.#writer.trouble !== undefined;
  }

  /** Resolves when the writes that are under way have ended. Never rejects. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writer.pending);
  }

  /** Stores an envelope; when this returns `disk`, it outlives the process and a power cut. */
  put(prepared: Prepared): Kept {
    return this.#writer.put(prepared);
  }

  /** The same without blocking, for envelopes that may be lost with the process until it resolves. */
  putLater(prepared: Prepared): Promise<Kept> {
    return this.#writer.putLater(prepared);
  }

  /** Marks an envelope as being sent by this instance; false when it is gone or cannot be marked. */
  claim(entry: Entry): boolean {
    if (entry.data || entry.claim === this.#options.owner) return true;
    return this.#rename(entry, this.#options.owner);
  }

  /** Gives a claimed envelope back. */
  release(entry: Entry): void {
    if (entry.claim === this.#options.owner) this.#rename(entry, undefined);
  }

  /**
   * The bytes of an envelope; `undefined` when there is nothing to send now: it is gone, cannot be read for
   * the moment, or is damaged and was put into quarantine.
   */
  async read(entry: Entry): Promise<Buffer | undefined> {
    if (entry.data) return entry.data;
    try {
      const data = await this.#options.files.read(this.#writer.pathOf(entry));
      if (data.length === entry.size && checksum(data) === entry.crc) return data;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') {
        this.#ledger.forget(entry);
        return undefined;
      }
      this.#writer.report(error);
      // A virus scanner or too many open files must not cost a report.
      entry.readErrors += 1;
      if (entry.readErrors < READ_ATTEMPTS) return undefined;
    }
    this.quarantine(entry);
    return undefined;
  }

  /** Removes an envelope that was sent or will never be accepted. */
  remove(entry: Entry): void {
    entry.finished = true;
    try {
      if (!entry.data) this.#options.files.remove(this.#writer.pathOf(entry));
      this.#ledger.forget(entry);
    } catch (error) {
      // `catchUp` tries again; until then it is not sent a second time.
      this.#writer.report(error);
    }
  }

  /** Puts a file that cannot be used aside, for a person to look at. */
  quarantine(entry: Entry): void {
    const { folder, files } = this.#options;
    try {
      files.rename(this.#writer.pathOf(entry), join(folder, QUARANTINE_FOLDER, entry.file));
    } catch (error) {
      this.#writer.report(error);
      return;
    }
    this.#ledger.forget(entry);
    this.#ledger.addQuarantined(entry.file, entry.size);
    this.counters.quarantined += 1;
  }

  /** Brings what is known in step with the folder, which another instance may have changed. */
  relist(): Listing | undefined {
    let listing: Listing;
    try {
      listing = listOutbox(this.#options.folder, this.#options.files);
    } catch (error) {
      this.#writer.report(error);
      return undefined;
    }
    this.#foreign = listing.foreign.length;
    const files = new Set<string>();
    for (const parsed of listing.envelopes) {
      files.add(parsed.file);
      this.#meet(parsed);
    }
    for (const entry of this.#ledger.entries.values()) {
      if (!entry.data && !files.has(entry.file)) this.#ledger.forget(entry);
    }
    for (const file of [...this.#ledger.quarantined.keys()]) this.#ledger.forgetQuarantined(file);
    for (const { file, bytes } of listing.quarantined) this.#ledger.addQuarantined(file, bytes);
    return listing;
  }

  /** Catches up with the disk: files of others, files that could not be removed, envelopes in memory. */
  catchUp(): void {
    this.relist();
    for (const entry of [...this.#ledger.entries.values()]) if (entry.finished) this.remove(entry);
    this.#writer.saveMemory();
  }

  /** Removes what is too old. */
  expire(): void {
    const { clock, maxAge } = this.#options;
    const [wall, steady] = [clock.wall(), clock.steady()];
    for (const entry of [...this.waiting()]) {
      if (!isOverdue(entry, wall, steady, maxAge)) continue;
      try {
        this.#writer.drop(entry, 'overdue');
      } catch (error) {
        this.#writer.report(error);
      }
    }
  }

  /** Reads a small file of the outbox's own; `undefined` when there is none. */
  async readOwn(file: string): Promise<string | undefined> {
    try {
      return (await this.#options.files.read(join(this.#options.folder, file))).toString('utf8');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') this.#writer.report(error);
      return undefined;
    }
  }

  /** Writes a small file of the outbox's own; a failure is kept as trouble. */
  writeOwn(file: string, text: string): void {
    try {
      this.#writer.writeOwn(file, text);
    } catch (error) {
      this.#writer.report(error);
    }
  }

  /**
   * Removes every file in the folder, in quarantine and of other versions too.
   * @throws Error that says which file could not be removed, after all were tried.
   */
  erase(): void {
    const { folder, files } = this.#options;
    this.#ledger.clear();
    let failure: unknown;
    for (const file of files.list(folder)) {
      try {
        files.remove(join(folder, file));
      } catch (error) {
        failure ??= error;
      }
    }
    this.relist();
    if (failure === undefined) return;
    this.#writer.report(failure);
    const reason = failure instanceof Error ? failure.message : String(failure);
    throw new Error(`Not every stored report could be erased (${reason}). Remove ${folder} by hand.`);
  }

  /** Counts and bytes for the diagnostics page. */
  state(): StoreState {
    const { folder, maxBytes } = this.#options;
    return summarise(this.#ledger, {
      folder,
      foreign: this.#foreign,
      maxBytes,
      trouble: this.#writer.trouble,
    });
  }

  #meet({ name, file, claim }: ParsedName): void {
    const { clock, owner } = this.#options;
    let entry = this.#ledger.entries.get(file);
    if (!entry) {
      entry = this.#ledger.entryOf(name, file, ageOf(name.time, clock.wall()), clock.steady());
      this.#ledger.add(entry);
      // A claim of this process that it does not remember is of an earlier one with the same id.
      entry.claim = claim;
    } else if (entry.claim !== owner) entry.claim = claim;
    entry.taken = claim !== undefined && claim !== owner && this.#isHeld(file, claim);
  }

  /** Whether a claim of another process still counts. Process ids are used again, so it ends at some time. */
  #isHeld(file: string, claim: number): boolean {
    const { clock, isRunning } = this.#options;
    const key = `${file}.${claim}`;
    const since = this.#claims.get(key) ?? clock.steady();
    this.#claims.set(key, since);
    return isRunning(claim) && clock.steady() - since < CLAIM_LIMIT_MS;
  }

  #rename(entry: Entry, claim: number | undefined): boolean {
    try {
      this.#options.files.rename(
        this.#writer.pathOf(entry),
        this.#writer.pathOf({ file: entry.file, claim }),
      );
    } catch (error) {
      if (codeOf(error) === 'ENOENT') this.#ledger.forget(entry);
      else this.#writer.report(error);
      return false;
    }
    entry.claim = claim;
    this.#writer.trouble = undefined;
    return true;
  }

  #removeUnfinished(unfinished: readonly string[]): void {
    const { folder, files, owner, isRunning } = this.#options;
    for (const file of unfinished) {
      const writer = Number.parseInt(file, 10);
      if (writer !== owner && isRunning(writer)) continue;
      try {
        files.remove(join(folder, UNFINISHED_FOLDER, file));
      } catch (error) {
        this.#writer.report(error);
      }
    }
  }
}
