/** Whether `now` is in the period since `start`. A clock set back begins a new one, or a limit could last for years. */
export const isWithin = (start: number, now: number, length: number) => now >= start && now < start + length;

/** Allows a maximum number in each period, which starts with its first event; its length is in the unit of `now`. */
export function createPeriod(length: number, most: number) {
  let start = 0;
  let taken = 0;
  return {
    take(count: number, now: number): number {
      if (!isWithin(start, now, length)) [start, taken] = [now, 0];
      const allowed = Math.min(count, most - taken);
      taken += allowed;
      return allowed;
    },
    end: () => start + length,
  };
}
