/** The outbox's folder: where each file is, how it gets there, and what the disk did wrong. */
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { codeOf, type Files } from './files.ts';
import { type EnvelopeName, parseName } from './name.ts';

/** Names inside an outbox folder that are not envelopes. */
export const UNFINISHED_FOLDER = 'tmp';
export const QUARANTINE_FOLDER = 'quarantine';
export const LIMITS_FILE = 'limits.json';
/** The wall clock that was believed last, in milliseconds since the epoch. */
const CLOCK_FILE = /^clock-(\d{1,16})$/;

/** The contents of an outbox folder, told from names alone. */
export interface Listing {
  /** Envelopes of this version, oldest name first. */
  envelopes: { file: string; name: EnvelopeName }[];
  /** Files that could not be read. */
  quarantined: { file: string; bytes: number }[];
  /** The wall clock that was believed last. */
  clock: number | undefined;
  /** Files of another version, or unknown ones: left alone. */
  foreign: string[];
  /** Writes that are under way, or were when a process ended. */
  unfinished: string[];
}

export const EMPTY_LISTING: Listing = {
  envelopes: [],
  quarantined: [],
  clock: undefined,
  foreign: [],
  unfinished: [],
};

/**
 * Lists the outbox in `folder`; a folder that does not exist is an empty one. Changes nothing.
 * @throws Node's file system error when the folder cannot be read.
 */
export function listOutbox(folder: string, files: Pick<Files, 'list' | 'size'>): Listing {
  const envelopes: Listing['envelopes'] = [];
  const foreign: string[] = [];
  let clock: number | undefined;
  for (const file of files.list(folder).sort()) {
    if (file === UNFINISHED_FOLDER || file === QUARANTINE_FOLDER || file === LIMITS_FILE) continue;
    const name = parseName(file);
    const time = CLOCK_FILE.exec(file)?.[1];
    if (time) clock = Number(time);
    else if (name) envelopes.push({ file, name });
    else foreign.push(file);
  }
  const quarantine = join(folder, QUARANTINE_FOLDER);
  return {
    envelopes,
    quarantined: files.list(quarantine).map((file) => ({ file, bytes: files.size(join(quarantine, file)) })),
    clock,
    foreign,
    unfinished: files.list(join(folder, UNFINISHED_FOLDER)),
  };
}

/** Something that went wrong with the disk. `at` in milliseconds since the epoch. */
export interface Trouble {
  /** Node's code, such as `ENOSPC`. */
  code: string;
  message: string;
  at: number;
}

type Recover = (error: unknown) => boolean;
const never: Recover = () => false;

/** One instance of the app has the folder to itself (app/instance.ts). What fails throws Node's file system error. */
export class OutboxFolder {
  /** The last disk error; the next write that succeeds clears it. */
  trouble: Trouble | undefined;
  readonly path: string;
  readonly #files: Files;
  readonly #clock: Pick<Clock, 'wall'>;
  #isMade = false;
  #writes = 0;

  constructor(path: string, files: Files, clock: Pick<Clock, 'wall'>) {
    this.path = path;
    this.#files = files;
    this.#clock = clock;
  }

  /** What is there; nothing when it cannot be read. */
  list(): Listing {
    return this.attempt(() => listOutbox(this.path, this.#files)) ?? EMPTY_LISTING;
  }

  /** Runs `action` and records what it throws. */
  attempt<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      this.report(error);
      return undefined;
    }
  }

  /** Keeps what went wrong with the disk for the diagnostics page. */
  report(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.trouble = { code: codeOf(error), message, at: this.#clock.wall() };
  }

  /**
   * Writes a whole file or none: when this returns, the file outlives a power cut.
   * @param recover whether it may do to try once more, after a failure
   */
  write(file: string, data: Uint8Array, recover: Recover = never): void {
    try {
      this.#make();
      this.#files.write(this.#temporaryPath(), join(this.path, file), data);
    } catch (error) {
      if (!this.#remade(error) && !recover(error)) throw error;
      this.#files.write(this.#temporaryPath(), join(this.path, file), data);
    }
    this.trouble = undefined;
  }

  /** The same, without blocking. */
  async writeLater(file: string, data: Uint8Array, recover: Recover): Promise<void> {
    try {
      this.#make();
      await this.#files.writeLater(this.#temporaryPath(), join(this.path, file), data);
    } catch (error) {
      if (!this.#remade(error) && !recover(error)) throw error;
      await this.#files.writeLater(this.#temporaryPath(), join(this.path, file), data);
    }
    this.trouble = undefined;
  }

  read(file: string): Promise<Buffer> {
    return this.#files.read(join(this.path, file));
  }

  /** A small file of the outbox's own as text; `undefined` when there is none. */
  async readText(file: string): Promise<string | undefined> {
    try {
      return (await this.read(file)).toString('utf8');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') this.report(error);
      return undefined;
    }
  }

  /** Removes a file; one that is not there is no error. */
  remove(...file: string[]): void {
    this.#files.remove(join(this.path, ...file));
  }

  /** Keeps the wall clock that is believed, in place of the one before. */
  keepClock(wall: number, before: number | undefined): void {
    this.write(`clock-${wall}`, Buffer.alloc(0));
    if (before !== undefined) this.remove(`clock-${before}`);
  }

  /** Puts a file aside for an engineer to look at. */
  quarantine(file: string): void {
    this.#files.rename(join(this.path, file), join(this.path, QUARANTINE_FOLDER, file));
  }

  /**
   * Removes every file in the folder, in quarantine and of other versions too.
   * @throws Error that says which file could not be removed, after all were tried.
   */
  erase(): void {
    let failure: unknown;
    for (const file of this.#files.list(this.path)) {
      try {
        this.remove(file);
      } catch (error) {
        failure ??= error;
      }
    }
    this.#isMade = false;
    if (failure === undefined) return;
    this.report(failure);
    const reason = failure instanceof Error ? failure.message : String(failure);
    throw new Error(`Not every stored report could be erased (${reason}). Remove ${this.path} by hand.`);
  }

  #make(): void {
    if (this.#isMade) return;
    for (const name of ['', UNFINISHED_FOLDER, QUARANTINE_FOLDER]) {
      this.#files.makeFolder(join(this.path, name));
    }
    this.#isMade = true;
  }

  /** Somebody removed the folder while the app runs. */
  #remade(error: unknown): boolean {
    if (codeOf(error) !== 'ENOENT') return false;
    this.#isMade = false;
    this.#make();
    return true;
  }

  #temporaryPath(): string {
    this.#writes += 1;
    return join(this.path, UNFINISHED_FOLDER, `${this.#writes}.tmp`);
  }
}
