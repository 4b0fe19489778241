/** How far a step is that takes time. Plain JavaScript without dependencies, as setup.mjs. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** In ms: what is over sooner needs no word; and how often it is told. */
const FIRST_MS = 5000;
const EACH_MS = 1000;

/** How many steps have begun. */
export let begun = 0;

/**
 * Says what begins. On a terminal one line tells how far it is; that line is gone when the step has ended.
 * @template T
 * @param {string} what such as `setup: building`
 * @param {() => Promise<T>} work
 * @param {() => string} [amount] how much is done, such as `84 of 196 MB`; without it the time is told
 * @param {Pick<NodeJS.WriteStream, 'write'> & Partial<NodeJS.WriteStream>} out
 * @returns {Promise<T>}
 */
export async function step(what, work, amount, out = process.stderr) {
  begun += 1;
  out.write(`${what} ...\n`);
  if (!out.isTTY) return await work();
  const began = Date.now();
  const tell = () => {
    const passed = Date.now() - began;
    if (passed < FIRST_MS) return;
    const line = `${what}, ${amount?.() ?? `${Math.round(passed / 1000)} s`}`;
    // A terminal that tells no width has 0. Back at its beginning: whatever is written next takes its place.
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

/** Bytes of all files in a folder, which need not be there; what vanishes meanwhile counts for nothing. @param {string} folder */
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

/** For `step`: how much of a download has come, in MB. @param {string} folder what it fills @param {number} [bytes] all of it, if known */
export const received = (folder, bytes) => () =>
  `${Math.round(sizeOf(folder) / 1e6)}${bytes ? ` of ${Math.round(bytes / 1e6)}` : ''} MB`;
