/** Finds programs as a shell does. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a folder of PATH holds a file of this name. */
export function isOnPath(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder && existsSync(join(folder, name)));
}
