/** Which Holdfast this is. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the package `holdfast`: the nearest above that has its package.json. */
export function ownFolder(from = import.meta.dirname): string {
  const file = join(from, 'package.json');
  if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'holdfast') return from;
  if (dirname(from) === from) throw new Error('The package holdfast is not whole: install it again.');
  return ownFolder(dirname(from));
}

export const ownVersion = (): string =>
  JSON.parse(readFileSync(join(ownFolder(), 'package.json'), 'utf8')).version;
