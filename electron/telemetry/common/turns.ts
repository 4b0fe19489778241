/**
 * Work for pages' reports: main does 8 ms of it, and then other things for as long. It starts none while requests pour
 * in: Chromium handles those first, and after each report it would have more to catch up with before the event loop
 * continues.
 */
import { AsyncResource } from 'node:async_hooks';
import { steadyTime } from '../../shared/clock.ts';

const TURN_MS = 8;
/** After this many milliseconds without a request more are unlikely. It is also the longest wait for that. */
const CALM_MS = 20;
const LONGEST_MS = 1_000;

/** Longest piece of text to process at once, in characters: 10 ms for the worst text, 1 ms for most. */
export const PART = 16_384;
/** The cost of a text, a list or an object in addition to its characters. */
export const EACH = 50;
/** Work done at once: twice that of an error with 100 breadcrumbs and 50 calls, which takes 4 ms. */
const LITTLE = 131_072;

/** Work in steps. Each step yields the size of the next, in characters of text. */
export type Steps<T> = Generator<number, T>;

const waiting: (() => void)[] = [];
/** How many of them are errors: main does not pause for its other work until they are on disk. */
let errors = 0;
let isTaking = false;
let spent = 0;
let isPlanned = false;
/** When the last request came, and when the last work ended or the first began to wait. */
let came = Number.NEGATIVE_INFINITY;
let since = came;

/** Reports a request that may lead to work. */
export function requested(): void {
  came = steadyTime();
}

/**
 * Runs the work now or, if requests pour in or this turn's time is used up, after the waiting work.
 * @param isError whether it is an error's report. It keeps its place, because it needs the breadcrumbs before it
 */
export function inTurn<T>(work: () => T, isError = false): Promise<T> {
  return new Promise((resolve, reject) => {
    if (isError) errors += 1;
    const run = () => {
      if (isError) errors -= 1;
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    };
    // Whoever begins a turn may be within a scope of main's, which is nobody else's.
    waiting.push(AsyncResource.bind(run));
    if (waiting.length === 1) since = steadyTime();
    take();
  });
}

/** Runs the steps: little work at once, more of it in turns, returning a promise. */
export function inTurns<T>(steps: Steps<T>): T | Promise<T> {
  const first = proceed(steps, LITTLE);
  if (first.done) return first.value;
  return new Promise((resolve, reject) => {
    // Without promises in between: `endTurns` may be the last that runs.
    const goOn = () => {
      const next = proceed(steps, PART);
      if (next.done) resolve(next.value);
      else inTurn(goOn).catch(reject);
    };
    inTurn(goOn).catch(reject);
  });
}

/** Runs steps until the next one would exceed the limit. */
function proceed<T>(steps: Steps<T>, most: number): IteratorResult<number, T> {
  for (let characters = 0; ; ) {
    const next = steps.next();
    if (next.done) return next;
    characters += next.value;
    if (characters > most) return next;
  }
}

function take(): void {
  // The work itself added work.
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
  // Other events run in between, but without a pause.
  if (errors > 0 && spent >= TURN_MS) setImmediate(beginTurn);
  else setTimeout(beginTurn, waiting.length > 0 && spent < TURN_MS ? CALM_MS : spent);
}

/** Runs all waiting work to its end, for instance before the app ends. */
export function endTurns(): void {
  for (let run = waiting.shift(); run; run = waiting.shift()) run();
}

// Also before `process.exit()`, when nothing else runs.
process.once('exit', endTurns);
