/** Time that passes. The wall clock (`Date.now`) is for what is shown and stored: a person or a server may set it. */

// biome-ignore lint/plugin: where the steady clock begins
const START = Date.now() - performance.now();

/**
 * Milliseconds since the epoch by a clock that nobody sets. It begins with the wall clock's time and goes its own way when
 * that is set.
 */
export function steadyTime(): number {
  return START + performance.now();
}

/** What the wall clock shows at a steady time, in whole milliseconds, unless it is set until then. */
export function wallAt(steady: number): number {
  // biome-ignore lint/plugin: this is where the two meet
  return Math.round(Date.now() + steady - steadyTime());
}

/** The steady time at which the wall clock shows `wall`, unless it is set until then. */
export function steadyAt(wall: number): number {
  // biome-ignore lint/plugin: this is where the two meet
  return steadyTime() + wall - Date.now();
}
