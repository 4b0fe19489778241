/** Which Holdfast this is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isIn } from './node.mjs';
import { holdfastFolder } from './packages.ts';

const ownPackage = (): { version: string; engines: { node: string } } =>
  JSON.parse(readFileSync(join(holdfastFolder(), 'package.json'), 'utf8'));

export const ownVersion = (): string => ownPackage().version;

/** @throws Error if this Node is too old: npm only warns, and what fails later does not say why */
export function checkNode(version = process.versions.node): void {
  const { node } = ownPackage().engines;
  if (!isIn(node, version))
    throw new Error(`It needs Node ${node}, and this is ${version}. Install Node 24.`);
}
