/** What must go: to stay within the budget, on a disk that others have filled, and for its age. */
import type { Clock } from './clock.ts';
import { codeOf } from './files.ts';
import { type OutboxFolder, QUARANTINE_FOLDER } from './folder.ts';
import type { EnvelopeName } from './name.ts';
import { isBelieved, isOverdue } from './retention.policy.ts';
import type { OutboxCounters } from './state.ts';
import type { StoredEnvelope, StoreIndex } from './storeIndex.ts';

export interface RetentionOptions {
  folder: OutboxFolder;
  clock: Clock;
  /** Budget in bytes, whole blocks and names counted. */
  maxBytes: number;
  /** Age in milliseconds after which an envelope is removed. */
  maxAge: number;
  /** Gets each envelope that left without having been sent. */
  onDrop: (name: EnvelopeName) => void;
}

const DAY = 86_400_000;

/** What the disk refuses to remove throws Node's file system error. */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #index: StoreIndex;
  readonly #counters: OutboxCounters;
  #hasTried = false;
  /** The wall clock that was believed last. */
  #believed: number | undefined;
  #isClockConfirmed = false;

  constructor(options: RetentionOptions, index: StoreIndex, counters: OutboxCounters) {
    this.#options = options;
    this.#index = index;
    this.#counters = counters;
  }

  /** Removes what is less important until `newcomer` fits; false when `newcomer` is the least important. */
  makeRoom(newcomer: StoredEnvelope): boolean {
    const { maxBytes } = this.#options;
    if (newcomer.charge > maxBytes) return false;
    while (this.#index.used + newcomer.charge > maxBytes) if (this.#evictFor(newcomer) === 0) return false;
    return true;
  }

  /**
   * What to do when the disk refuses `newcomer`. When others have filled it, what is less important makes room, twice
   * its size for good measure; where that did not help (space kept for the system), it is not done again.
   */
  recoverFor(newcomer: StoredEnvelope): (error: unknown) => boolean {
    return (error) => {
      const { trouble } = this.#options.folder;
      if (!['ENOSPC', 'EDQUOT'].includes(codeOf(error)) || (this.#hasTried && trouble)) return false;
      this.#hasTried = true;
      let freed = 0;
      for (let more = 1; more > 0 && freed < 2 * newcomer.charge; freed += more)
        more = this.#evictFor(newcomer);
      return freed > 0;
    };
  }

  /** Removes an envelope that was not sent, and says so. */
  drop(one: StoredEnvelope, reason: 'evicted' | 'refused' | 'overdue' | 'unsaved'): void {
    if (!one.data) this.#options.folder.remove(one.file);
    this.#index.forget(one);
    if (one.finished) return;
    this.#counters[reason] += 1;
    this.#options.onDrop(one);
  }

  /** Confirms the wall clock by a server's, in milliseconds since the epoch, when less than a day lies between. */
  compareClock(theirs: number): void {
    if (Math.abs(theirs - this.#options.clock.wall()) < DAY) this.#isClockConfirmed = true;
  }

  /** Takes the clock that was believed last from the disk, or believes the one there is. */
  startClock(believed?: number): void {
    if (believed !== undefined) this.#believed = believed;
    else if (this.#believed === undefined) this.#believe(this.#options.clock.wall());
  }

  /** Removes what is too old, as far as the clock is believed. */
  expire(all: Iterable<StoredEnvelope>): void {
    const { clock, folder, maxAge } = this.#options;
    const [wall, steady] = [clock.wall(), clock.steady()];
    if (!isBelieved(wall, this.#believed, this.#isClockConfirmed, maxAge)) return;
    if (Math.abs(wall - (this.#believed ?? 0)) > DAY) this.#believe(wall);
    for (const one of [...all]) {
      if (isOverdue(one, wall, steady, maxAge)) folder.attempt(() => this.drop(one, 'overdue'));
    }
  }

  #believe(clock: number): void {
    const { folder } = this.#options;
    const wall = Math.max(0, Math.trunc(clock));
    folder.attempt(() => {
      folder.keepClock(wall, this.#believed);
      this.#believed = wall;
    });
  }

  /** Removes what goes next; the bytes that this frees, 0 when nothing is less important than `newcomer`. */
  #evictFor(newcomer: StoredEnvelope): number {
    const before = this.#index.used;
    const file = this.#index.nextQuarantinedToGo();
    if (file !== undefined) {
      this.#options.folder.remove(QUARANTINE_FOLDER, file);
      this.#index.forgetQuarantined(file);
    } else {
      const next = this.#index.nextToGo(newcomer);
      if (next) this.drop(next, 'evicted');
    }
    return before - this.#index.used;
  }
}
