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
