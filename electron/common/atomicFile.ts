/**
 * Files that are replaced atomically, with Node's own calls: the usual library adds and removes signal listeners with
 * each write, and removing the last one also removes Electron's handler, so that SIGTERM kills the app.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Milliseconds before each retry of a rename: on Windows a virus scanner holds new files for a moment. */
const RETRIES = [10, 30, 90];
const HELD: readonly unknown[] = ['EPERM', 'EBUSY', 'EACCES'];

/** A name beside the file: its own, a dot and random digits. Loading crypto would add 1 ms to the start. */
export const temporaryName = (file: string) => `${file}.${Math.floor(Math.random() * 1e15)}`;

/** Creates a new file or fails: in a folder where others may write, an existing file could be their link. */
export const NEW_FILE = { mode: 0o600, flag: 'wx' } as const;

/** Writes or replaces a file that only this user may read. @param flush whether the content survives a power cut */
export function writeFileAtomicSync(file: string, data: string | Uint8Array, flush = true): void {
  const temporary = temporaryName(file);
  try {
    writeFileSync(temporary, data, { ...NEW_FILE, flush });
    move(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Writes or replaces a document at a place that the user chose: for whoever may read new files there. */
export async function writeDocument(file: string, data: string | Uint8Array): Promise<void> {
  // The document's own name may be as long as a name can be.
  const temporary = temporaryName(join(dirname(file), '.holdfast'));
  try {
    await writeFile(temporary, data, { ...NEW_FILE, mode: 0o666, flush: true });
    move(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function move(from: string, to: string): void {
  for (const pause of RETRIES) {
    try {
      return renameSync(from, to);
    } catch (error) {
      if (!HELD.includes((error as NodeJS.ErrnoException).code)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
  renameSync(from, to);
}
