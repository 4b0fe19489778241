/** Repositories and their packages, including Holdfast's own. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { upwards } from './upwards.ts';

export const hasPackage = (folder: string) => existsSync(join(folder, 'package.json'));

/** Returns the nearest folder with a package.json, from this one upwards, or undefined. */
export const repositoryOf = (folder: string): string | undefined =>
  upwards(folder, (one) => (hasPackage(one) ? one : undefined));

/** Returns Holdfast's own folder, under any published name: the nearest above this file with its command. */
export function holdfastFolder(): string {
  const found = upwards(import.meta.dirname, (folder) =>
    hasPackage(folder) && JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).bin?.holdfast
      ? folder
      : undefined,
  );
  if (found) return found;
  throw new Error('The package holdfast is incomplete: install it again.');
}

/** Returns the folder where Node finds a package from this folder; undefined if nowhere. */
export const findPackage = (name: string, from: string): string | undefined =>
  upwards(from, (at) => {
    const folder = join(at, 'node_modules', name);
    return hasPackage(folder) ? folder : undefined;
  });

/** Returns the version of the package that Node finds from this folder. */
export function installedVersion(name: string, from: string): string | undefined {
  const folder = findPackage(name, from);
  return folder && JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}
