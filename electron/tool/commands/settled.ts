/** Milliseconds without a further change: editors write a file in several steps. */
const SETTLE_MS = 100;

/**
 * What to call at each change of a source: does the work once they are over, and never twice at a time.
 * @param failed gets what the work throws; the next change does it again
 */
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
