/**
 * Work that pages send to main: one piece in each turn of the event loop, so that in a flood of it main does other things
 * in between.
 */

const waiting: (() => void)[] = [];
let isTaken = false;

/** Runs it: now, or in a later turn if this one has had its piece or others wait. */
export function inTurn<T>(work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const run = () => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    };
    if (isTaken) waiting.push(run);
    else take(run);
  });
}

function take(run: (() => void) | undefined): void {
  isTaken = run !== undefined;
  if (isTaken) setImmediate(() => take(waiting.shift()));
  run?.();
}

/** Runs all that waits, as before the app ends. */
export function endTurns(): void {
  for (const run of waiting.splice(0)) run();
}

// Also before `process.exit()`: nothing else runs then.
process.once('exit', endTurns);
