/** The outbox's folder on disk: its files, and what they are called. What fails throws Node's file system errors. */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeFileAtomicSync } from '../../app/atomicFile.ts';
import { forEach } from '../../app/forEach.ts';
import { readRegularFile } from '../../app/regularFile.ts';
import { type EnvelopeName, parseName } from './name.ts';

/** For files that cannot be sent. */
export const QUARANTINE_FOLDER = 'quarantine';

/** A stored file, with what its name says. */
export interface NamedFile extends EnvelopeName {
  /** Its path within the folder. */
  file: string;
  isQuarantined: boolean;
}

/** An outbox folder as its file names tell it, the oldest first. Files of other versions are left alone. */
export interface Listing {
  envelopes: NamedFile[];
  quarantined: NamedFile[];
}

/** Lists the outbox in `folder`; a folder that does not exist is an empty one. Changes nothing. */
export function listOutbox(folder: string): Listing {
  const files = filesIn(folder);
  const named = (those: string[]) => those.flatMap((file) => parseFile(file) ?? []);
  return {
    envelopes: named(files),
    quarantined: named(filesIn(folder, QUARANTINE_FOLDER)),
  };
}

/** The files in a folder, or in a subfolder of it, by their paths within the folder: the oldest first. */
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

/** A file as its name tells it; `undefined` for one of another version. */
export function parseFile(file: string): NamedFile | undefined {
  const name = parseName(basename(file));
  return name && { ...name, file, isQuarantined: dirname(file) === QUARANTINE_FOLDER };
}

/** Whether it is a write that was cut short (app/atomicFile.ts). */
export const isLeftover = (file: string) => /\.\d+$/.test(file);

/** One instance of the app has the folder to itself (app/instance.ts). */
export class Disk {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Writes a whole file or none; it then outlives the process and, if `durable`, a power cut. Makes the folder. */
  write(file: string, data: Uint8Array, durable: boolean): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    writeFileAtomicSync(join(this.folder, file), data, { flush: durable });
    if (durable) syncFolder(this.folder);
  }

  /** Rejects with UnusableFile if it is longer, or no file. */
  read(file: string, maxBytes: number): Promise<Buffer> {
    return readRegularFile(join(this.folder, file), maxBytes);
  }

  /** Removes a file; one that is not there is no error. */
  remove(file: string): void {
    rmSync(join(this.folder, file), { force: true, recursive: true });
  }

  /** Sets a file aside for an engineer to look at. Returns its path within the folder. */
  quarantine(file: string): string {
    const aside = join(QUARANTINE_FOLDER, file);
    mkdirSync(dirname(join(this.folder, aside)), { recursive: true, mode: 0o700 });
    renameSync(join(this.folder, file), join(this.folder, aside));
    return aside;
  }

  /**
   * Removes every file in the folder, those in quarantine and of other versions too.
   * @throws Error that says which file could not be removed, after all were tried
   */
  erase(): void {
    try {
      forEach(filesIn(this.folder), (file) => this.remove(file));
    } catch (error) {
      const reason = (error as Error).message;
      throw new Error(`Not every stored report could be erased (${reason}). Remove ${this.folder} by hand.`);
    }
  }
}

/**
 * A rename is durable once its folder is synced. Windows cannot sync a folder and some network file systems refuse to;
 * the file is in place there all the same.
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

/** The code of a file system error, such as `ENOSPC`; the name of any other error. */
export function codeOf(error: unknown): string {
  if (error instanceof Error) return (error as NodeJS.ErrnoException).code ?? error.name;
  return 'unknown';
}
