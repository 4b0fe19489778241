/** Reports saved on this computer: how many there are, and erasing them. */

/** Number and bytes of reports on disk. */
export interface Saved {
  count: number;
  bytes: number;
}

export interface ReportStore {
  saved(): Saved;
  /** @throws Error that names what could not be removed */
  erase(): void;
}

/** Several stores as one. An error of one is thrown after the others have been erased. */
export function together(stores: readonly ReportStore[]): ReportStore {
  return {
    saved: () =>
      stores
        .map((store) => store.saved())
        .reduce((sum, { count, bytes }) => ({ count: sum.count + count, bytes: sum.bytes + bytes })),
    erase: () => forEach(stores, (store) => store.erase()),
  };
}

/** Calls `action` for each, even if one throws; the first error is thrown at the end. */
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
