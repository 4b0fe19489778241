/**
 * Work that pages send to main: 8 ms of it, and then main has as long for other things. None is begun while requests pour
 * in: Chromium handles them first, and after each report has more of them to catch up with before the event loop goes on.
 */
import { steadyTime } from '../../shared/clock.ts';

const TURN_MS = 8;
/** Milliseconds without a request after which no more are likely to come, and for which work waits at most. */
const CALM_MS = 20;
const LONGEST_MS = 1_000;

/** Characters of text that are worked on at once: 10 ms for the worst text, 1 ms for most. */
export const PART = 16_384;
/** What a text, a list or an object costs beside its characters. */
export const EACH = 50;
/** Work that is done at once: twice that of an error with 100 breadcrumbs and 50 calls, which takes 4 ms. */
const LITTLE = 131_072;

/** Work in steps. Each says how much it is about to do, in characters of text. */
export type Steps<T> = Generator<number, T>;

const waiting: (() => void)[] = [];
/** How many of them are errors: main rests for none of its other work until they are on disk. */
let errors = 0;
let isTaking = false;
let spent = 0;
let isPlanned = false;
/** When the last request came, and when the last work ended or the first began to wait. */
let came = Number.NEGATIVE_INFINITY;
let since = came;

/** Tells that a request came whose work may follow. */
export function requested(): void {
  came = steadyTime();
}

/**
 * Runs it: now, or after what waits if requests pour in or this turn has had its time.
 * @param isError whether it is an error's report. It keeps its place, as it needs the breadcrumbs before it
 */
export function inTurn<T>(work: () => T, isError = false): Promise<T> {
  return new Promise((resolve, reject) => {
    if (isError) errors += 1;
    waiting.push(() => {
      if (isError) errors -= 1;
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

/** Runs the steps: little work at once, more of it in turns, as a promise. */
export function inTurns<T>(steps: Steps<T>): T | Promise<T> {
  const { done, value } = proceed(steps, LITTLE);
  return done ? value : finish(steps);
}

async function finish<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = await inTurn(() => proceed(steps, PART));
    if (done) return value;
  }
}

/** Takes steps until the next one would be too much. */
function proceed<T>(steps: Steps<T>, most: number): IteratorResult<number, T> {
  for (let characters = 0; ; ) {
    const next = steps.next();
    if (next.done) return next;
    characters += next.value;
    if (characters > most) return next;
  }
}

function take(): void {
  // Work that adds work.
  if (isTaking) return;
  isTaking = true;
  for (let now = steadyTime(); spent < TURN_MS; now = since) {
    const run = now - came >= CALM_MS || now - since >= LONGEST_MS ? waiting.shift() : undefined;
    if (!run) break;
    run();
    since = steadyTime();
    spent += since - now;
  }
  isTaking = false;
  if (isPlanned || (spent === 0 && waiting.length === 0)) return;
  isPlanned = true;
  const beginTurn = () => {
    isPlanned = false;
    spent = 0;
    take();
  };
  // Other events come in between, but no pause.
  if (errors > 0 && spent >= TURN_MS) setImmediate(beginTurn);
  else setTimeout(beginTurn, waiting.length > 0 && spent < TURN_MS ? CALM_MS : spent);
}

/** Runs all that waits, as before the app ends. */
export function endTurns(): void {
  for (const run of waiting.splice(0)) run();
}

// Also before `process.exit()`: nothing else runs then.
process.once('exit', endTurns);
