/** Room for what is more important, in the outbox's budget and on a disk that others have filled. */
import { codeOf } from './files.ts';
import { type OutboxFolder, QUARANTINE_FOLDER } from './folder.ts';
import type { EnvelopeName } from './name.ts';
import type { OutboxCounters } from './state.ts';
import type { StoredEnvelope, StoreIndex } from './storeIndex.ts';

export interface BudgetOptions {
  folder: OutboxFolder;
  maxBytes: number;
  onDrop: (name: EnvelopeName) => void;
}

/** What the disk refuses to remove throws Node's file system error. */
export class Budget {
  readonly #options: BudgetOptions;
  readonly #index: StoreIndex;
  readonly #counters: OutboxCounters;
  #hasTried = false;

  constructor(options: BudgetOptions, index: StoreIndex, counters: OutboxCounters) {
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
