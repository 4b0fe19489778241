/** Memory dumps of crashes that wait on disk until the next start makes reports of them. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { forEach } from '../app/forEach.ts';
import type { Saved } from '../shared/telemetry.ts';

/** A dump, and what Crashpad writes beside it. */
const FILES = /\.(dmp|meta)$/i;

/** The files in the folder and its subfolders; none if there is no such folder. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => FILES.test(name)).map((name) => join(folder, name));
}

/** How many dumps there are, and their bytes. */
export function savedDumps(folder: string): Saved {
  const files = filesIn(folder);
  const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  return {
    count: files.filter((file) => /\.dmp$/i.test(file)).length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** Removes them. Throws the first file system error, after it has tried all. */
export function eraseDumps(folder: string): void {
  forEach(filesIn(folder), (file) => rmSync(file, { force: true }));
}
