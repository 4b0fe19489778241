/**
 * Work that pages send to main: 8 ms of it, and then main has as long for other things. None is begun while requests pour
 * in: Chromium handles them first, and after each report has more of them to catch up with before the event loop goes on.
 */
import { steadyTime } from '../../shared/clock.ts';

const TURN_MS = 8;
/** Milliseconds without a request after which no more are likely to come, and for which work waits at most. */
const CALM_MS = 20;
const LONGEST_MS = 1_000;

const waiting: (() => void)[] = [];
let spent = 0;
let isPlanned = false;
/** When the last request came, and when the last work ended or the first began to wait. */
let came = Number.NEGATIVE_INFINITY;
let since = came;

/** Tells that a request came whose work may follow. */
export function requested(): void {
  came = steadyTime();
}

/** Runs it: now, or after what waits if requests pour in or this turn has had its time. */
export function inTurn<T>(work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
    if (waiting.length === 1) since = steadyTime();
    take();
  });
}

function take(): void {
  for (let now = steadyTime(); spent < TURN_MS; now = since) {
    const run = now - came >= CALM_MS || now - since >= LONGEST_MS ? waiting.shift() : undefined;
    if (!run) break;
    run();
    since = steadyTime();
    spent += since - now;
  }
  if (isPlanned || (spent === 0 && waiting.length === 0)) return;
  isPlanned = true;
  const beginTurn = () => {
    isPlanned = false;
    spent = 0;
    take();
  };
  setTimeout(beginTurn, waiting.length > 0 && spent < TURN_MS ? CALM_MS : spent);
}

/** Runs all that waits, as before the app ends. */
export function endTurns(): void {
  for (const run of waiting.splice(0)) run();
}

// Also before `process.exit()`: nothing else runs then.
process.once('exit', endTurns);
