/** Which Holdfast this is. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isIn } from '../node.mjs';

/** The folder of the package `holdfast`: the nearest above that has its package.json. */
export function ownFolder(from = import.meta.dirname): string {
  const file = join(from, 'package.json');
  if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'holdfast') return from;
  if (dirname(from) === from) throw new Error('The package holdfast is not whole: install it again.');
  return ownFolder(dirname(from));
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
