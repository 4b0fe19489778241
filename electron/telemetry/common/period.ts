/** Counts within a period that begins with the first of what is counted. */

/** Whether `now` is in the period from `start` on. A clock set back begins a new one, or a limit could last for years. */
export function isWithin(start: number, now: number, length: number): boolean {
  return now >= start && now < start + length;
}

/**
 * Takes at most so many in a period.
 * @param length of the period, in the unit of `now`
 */
export function createPeriod(length: number, most: number) {
  let start = 0;
  let taken = 0;
  return {
    /** How many of these are taken. */
    take(count: number, now: number): number {
      if (!isWithin(start, now, length)) [start, taken] = [now, 0];
      const allowed = Math.min(count, most - taken);
      taken += allowed;
      return allowed;
    },
    /** When the next period begins. */
    end: () => start + length,
  };
}
