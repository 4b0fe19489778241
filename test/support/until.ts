import { setTimeout as pause } from 'node:timers/promises';

/** How long end-to-end tests wait, in ms: only a failing test waits that long. */
export const PATIENCE_MS = 60_000;

/** Whether a process runs; for a negative number, one of that group. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until `look` returns something truthy. After PATIENCE_MS it rejects with what it waited for. */
export async function until<T>(
  what: string | (() => string),
  look: () => T | Promise<T>,
): Promise<NonNullable<T>> {
  const begin = Date.now();
  while (Date.now() < begin + PATIENCE_MS) {
    const found = await look();
    if (found) return found;
    // Each look costs test and app some milliseconds of a processor.
    await pause(Math.min(100 + (Date.now() - begin) / 20, 200));
  }
  throw new Error(`Waited ${PATIENCE_MS / 1000} s in vain for ${typeof what === 'string' ? what : what()}.`);
}
