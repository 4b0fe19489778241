/** Progress of long steps. Plain JavaScript without dependencies, like setup.mjs. */

/** In ms: how often a terminal shows that a step is still running. */
const EACH_MS = 5000;

export let begun = 0;

/**
 * Prints the name of a step. On a terminal a second line shows the elapsed time until the step ends.
 * @template T
 * @param {string} what such as `setup: building`
 * @param {() => Promise<T>} work
 * @param {Pick<NodeJS.WriteStream, 'write'> & Partial<NodeJS.WriteStream>} out
 * @returns {Promise<T>}
 */
export async function step(what, work, out = process.stderr) {
  begun += 1;
  out.write(`${what} ...\n`);
  if (!out.isTTY) return await work();
  const began = performance.now();
  const tell = () => {
    const line = `${what}, ${Math.round((performance.now() - began) / 1000)} s`;
    // Some terminals report a width of 0. Ends with \r, so that the next output overwrites it.
    out.write(`${line.slice(0, (out.columns || 80) - 1)}\x1b[K\r`);
  };
  const timer = setInterval(tell, EACH_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    out.write('\x1b[K');
  }
}
