/** The outbox's folder: where each file is, what its name says, how it gets there, and what the disk did wrong. */
import { join } from 'node:path';
import type { Priority } from './envelope.ts';
import { codeOf, type Files } from './system.ts';

/** For files that cannot be used. */
export const QUARANTINE_FOLDER = 'quarantine';
/** The server's limits. */
export const LIMITS_FILE = 'limits.json';
/** The wall clock that was believed last, in milliseconds since the epoch. */
const CLOCK_FILE = /^clock-(\d{1,16})$/;
/** A write that is under way, or was when a process ended (app/atomicFile.ts). */
const UNFINISHED_FILE = /\.\d+$/;

export interface NamedFile {
  file: string;
  name: EnvelopeName;
}

/** The contents of an outbox folder, told from names alone, the oldest name first. Other files are left alone. */
export interface Listing {
  envelopes: NamedFile[];
  quarantined: NamedFile[];
  clock: number | undefined;
  unfinished: string[];
}

export const EMPTY_LISTING: Listing = { envelopes: [], quarantined: [], clock: undefined, unfinished: [] };

/**
 * Lists the outbox in `folder`; a folder that does not exist is an empty one. Changes nothing.
 * @throws Node's file system error when the folder cannot be read.
 */
export function listOutbox(folder: string, { list }: Pick<Files, 'list'>): Listing {
  const files = list(folder);
  const clock = files.map((file) => CLOCK_FILE.exec(file)?.[1]).findLast((time) => time !== undefined);
  return {
    envelopes: named(files),
    quarantined: named(list(join(folder, QUARANTINE_FOLDER))),
    clock: clock === undefined ? undefined : Number(clock),
    unfinished: files.filter((file) => UNFINISHED_FILE.test(file)),
  };
}

function named(files: string[]): NamedFile[] {
  return files.sort().flatMap((file) => {
    const name = parseName(file);
    return name ? [{ file, name }] : [];
  });
}

/** Something that went wrong with the disk. `at` in milliseconds since the epoch. */
export interface Trouble {
  /** Node's code, such as `ENOSPC`. */
  code: string;
  message: string;
  at: number;
}

/** One instance of the app has the folder to itself (app/instance.ts). What fails throws Node's file system error. */
export class OutboxFolder {
  /** The last disk error; the next write that succeeds clears it. */
  trouble: Trouble | undefined;
  readonly path: string;
  readonly #files: Files;
  readonly #wall: () => number;
  #isMade = false;
  /** What is on disk of the wall clock. */
  #clock: number | undefined;

  constructor(path: string, files: Files, wall: () => number) {
    this.path = path;
    this.#files = files;
    this.#wall = wall;
  }

  /** What is there; nothing when it cannot be read. */
  list(): Listing {
    const listing = this.attempt(() => listOutbox(this.path, this.#files)) ?? EMPTY_LISTING;
    this.#clock = listing.clock;
    return listing;
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
    this.trouble = { code: codeOf(error), message, at: this.#wall() };
  }

  /**
   * Writes a whole file or none.
   * @param recover what to do about a failure; whether to try once more then
   */
  write(file: string, data: Uint8Array, durable = true, recover = (_error: unknown) => false): void {
    const write = () => {
      this.#make();
      this.#files.write(join(this.path, file), data, durable);
    };
    try {
      write();
    } catch (error) {
      // Somebody may have removed the folder while the app runs.
      this.#isMade = codeOf(error) !== 'ENOENT' && this.#isMade;
      if (this.#isMade && !recover(error)) throw error;
      write();
    }
    this.trouble = undefined;
  }

  read(file: string): Promise<Buffer> {
    return this.#files.read(join(this.path, file));
  }

  /** Removes a file; one that is not there is no error. */
  remove(file: string): void {
    this.#files.remove(join(this.path, file));
  }

  /** Keeps the wall clock that is believed, in place of the one before. */
  keepClock(wall: number): void {
    const [before, now] = [this.#clock, Math.max(0, Math.trunc(wall))];
    if (before === now) return;
    this.attempt(() => {
      this.write(`clock-${now}`, Buffer.alloc(0));
      if (before !== undefined) this.remove(`clock-${before}`);
      this.#clock = now;
    });
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
    const failures: Error[] = [];
    for (const file of this.#files.list(this.path)) {
      try {
        this.remove(file);
      } catch (error) {
        failures.push(error as Error);
      }
    }
    this.#isMade = false;
    const [failure] = failures;
    if (!failure) return;
    this.report(failure);
    throw new Error(
      `Not every stored report could be erased (${failure.message}). Remove ${this.path} by hand.`,
    );
  }

  #make(): void {
    if (this.#isMade) return;
    for (const folder of [this.path, join(this.path, QUARANTINE_FOLDER)]) this.#files.makeFolder(folder);
    this.#isMade = true;
  }
}

/** What a stored envelope's file name says: all that the queue needs to know. */
export interface EnvelopeName {
  /** When it was captured: milliseconds since the epoch by the wall clock of that moment. */
  time: number;
  priority: Priority;
  /** The first error of its run: the cause of what follows, as often as not. */
  isFirst: boolean;
  /** The rate-limit categories of its items, at least one. */
  categories: readonly string[];
  /** 32 hexadecimal digits: the event's id, or a random one for what has none. */
  id: string;
  /** The first 8 digits of the replay it belongs to. */
  replay: string | undefined;
  /** The server it was made for (`targetOf`). */
  target: string;
  /** Bytes in the file. */
  size: number;
  /** CRC-32 of the file, 8 hexadecimal digits: tells a torn file from a whole one. */
  crc: string;
}

const PATTERN =
  /^(\d{13})-([0-3])(\+?)-([a-z_]+(?:\+[a-z_]+)*)-([0-9a-f]{32})-([0-9a-f]{8}|0)-([0-9a-f]{8})-(\d{1,12})-([0-9a-f]{8})\.envelope$/;
const MAX_TIME = 9_999_999_999_999;

/** `time-priority-categories-id-replay-target-size-crc.envelope`; sorts by time, legal on every file system. */
export function formatName(name: EnvelopeName): string {
  const time = String(Math.min(Math.max(Math.trunc(name.time), 0), MAX_TIME)).padStart(13, '0');
  const priority = `${name.priority}${name.isFirst ? '+' : ''}`;
  const { categories, id, replay = '0', target, size, crc } = name;
  return `${[time, priority, categories.join('+'), id, replay, target, size, crc].join('-')}.envelope`;
}

/** Reads a file name; `undefined` for a name that is not of this version (such files are left alone). */
export function parseName(file: string): EnvelopeName | undefined {
  const match = PATTERN.exec(file);
  if (!match) return undefined;
  const [, time, priority, first, categories = '', id = '', replay, target = '', size, crc = ''] = match;
  return {
    time: Number(time),
    priority: Number(priority) as Priority,
    isFirst: first === '+',
    categories: categories.split('+'),
    id,
    replay: replay === '0' ? undefined : replay,
    target,
    size: Number(size),
    crc,
  };
}
