/** Progress of long steps. Plain JavaScript without dependencies, as setup.mjs. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** In ms: when progress is first shown, and how often it is updated. */
const FIRST_MS = 5000;
const EACH_MS = 1000;

/** How many steps have begun. */
export let begun = 0;

/**
 * Prints what begins. On a terminal a second line shows the progress until the step has ended.
 * @template T
 * @param {string} what such as `setup: building`
 * @param {() => Promise<T>} work
 * @param {() => string} [amount] the progress, such as `84 of 196 MB`; by default the time passed
 * @param {Pick<NodeJS.WriteStream, 'write'> & Partial<NodeJS.WriteStream>} out
 * @returns {Promise<T>}
 */
export async function step(what, work, amount, out = process.stderr) {
  begun += 1;
  out.write(`${what} ...\n`);
  if (!out.isTTY) return await work();
  const began = performance.now();
  const tell = () => {
    const passed = performance.now() - began;
    if (passed < FIRST_MS) return;
    const line = `${what}, ${amount?.() ?? `${Math.round(passed / 1000)} s`}`;
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

/** Bytes of all files in a folder; 0 if there is none. @param {string} folder */
export function sizeOf(folder) {
  let bytes = 0;
  try {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      if (found?.isFile()) bytes += found.size;
    }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
  }
  return bytes;
}

/** For `step`: progress of a download in MB. @param {string} folder its target @param {number} [bytes] its size, if known */
export const received = (folder, bytes) => () =>
  `${Math.round(sizeOf(folder) / 1e6)}${bytes ? ` of ${Math.round(bytes / 1e6)}` : ''} MB`;
