/** The file system as the outbox uses it, behind one interface so that tests can make each call fail. */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFileAtomic, writeFileAtomicSync } from '../../app/atomicFile.ts';

/** Every function throws (or rejects with) Node's own file system errors. */
export interface Files {
  /** Names in a folder; none when it does not exist. */
  list(folder: string): string[];
  /** Makes a folder, its parents too, that only this user may enter. */
  makeFolder(folder: string): void;
  /** Writes a whole file or none: when this returns, the file outlives a power cut. */
  write(temporary: string, path: string, data: Uint8Array): void;
  /** The same, without blocking. */
  writeLater(temporary: string, path: string, data: Uint8Array): Promise<void>;
  read(path: string): Promise<Buffer>;
  rename(from: string, to: string): void;
  /** Removes a file or folder; one that does not exist is no error. */
  remove(path: string): void;
  /** Bytes in a file; 0 when it does not exist. */
  size(path: string): number;
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
  write(temporary, path, data) {
    writeFileAtomicSync(path, data, { temporary });
    syncFolder(dirname(path));
  },
  async writeLater(temporary, path, data) {
    await writeFileAtomic(path, data, { temporary });
    await syncFolderLater(dirname(path));
  },
  read: (path) => readFile(path),
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true, recursive: true }),
  size: (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0,
};

// A rename is only durable once its folder is synced. Windows cannot open a folder to do so, and some
// network file systems refuse; there the file is in place all the same.
const SYNCS_FOLDERS = process.platform !== 'win32';
const CANNOT_SYNC = ['EINVAL', 'ENOTSUP', 'EISDIR'];

function syncFolder(folder: string): void {
  if (!SYNCS_FOLDERS) return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!CANNOT_SYNC.includes(codeOf(error))) throw error;
  } finally {
    closeSync(handle);
  }
}

async function syncFolderLater(folder: string): Promise<void> {
  if (!SYNCS_FOLDERS) return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!CANNOT_SYNC.includes(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}

/** The code of a file system error, such as `ENOSPC`; the error's name for any other. */
export function codeOf(error: unknown): string {
  if (error instanceof Error) return (error as NodeJS.ErrnoException).code ?? error.name;
  return 'unknown';
}
