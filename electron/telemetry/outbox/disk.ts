/** The outbox's folder on disk: its files and their names. Failures throw Node's file system errors. */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeFileAtomicSync } from '../../common/atomicFile.ts';
import { forEach } from '../../common/forEach.ts';
import { readRegularFileSync } from '../../common/regularFile.ts';
import { parseName } from './name.ts';

export const QUARANTINE_FOLDER = 'quarantine';

export type NamedFile = NonNullable<ReturnType<typeof parseFile>>;

export interface StoredEnvelope extends NamedFile {
  /** Sent or rejected, but its file could not be removed yet. */
  isDone?: boolean;
  isTooLarge?: boolean;
  /** Failed uploads since the last wake, when the last of all was, and until when it waits because of them. */
  failures?: number;
  failedAt?: number;
  heldUntil?: number;
}

/** Lists the outbox in `folder`, which may not exist, by its file names. Changes nothing. */
export const listOutbox = (folder: string): NamedFile[] =>
  [...filesIn(folder), ...filesIn(folder, QUARANTINE_FOLDER)].flatMap((file) => parseFile(file) ?? []);

/** Returns the files in a folder, or in a subfolder of it, by their paths within the folder, the oldest first. */
export function filesIn(folder: string, inside = ''): string[] {
  try {
    const names = readdirSync(join(folder, inside)).sort();
    // Tens of thousands may wait.
    return inside ? names.map((name) => join(inside, name)) : names;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

export function parseFile(file: string) {
  const name = parseName(basename(file));
  return name && { ...name, file, isQuarantined: dirname(file) === QUARANTINE_FOLDER };
}

/** Whether it is an interrupted write (common/atomicFile.ts). */
export const isLeftover = (file: string) => /\.\d+$/.test(file);

/** Only one instance of the app uses the folder (app/instance.ts). */
export class Disk {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Writes a file atomically; it then survives the process and, if `durable`, a power cut. Creates the folder. */
  write(file: string, data: Uint8Array, durable: boolean): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    writeFileAtomicSync(join(this.folder, file), data, durable);
    if (durable) syncFolder(this.folder);
  }

  /** Throws UnusableFile if it is longer, or not a regular file. */
  read(file: string, maxBytes: number): Buffer {
    return readRegularFileSync(join(this.folder, file), maxBytes);
  }

  remove(file: string): void {
    rmSync(join(this.folder, file), { force: true, recursive: true });
  }

  /** Moves a file to quarantine for an engineer to inspect. Returns its path within the folder. */
  quarantine(file: string): string {
    const aside = join(QUARANTINE_FOLDER, file);
    mkdirSync(dirname(join(this.folder, aside)), { recursive: true, mode: 0o700 });
    renameSync(join(this.folder, file), join(this.folder, aside));
    return aside;
  }

  /** Removes every file in the folder, also quarantined ones. @throws Error that names one that it could not remove */
  erase(): void {
    try {
      forEach(filesIn(this.folder), (file) => this.remove(file));
    } catch (error) {
      const reason = (error as Error).message;
      throw new Error(`Not every stored report could be erased (${reason}). Remove ${this.folder} by hand.`);
    }
  }
}

/** For a power cut. Windows cannot sync a folder, and some network file systems refuse to; the file is in place anyway. */
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

/** Returns the code of a file system error, such as `ENOSPC`; the name of any other error. */
export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? (error as Error).name;
