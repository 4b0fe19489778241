/** Small results kept in .cache, so that they are not worked out again at every start. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..', '..');

const fileOf = (name: string) => join(root, '.cache', `${name}.json`);

/** What was kept under this name; undefined when there is nothing that can be read. Check its shape before use. */
export function readCache(name: string): unknown {
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Keeps a value under a name; a reader sees the old or the new one, never a part. */
export function writeCache(name: string, value: unknown): void {
  const file = fileOf(name);
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(value));
  renameSync(fresh, file);
}
