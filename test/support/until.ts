/** Waiting for what comes some time. */
import { setTimeout as pause } from 'node:timers/promises';

const LONGEST_MS = 20_000;

/** Waits until `look` finds something. Rejects after 20 s and says what was waited for. */
export async function until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + LONGEST_MS;
  while (Date.now() < end) {
    const found = await look();
    if (found) return found;
    await pause(50);
  }
  throw new Error(`Waited ${LONGEST_MS / 1000} s in vain for ${what}.`);
}
