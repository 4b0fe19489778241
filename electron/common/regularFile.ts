/**
 * Reads files that anybody may have placed there. A pipe or a device would block the reader forever, and a huge file
 * would take all memory.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

export class UnusableFile extends Error {
  readonly why: 'folder' | 'notFile' | 'tooLarge';
  constructor(why: UnusableFile['why'], message: string) {
    super(message);
    this.why = why;
  }
}

// Without it, opening a pipe waits for a writer. Windows has no such files.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function opened(file: string): number {
  try {
    return openSync(file, FLAGS);
  } catch (error) {
    // A socket cannot even be opened.
    const isSocket = (error as NodeJS.ErrnoException).code === 'ENXIO';
    throw isSocket ? new UnusableFile('notFile', 'it is not a regular file') : error;
  }
}

/** Reads a regular file of at most `maxBytes` bytes. @param see gets what the system says of this very file */
export function readRegularFileSync(file: string, maxBytes: number, see?: (stats: Stats) => void) {
  const handle = opened(file);
  try {
    const stats = fstatSync(handle);
    if (stats.isDirectory()) throw new UnusableFile('folder', 'it is a folder');
    if (!stats.isFile()) throw new UnusableFile('notFile', 'it is not a regular file');
    if (stats.size > maxBytes) throw new UnusableFile('tooLarge', `it is longer than ${maxBytes / 1e6} MB`);
    see?.(stats);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}
