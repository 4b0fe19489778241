/** The version of this Holdfast. */
import { isIn } from './node.mjs';
import { holdfastFolder, readPackage } from './packages.ts';

export const holdfastVersion = (): string => readPackage(holdfastFolder()).version ?? '';

/**
 * @throws Error if this Node is too old, of which npm only warns, or runs Yarn's Plug'n'Play, which serves packages
 *   from zip files: later failures would not reveal the cause
 */
export function checkNode({ node: version, pnp }: { node: string; pnp?: string } = process.versions): void {
  if (pnp)
    throw new Error(
      "Electron cannot be started from the zip files of Yarn's Plug'n'Play: write nodeLinker: node-modules into .yarnrc.yml, then run yarn install.",
    );
  const node = readPackage(holdfastFolder()).engines?.node ?? '';
  if (!isIn(node, version))
    throw new Error(`Holdfast needs Node ${node}, and this is ${version}. Install Node 24.`);
}
