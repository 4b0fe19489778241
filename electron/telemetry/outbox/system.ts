/** The disk and the clock as the outbox uses them, behind interfaces so that tests can make each call fail and time pass. */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFileAtomicSync } from '../../app/atomicFile.ts';

/** Every function throws (or rejects with) Node's own file system errors. */
export interface Files {
  /** Names in a folder; none when it does not exist. */
  list(folder: string): string[];
  /** Makes a folder, its parents too, that only this user may enter. */
  makeFolder(folder: string): void;
  /** Writes a whole file or none. When this returns, the file outlives the process; if `durable`, a power cut too. */
  write(path: string, data: Uint8Array, durable: boolean): void;
  read(path: string): Promise<Buffer>;
  rename(from: string, to: string): void;
  /** Removes a file or folder; one that does not exist is no error. */
  remove(path: string): void;
}

/** The real disk. */
export const realFiles: Files = {
  list(folder) {
    try {
      return readdirSync(folder);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  },
  makeFolder(folder) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  },
  write(path, data, durable) {
    writeFileAtomicSync(path, data, { flush: durable });
    if (durable) syncFolder(dirname(path));
  },
  read: (path) => readFile(path),
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true, recursive: true }),
};

/**
 * A rename is only durable once its folder is synced. Windows cannot open a folder to do so, and some network file
 * systems refuse; there the file is in place all the same.
 */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EISDIR'].includes(codeOf(error))) throw error;
  } finally {
    closeSync(handle);
  }
}

/** The code of a file system error, such as `ENOSPC`; the error's name for any other. */
export function codeOf(error: unknown): string {
  if (error instanceof Error) return (error as NodeJS.ErrnoException).code ?? error.name;
  return 'unknown';
}

export interface Clock {
  /** Milliseconds since the epoch. May jump in either direction. */
  wall(): number;
  /** Milliseconds since some moment. Never goes back. */
  steady(): number;
  /** Runs `action` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, action: () => void): () => void;
}

/** The real clocks. Timers do not keep the process alive. */
export const systemClock: Clock = {
  wall: () => Date.now(),
  steady: () => performance.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
