/** A clock for speed checks on machines with shared processors. */
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const STAT = '/proc/stat';
/** Clock ticks of Linux's user space, in ms. */
const TICK_MS = 10;
/** Column of stolen time: the host ran something else while a processor was wanted (man 5 proc_stat). */
const STEAL = 8;

/** Milliseconds that this machine ran, without the time that its host took. */
export function machineNow(): number {
  if (!existsSync(STAT)) return Date.now();
  const ticks = Number(readFileSync(STAT, 'utf8').split('\n', 1)[0]?.split(/ +/)[STEAL] ?? 0);
  return Date.now() - (ticks * TICK_MS) / availableParallelism();
}
