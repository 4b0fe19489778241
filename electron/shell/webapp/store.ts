/** A size-limited folder of saved responses, one file each; evicts the least recently used. */
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../common/atomicFile.ts';
import { nodeCrypto } from '../../common/nodeCrypto.ts';
import { readRegularFile, UnusableFile } from '../../common/regularFile.ts';
import type { Handler } from '../protocol/handler.ts';
import type { Fetch } from './server.ts';

/** A protocol handler that can delete everything it has saved. */
export interface SavingHandler {
  handler: Handler;
  forget(): Promise<void>;
}

export interface SavingOptions {
  origin: string | undefined;
  /** The folder for saved data; it may contain nothing else. */
  directory: string;
  /** Called with errors of the disk and of background requests, which do not affect the response. */
  onError(error: unknown): void;
  /** Must return redirects instead of following them. */
  fetch: Fetch;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface Entry<Meta> {
  meta: Meta;
  body: Buffer<ArrayBuffer>;
  /** The SHA-256 of the body, base64url. */
  hash: string;
}

/** The name of an entry's file, and of one that a killed process did not finish (writeFileAtomic adds digits). */
const NAME = /^[\w-]{43}$/;
const UNFINISHED = /^[\w-]{43}\.\d+$/;

export const hashOf = (bytes: Uint8Array | string) =>
  nodeCrypto().createHash('sha256').update(bytes).digest('base64url');

/**
 * A folder that is created on first use. Only one process may use it. Every method rejects with the file system's error
 * if the folder cannot be read or written.
 */
export class Store<Meta> {
  readonly #directory: string;
  readonly #maxBytes: number;
  readonly #sync: boolean;
  /** File name → size in bytes, the least recently used first. */
  readonly #sizes = new Map<string, number>();
  #total = 0;
  #opening: Promise<void> | undefined;
  #lastChange: Promise<void> = Promise.resolve();
  #epoch = 0;

  /**
   * @param maxBytes maximum total size of all files
   * @param sync whether entries must survive a power failure; without it, writing many is ten times faster
   */
  constructor(directory: string, maxBytes: number, sync = true) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
    this.#sync = sync;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** Returns the entry of a key; undefined if there is none or its file is damaged, which is then removed. */
  async read(key: string): Promise<Entry<Meta> | undefined> {
    await this.#open();
    const name = hashOf(key);
    const file = await readRegularFile(this.#fileOf(name), this.#maxBytes).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      if (error instanceof UnusableFile) return Buffer.alloc(0);
      throw error;
    });
    if (!file) return undefined;
    const entry = decode<Meta>(file, key);
    if (!entry) await this.#inTurn(() => this.#drop(name));
    // Used last, so evicted last.
    else this.#setSize(name, this.#sizes.get(name));
    return entry;
  }

  /**
   * Replaces the key's entry, and removes others until all fit. A reader gets the whole old or new entry, even if the
   * process is killed meanwhile. An entry larger than the folder's limit is not kept, nor one from an `epoch` before
   * the last `clear`.
   */
  write(key: string, entry: Entry<Meta>, epoch = this.#epoch): Promise<void> {
    return this.#inTurn(async () => {
      const name = hashOf(key);
      const file = encode(key, entry);
      if (epoch !== this.#epoch || file.length > this.#maxBytes) return;
      await this.#makeRoom(file.length);
      await writeFileAtomic(this.#fileOf(name), file, this.#sync);
      this.#setSize(name, file.length);
    });
  }

  remove(key: string): Promise<void> {
    return this.#inTurn(() => this.#drop(hashOf(key)));
  }

  /** Removes all entries and starts a new epoch, so that pending responses are not saved. */
  clear(): Promise<void> {
    this.#epoch++;
    return this.#inTurn(async () => {
      for (const name of [...this.#sizes.keys()]) await this.#drop(name);
    });
  }

  #fileOf(name: string): string {
    return join(this.#directory, name);
  }

  #open(): Promise<void> {
    this.#opening ??= this.#scan().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #scan(): Promise<void> {
    // Older versions created it readable by others.
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    await chmod(this.#directory, 0o700);
    const found: { name: string; size: number; time: number }[] = [];
    for (const name of await readdir(this.#directory)) {
      const file = this.#fileOf(name);
      if (NAME.test(name)) {
        const { size, mtimeMs, mode } = await stat(file);
        if (mode & 0o077) await chmod(file, 0o600);
        found.push({ name, size, time: mtimeMs });
      } else if (UNFINISHED.test(name)) await rm(file, { force: true });
    }
    found.sort((a, b) => a.time - b.time);
    for (const { name, size } of found) this.#setSize(name, size);
    await this.#makeRoom(0);
  }

  #setSize(name: string, size: number | undefined): void {
    this.#total += (size ?? 0) - (this.#sizes.get(name) ?? 0);
    this.#sizes.delete(name);
    if (size !== undefined) this.#sizes.set(name, size);
  }

  async #drop(name: string): Promise<void> {
    this.#setSize(name, undefined);
    await rm(this.#fileOf(name), { force: true });
  }

  async #makeRoom(bytes: number): Promise<void> {
    for (const name of this.#sizes.keys()) {
      if (this.#total + bytes <= this.#maxBytes) return;
      await this.#drop(name);
    }
  }

  /** Serialises changes: two concurrent writes could together exceed the limit. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    const changed = this.#lastChange.then(() => this.#open()).then(change);
    this.#lastChange = changed.catch(() => undefined);
    return changed;
  }
}

export function makeEntry<Meta>(meta: Meta, body: Buffer<ArrayBuffer>): Entry<Meta> {
  return { meta, body, hash: hashOf(body) };
}

/** One line of JSON, then the unchanged body. */
function encode<Meta>(key: string, { meta, hash, body }: Entry<Meta>): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ key, hash, meta })}\n`), body]);
}

/** The hash also detects a file truncated by a power failure. */
function decode<Meta>(file: Buffer<ArrayBuffer>, key: string): Entry<Meta> | undefined {
  const end = file.indexOf('\n');
  try {
    const head = JSON.parse(file.toString('utf8', 0, end)) as { key: string; hash: string; meta: Meta };
    const body = file.subarray(end + 1);
    if (end < 0 || head.key !== key || head.hash !== hashOf(body)) return undefined;
    return { meta: head.meta, body, hash: head.hash };
  } catch {
    return undefined;
  }
}
