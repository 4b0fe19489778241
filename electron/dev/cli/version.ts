/** Which Holdfast this is. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isIn } from '../node.mjs';
import { upwards } from '../upwards.ts';

/** The folder of the package `holdfast`: the nearest above that has its package.json. */
export function ownFolder(): string {
  const own = upwards(import.meta.dirname, (folder) => {
    const file = join(folder, 'package.json');
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'holdfast'
      ? folder
      : undefined;
  });
  if (own) return own;
  throw new Error('The package holdfast is not whole: install it again.');
}

const ownPackage = (): { version: string; engines: { node: string } } =>
  JSON.parse(readFileSync(join(ownFolder(), 'package.json'), 'utf8'));

export const ownVersion = (): string => ownPackage().version;

/** @throws Error if this Node is too old: npm only warns, and what fails later does not say why */
export function checkNode(version = process.versions.node): void {
  const { node } = ownPackage().engines;
  if (!isIn(node, version))
    throw new Error(`It needs Node ${node}, and this is ${version}. Install Node 24.`);
}
