/** The outbox's folder on disk: its files, and what they are called. What fails throws Node's file system errors. */
import { closeSync, fsyncSync, mkdirSync, opendirSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeFileAtomicSync } from '../../app/atomicFile.ts';
import { readRegularFile } from '../../app/regularFile.ts';
import { type EnvelopeName, parseName } from './name.ts';

/** For files that cannot be sent. */
export const QUARANTINE_FOLDER = 'quarantine';
/** A write that was cut short (app/atomicFile.ts). */
const LEFTOVER = /\.\d+$/;

export interface NamedFile {
  file: string;
  name: EnvelopeName;
}

/** An outbox folder as its file names tell it, the oldest first. Files of other versions are left alone. */
export interface Listing {
  envelopes: NamedFile[];
  /** Files have their path within the folder. */
  quarantined: NamedFile[];
  leftovers: string[];
}

export const EMPTY_LISTING: Listing = { envelopes: [], quarantined: [], leftovers: [] };

/** Lists the outbox in `folder`; a folder that does not exist is an empty one. Changes nothing. */
export function listOutbox(folder: string): Listing {
  const steps = [...listInSteps(folder)];
  const inOrder = (files: NamedFile[]) => files.sort((a, b) => (a.file < b.file ? -1 : 1));
  return {
    envelopes: inOrder(steps.flatMap(({ envelopes }) => envelopes)),
    quarantined: inOrder(steps.flatMap(({ quarantined }) => quarantined)),
    leftovers: steps.flatMap(({ leftovers }) => leftovers),
  };
}

/** Names that are read at once: a few milliseconds. */
export const STEP = 1_000;

/** As `listOutbox`, some names at a time and not the oldest first: a folder may hold tens of thousands. */
export function* listInSteps(folder: string): Generator<Listing, void> {
  for (const files of namesInSteps(folder)) {
    const leftovers = files.filter((file) => LEFTOVER.test(file));
    yield { envelopes: named(files), quarantined: [], leftovers };
  }
  for (const files of namesInSteps(join(folder, QUARANTINE_FOLDER))) {
    const quarantined = named(files.map((file) => join(QUARANTINE_FOLDER, file)));
    yield { envelopes: [], quarantined, leftovers: [] };
  }
}

function* namesInSteps(folder: string): Generator<string[], void> {
  let names: string[] = [];
  const entries = opened(folder);
  try {
    for (let entry = entries?.readSync(); entry; entry = entries?.readSync()) {
      names.push(entry.name);
      if (names.length < STEP) continue;
      yield names.sort();
      names = [];
    }
    if (names.length > 0) yield names.sort();
  } finally {
    entries?.closeSync();
  }
}

function opened(folder: string) {
  try {
    return opendirSync(folder, { bufferSize: 256 });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function named(files: string[]): NamedFile[] {
  return files.flatMap((file) => {
    const name = parseName(basename(file));
    return name ? [{ file, name }] : [];
  });
}

/** Something that went wrong with the disk. */
export interface Trouble {
  /** Node's code, such as `ENOSPC`. */
  code: string;
  message: string;
  /** In milliseconds since the epoch. */
  at: number;
}

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
    const failures = [...namesInSteps(this.folder)].flat().flatMap((file) => {
      try {
        this.remove(file);
        return [];
      } catch (error) {
        return [(error as Error).message];
      }
    });
    if (failures.length > 0)
      throw new Error(
        `Not every stored report could be erased (${failures[0]}). Remove ${this.folder} by hand.`,
      );
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
