/** Help → Reports: what waits on this computer, and its end. */

/** Reports on disk, and their bytes. */
export interface Saved {
  count: number;
  bytes: number;
}

export interface ReportStore {
  saved(): Saved;
  /** Removes them all; throws Error that says what could not be removed. */
  erase(): void;
}

/** Several places as one. What one of them throws comes after the others have been erased. */
export function together(stores: readonly ReportStore[]): ReportStore {
  return {
    saved: () =>
      stores
        .map((store) => store.saved())
        .reduce((sum, { count, bytes }) => ({ count: sum.count + count, bytes: sum.bytes + bytes })),
    erase: () => forEach(stores, (store) => store.erase()),
  };
}

/** Does it to each, also when it fails for one; the first failure is thrown at the end. */
export function forEach<T>(list: readonly T[], action: (one: T) => void): void {
  const failures: unknown[] = [];
  for (const one of list) {
    try {
      action(one);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
