/** One setup at a time in a checkout. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;
const BEAT_MS = 5_000;
/** A holder that did not beat for so long is gone, even if its process id lives on: ids are used again. */
const SILENT_MS = 60_000;
/** Between creating and filling the file a holder has no id yet. */
const FILLING_MS = 2_000;

/** @typedef {{ pids: number[], ageMs: number }} Holder process ids of a setup and what it runs, time since its last beat */

/** @type {string | undefined} */
let heldFile;

/**
 * Whether a lock was left behind.
 * @param {Holder} holder
 * @param {(pid: number) => boolean} isAlive
 */
export function isStale(holder, isAlive) {
  if (holder.ageMs > SILENT_MS) return true;
  return holder.pids.length === 0 ? holder.ageMs > FILLING_MS : !holder.pids.some(isAlive);
}

/**
 * Runs `work` while no other setup of this checkout works. Waits for as long as another one does.
 * @template T
 * @param {string} root the project's folder
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(root, say, work) {
  const file = join(root, '.cache', 'setup.lock');
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; !take(file); ) {
    const holder = read(file);
    if (holder && isStale(holder, isAlive)) {
      clear(file, holder);
      continue;
    }
    if (holder?.pids[0] && !told) {
      say(`another setup is at work (process ${holder.pids[0]}), waiting for it`);
      told = true;
    }
    await sleep(POLL_MS);
  }
  heldFile = file;
  process.once('exit', release);
  const beat = setInterval(() => existsSync(file) && utimesSync(file, new Date(), new Date()), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
}

/**
 * Writes down what the holder runs: if the holder is killed, that goes on for a while, and the next one must wait.
 * @param {number} pid
 */
export function noteChild(pid) {
  if (heldFile) writeFileSync(heldFile, JSON.stringify([process.pid, pid]));
}

function release() {
  if (heldFile && read(heldFile)?.pids[0] === process.pid) rmSync(heldFile, { force: true });
  heldFile = undefined;
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, JSON.stringify([process.pid]), { flag: 'wx' });
    return true;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EEXIST') return false;
    // It was made, but a full disk had no room for its content.
    if (code === 'ENOSPC' || code === 'EDQUOT') rmSync(file, { force: true });
    throw error;
  }
}

/**
 * @param {string} file
 * @returns {Holder | undefined} nothing when there is no such file
 */
function read(file) {
  try {
    const ageMs = Date.now() - statSync(file).mtimeMs;
    const text = readFileSync(file, 'utf8');
    return { pids: text === '' ? [] : JSON.parse(text), ageMs };
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return { pids: [], ageMs: Number.POSITIVE_INFINITY };
    throw error;
  }
}

/**
 * Takes a stale lock away. Two can find it stale at once, and the slower one must not take the lock that the faster
 * one has made since: renaming hands each file to one of them, who then looks whose it was.
 * @param {string} file
 * @param {Holder} stale
 */
function clear(file, stale) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return;
    throw error;
  }
  const moved = read(aside);
  if (moved && moved.pids.join() !== stale.pids.join()) {
    writeFileSync(file, JSON.stringify(moved.pids), { flag: 'wx' });
  }
  rmSync(aside, { force: true });
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, but another user's.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
