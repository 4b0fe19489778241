/** Work that pages send to main, one piece after another: in a flood of it main does other things in between. */

/** Milliseconds of work before main may do something else. */
const TURN_MS = 8;

const waiting: (() => void)[] = [];
let spent = 0;
let isTimed = false;

/** Runs it: now, or after what waits if this turn of the event loop has had its time. */
export function inTurn<T>(work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const run = () => {
      const from = performance.now();
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
      spent += performance.now() - from;
    };
    if (waiting.length > 0 || spent >= TURN_MS) waiting.push(run);
    else run();
    if (!isTimed) setImmediate(beginTurn);
    isTimed = true;
  });
}

function beginTurn(): void {
  spent = 0;
  while (spent < TURN_MS) {
    const run = waiting.shift();
    if (!run) break;
    run();
  }
  isTimed = waiting.length > 0;
  if (isTimed) setImmediate(beginTurn);
}

/** Runs all that waits, as before the app ends. */
export function endTurns(): void {
  for (const run of waiting.splice(0)) run();
}

// Also before `process.exit()`: nothing else runs then.
process.once('exit', endTurns);
