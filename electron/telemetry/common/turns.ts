/**
 * Work that pages send to main: one piece at a time, and main has as long for other things after each. None is begun while
 * requests pour in: Chromium handles them first, and after each piece has more of them to catch up with before the event
 * loop goes on.
 */
import { steadyTime } from '../../shared/clock.ts';

/** Milliseconds without a request after which no more are likely to come, and for which a piece waits at most. */
const CALM_MS = 20;
const LONGEST_MS = 1_000;

const waiting: (() => void)[] = [];
let isPlanned = false;
/** When the last request came, and when the last piece ended or the first began to wait. */
let came = Number.NEGATIVE_INFINITY;
let since = came;

/** Tells that a request came whose work may follow. */
export function requested(): void {
  came = steadyTime();
}

/** Runs it: now, or later if requests pour in, a piece has just run or others wait. */
export function inTurn<T>(work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
    if (isPlanned) return;
    since = steadyTime();
    next();
  });
}

function next(): void {
  const now = steadyTime();
  const run = now - came >= CALM_MS || now - since >= LONGEST_MS ? waiting.shift() : undefined;
  isPlanned = run !== undefined || waiting.length > 0;
  run?.();
  if (run) since = steadyTime();
  if (isPlanned) setTimeout(next, run ? since - now : CALM_MS);
}

/** Runs all that waits, as before the app ends. */
export function endTurns(): void {
  for (const run of waiting.splice(0)) run();
}

// Also before `process.exit()`: nothing else runs then.
process.once('exit', endTurns);
