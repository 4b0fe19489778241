/** Finds programs like a shell. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export function isOnPath(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder && existsSync(join(folder, name)));
}
