/** Free disk space for the app's files. */
import { statfsSync } from 'node:fs';

/** A disk with fewer free bytes counts as full, because one large report needs more. */
const FULL_BYTES = 1_000_000;

/** Bytes that the user may still write to this folder, which must exist; undefined if it is not on a disk. */
export function freeBytes(folder: string): number | undefined {
  const { bavail, bsize, blocks } = statfsSync(folder);
  // Only disks have blocks.
  return blocks > 0 ? bavail * bsize : undefined;
}

export const isFull = (bytes: number | undefined): boolean => bytes !== undefined && bytes < FULL_BYTES;

/** Whether this folder's disk is full; false if unknown. */
export function isDiskFull(folder: string): boolean {
  try {
    return isFull(freeBytes(folder));
  } catch {
    return false;
  }
}
