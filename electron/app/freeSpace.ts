/** The room that is left for the app's files. */
import { statfsSync } from 'node:fs';

/** Free bytes below which a disk counts as full: less than one large report needs. */
const FULL_BYTES = 1_000_000;

/**
 * Bytes that the user may still write into this folder, which must exist; undefined where it isn't on a disk.
 * @throws the file system's error
 */
export function freeBytes(folder: string): number | undefined {
  const { bavail, bsize, blocks } = statfsSync(folder);
  // What isn't a disk has no blocks.
  return blocks > 0 ? bavail * bsize : undefined;
}

export const isFull = (bytes: number | undefined): boolean => bytes !== undefined && bytes < FULL_BYTES;

/** Whether the disk with this folder is full. One that cannot be asked isn't. */
export function isDiskFull(folder: string): boolean {
  try {
    return isFull(freeBytes(folder));
  } catch {
    return false;
  }
}
