import { dirname, resolve } from 'node:path';

/** What `find` gives for this folder, or for the nearest above it; undefined if it gives nothing for any. */
export function upwards<T>(folder: string, find: (folder: string) => T | undefined): T | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = find(at);
    if (found !== undefined || dirname(at) === at) return found;
  }
}
