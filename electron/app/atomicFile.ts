/**
 * Files that are replaced whole or not at all, by Node's own calls: the usual library adds and removes signal listeners
 * with each write, and removing the last one removes Electron's handler too, so that SIGTERM kills the app.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';

export interface AtomicOptions {
  /** Whether the content outlives a power cut; default true. */
  flush?: boolean;
  /** The temporary name, in the same folder; by default the file's, a dot and digits. */
  temporary?: string;
}

let count = 0;
// Node writes until every byte is written, so a full disk is an error here, never a short file.
const prepare = (
  file: string,
  { flush = true, temporary = `${file}.${process.pid}${++count}` }: AtomicOptions,
) => ({
  temporary,
  options: { mode: 0o600, flush },
});

/**
 * Writes or replaces a file that only this user may read. Two writes of one file must not overlap.
 * @throws the file system's error; the old file is then still there
 */
export async function writeFileAtomic(
  file: string,
  data: string | Uint8Array,
  atomic: AtomicOptions = {},
): Promise<void> {
  const { temporary, options } = prepare(file, atomic);
  try {
    await writeFile(temporary, data, options);
    await rename(temporary, file);
  } catch (error) {
    discard(temporary);
    throw error;
  }
}

/** As `writeFileAtomic`, before it returns. */
export function writeFileAtomicSync(
  file: string,
  data: string | Uint8Array,
  atomic: AtomicOptions = {},
): void {
  const { temporary, options } = prepare(file, atomic);
  try {
    writeFileSync(temporary, data, options);
    renameSync(temporary, file);
  } catch (error) {
    discard(temporary);
    throw error;
  }
}

function discard(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    // The error of the write says more.
  }
}
