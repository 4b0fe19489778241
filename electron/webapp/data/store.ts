/** A size-limited folder of answers, one file each; evicts the least recently used. */
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../app/atomicFile.ts';
import type { Handler } from '../../protocol/handler.ts';

/** A protocol handler that can delete everything it has saved. */
export interface SavingHandler {
  handler: Handler;
  forget(): Promise<void>;
}

/** An answer: its bytes, and what is known of it. */
export interface Entry<Meta> {
  meta: Meta;
  body: Buffer<ArrayBuffer>;
  /** The SHA-256 of the body, base64url. */
  hash: string;
}

export interface Store<Meta> {
  /** The entry of a key; undefined if there is none or its file is damaged, which is then removed. */
  read(key: string): Promise<Entry<Meta> | undefined>;
  /**
   * Keeps an entry, in place of the key's former one, and removes others until all fit. A reader gets the former
   * or the new entry, whole, also if the process is killed meanwhile. An entry larger than the folder may be is
   * not kept, nor one of an `epoch` before the last `clear`.
   */
  write(key: string, entry: Entry<Meta>, epoch?: number): Promise<void>;
  remove(key: string): Promise<void>;
  /** Removes all entries and starts a new epoch, so that answers still in flight aren't saved. */
  clear(): Promise<void>;
  epoch(): number;
}

/** The name of an entry's file, and of one that a killed process did not finish (writeFileAtomic adds digits). */
const NAME = /^[\w-]{43}$/;
const UNFINISHED = /^[\w-]{43}\.\d+$/;

/** A name of 43 characters that are safe in file names and addresses. */
export const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('base64url');

/**
 * Opens the folder when it is first used, and makes it if it is not there. Only one process may use it.
 * @param maxBytes what all files may hold together
 * @param sync whether an entry is to survive a power failure; without it, writing many is ten times faster
 * @throws every function: the file system's error if the folder cannot be read or written
 */
export function openStore<Meta>(directory: string, maxBytes: number, sync = true): Store<Meta> {
  /** File name → size in bytes, the least recently used first. */
  const sizes = new Map<string, number>();
  let total = 0;
  let opening: Promise<void> | undefined;
  let lastChange: Promise<void> = Promise.resolve();
  let epoch = 0;

  const fileOf = (name: string) => join(directory, name);

  function open(): Promise<void> {
    opening ??= scan().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  async function scan(): Promise<void> {
    // Older versions created it readable by others.
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await chmod(directory, 0o700);
    const found: { name: string; size: number; time: number }[] = [];
    for (const name of await readdir(directory)) {
      if (NAME.test(name)) {
        const { size, mtimeMs, mode } = await stat(fileOf(name));
        if (mode & 0o077) await chmod(fileOf(name), 0o600);
        found.push({ name, size, time: mtimeMs });
      } else if (UNFINISHED.test(name)) {
        await rm(fileOf(name), { force: true });
      }
    }
    found.sort((a, b) => a.time - b.time);
    for (const { name, size } of found) setSize(name, size);
    await makeRoom(0);
  }

  function setSize(name: string, size: number | undefined): void {
    total -= sizes.get(name) ?? 0;
    sizes.delete(name);
    if (size === undefined) return;
    sizes.set(name, size);
    total += size;
  }

  async function drop(name: string): Promise<void> {
    setSize(name, undefined);
    await rm(fileOf(name), { force: true });
  }

  async function makeRoom(bytes: number): Promise<void> {
    while (total + bytes > maxBytes) {
      const [oldest] = sizes.keys();
      if (oldest === undefined) return;
      await drop(oldest);
    }
  }

  async function write(key: string, entry: Entry<Meta>, of: number): Promise<void> {
    await open();
    if (of !== epoch) return;
    const name = hashOf(key);
    const file = encode(key, entry);
    if (file.length > maxBytes) return;
    await makeRoom(file.length);
    await writeFileAtomic(fileOf(name), file, { flush: sync });
    setSize(name, file.length);
  }

  /** Serializes changes: two concurrent writes could together exceed the limit. */
  function inTurn(change: () => Promise<void>): Promise<void> {
    const changed = lastChange.then(change);
    lastChange = changed.catch(() => undefined);
    return changed;
  }

  return {
    async read(key) {
      await open();
      const name = hashOf(key);
      const file = await readFile(fileOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (!file) return undefined;
      const entry = decode<Meta>(file, key);
      if (!entry) await inTurn(() => drop(name));
      // Used last, so removed last.
      else setSize(name, sizes.get(name));
      return entry;
    },

    write: (key, entry, of = epoch) => inTurn(() => write(key, entry, of)),

    remove: (key) =>
      inTurn(async () => {
        await open();
        await drop(hashOf(key));
      }),

    clear() {
      epoch++;
      return inTurn(async () => {
        await open();
        for (const name of [...sizes.keys()]) await drop(name);
      });
    },

    epoch: () => epoch,
  };
}

/** An entry of these bytes. */
export function makeEntry<Meta>(meta: Meta, body: Buffer<ArrayBuffer>): Entry<Meta> {
  return { meta, body, hash: hashOf(body) };
}

/** One line of JSON, then the body as it is. */
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
