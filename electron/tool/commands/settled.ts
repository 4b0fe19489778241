/** Milliseconds without a further change: editors write a file in several steps. */
const SETTLE_MS = 100;

/** Returns a function to call at each change: it runs the work once they have stopped, never twice at a time. */
export function settled(work: () => Promise<void>, failed: (error: Error) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(work).catch(failed);
    }, SETTLE_MS);
  };
}
