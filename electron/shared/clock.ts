/** A clock for durations. Use the wall clock (`Date.now`), which may be set, only for times that are shown or stored. */

// biome-ignore lint/plugin: where the steady clock begins
const START = Date.now() - performance.now();

/** Milliseconds since the epoch by a monotonic clock: it starts at the wall clock's time and ignores its changes. */
export const steadyTime = (): number => START + performance.now();

/** The wall-clock time for a steady time, in whole milliseconds, if nobody sets the wall clock before then. */
export function wallAt(steady: number): number {
  // biome-ignore lint/plugin: this is where the two meet
  return Math.round(Date.now() + steady - steadyTime());
}

/** The steady time at which the wall clock shows `wall`, if nobody sets it before then. */
export function steadyAt(wall: number): number {
  // biome-ignore lint/plugin: this is where the two meet
  return steadyTime() + wall - Date.now();
}
