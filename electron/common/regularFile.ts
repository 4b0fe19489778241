/**
 * Reads files that anybody may have placed there. A pipe or a device would block the reader forever, and a huge file
 * would take all memory.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';

export class UnusableFile extends Error {
  readonly why: 'folder' | 'notFile' | 'tooLarge';
  constructor(why: UnusableFile['why'], message: string) {
    super(message);
    this.why = why;
  }
}

// Without it, opening a pipe waits for a writer. Windows has no such files.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** @returns the file's size. @throws UnusableFile */
function check(stats: Stats, maxBytes: number): number {
  if (stats.isDirectory()) throw new UnusableFile('folder', 'it is a folder');
  if (!stats.isFile()) throw new UnusableFile('notFile', 'it is not a regular file');
  if (stats.size > maxBytes) throw new UnusableFile('tooLarge', `it is longer than ${maxBytes / 1e6} MB`);
  return stats.size;
}

/** A socket cannot even be opened. */
function openError(error: unknown): unknown {
  const isSocket = (error as NodeJS.ErrnoException).code === 'ENXIO';
  return isSocket ? new UnusableFile('notFile', 'it is not a regular file') : error;
}

/** Reads a regular file of at most `maxBytes` bytes. @param see gets what the system says of this very file */
export function readRegularFileSync(file: string, maxBytes: number, see?: (stats: Stats) => void): Buffer {
  let handle: number;
  try {
    handle = openSync(file, FLAGS);
  } catch (error) {
    throw openError(error);
  }
  try {
    const stats = fstatSync(handle);
    const bytes = Buffer.alloc(check(stats, maxBytes));
    see?.(stats);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(handle, bytes, length, bytes.length - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(handle);
  }
}

/** Like `readRegularFileSync`, without blocking. */
export async function readRegularFile(file: string, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const handle = await open(file, FLAGS).catch((error: unknown) => {
    throw openError(error);
  });
  try {
    const bytes = Buffer.alloc(check(await handle.stat(), maxBytes));
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = (await handle.read(bytes, length, bytes.length - length, null)).bytesRead;
    return bytes.subarray(0, length);
  } finally {
    await handle.close();
  }
}
