/** Packages as a repository has them installed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { upwards } from './upwards.ts';

/** Where Node finds a package from this folder on; undefined: nowhere. */
export const findPackage = (name: string, from: string): string | undefined =>
  upwards(from, (at) => {
    const folder = join(at, 'node_modules', name);
    return existsSync(join(folder, 'package.json')) ? folder : undefined;
  });

/** The version of a package that Node finds from this folder on. */
export function installedVersion(name: string, from: string): string | undefined {
  const folder = findPackage(name, from);
  return folder && JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}
