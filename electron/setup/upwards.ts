import { dirname, resolve } from 'node:path';

/** Returns `find`'s first result for this folder or the nearest above it, or undefined. */
export function upwards<T>(folder: string, find: (folder: string) => T | undefined): T | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = find(at);
    if (found !== undefined || dirname(at) === at) return found;
  }
}
