/** Work for pages' reports: main does 8 ms of it, and then other things for as long. */
import { AsyncResource } from 'node:async_hooks';
import { steadyTime } from '../../shared/clock.ts';

const TURN_MS = 8;

/** Longest piece of text to process at once, in characters: 10 ms for the worst text, 1 ms for most. */
export const PART = 16_384;
/** The cost of a text, a list or an object in addition to its characters. */
export const EACH = 50;
/** Work done at once: twice that of an error with 100 breadcrumbs and 50 calls, which takes 4 ms. */
const LITTLE = 131_072;

/** Work whose every step yields the size of the next, in characters of text. */
export type Steps<T> = Generator<number, T>;

const waiting: (() => void)[] = [];
/** How many of them are errors: main does not pause for its other work until they are on disk. */
let errors = 0;
let isTaking = false;
let spent = 0;
let isPlanned = false;

/** Runs the work now, or after what waits. @param isError of an error's report: it keeps its place behind its breadcrumbs */
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
  while (spent < TURN_MS && waiting.length > 0) {
    const began = steadyTime();
    waiting.shift()?.();
    spent += steadyTime() - began;
  }
  isTaking = false;
  if (isPlanned || spent === 0) return;
  isPlanned = true;
  const beginTurn = () => {
    isPlanned = false;
    spent = 0;
    take();
  };
  // Other events run in between, but without a pause.
  if (errors > 0 && spent >= TURN_MS) setImmediate(beginTurn);
  else setTimeout(beginTurn, spent);
}

export function endTurns(): void {
  for (let run = waiting.shift(); run; run = waiting.shift()) run();
}

// Also before `process.exit()`, when nothing else runs.
process.once('exit', endTurns);
