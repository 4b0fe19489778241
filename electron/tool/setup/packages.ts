import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseObject } from '../../shared/pageData.ts';
import { isIn } from './node.mjs';

export interface PackageJson {
  name?: string;
  version?: string;
  productName?: string;
  packageManager?: string;
  description?: unknown;
  homepage?: unknown;
  repository?: unknown;
  author?: unknown;
  license?: unknown;
  copyright?: unknown;
  scripts?: Record<string, string>;
  bin?: Record<string, string>;
  engines?: { node: string };
  workspaces?: string[] | { packages?: string[] };
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  gypfile?: boolean;
}

/** Returns `find`'s first result for this folder or the nearest above it, or undefined. */
export function upwards<T>(folder: string, find: (folder: string) => T | undefined): T | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = find(at);
    if (found !== undefined || dirname(at) === at) return found;
  }
}

export const hasPackage = (folder: string) => existsSync(join(folder, 'package.json'));

/** Reads a folder's package.json; {} if the folder has none. @throws Error if it is not a JSON object */
export function readPackage(folder: string): PackageJson {
  if (!hasPackage(folder)) return {};
  const file = join(folder, 'package.json');
  const found = parseObject(readFileSync(file, 'utf8'));
  if (!found) throw new Error(`${file} is not a JSON object: correct it first.`);
  return found;
}

/** Returns the nearest folder with a package.json, from this one upwards, or undefined. */
export const repositoryOf = (folder: string): string | undefined =>
  upwards(folder, (one) => (hasPackage(one) ? one : undefined));

/** Returns Holdfast's own folder, under any published name: the nearest above this file with its command. */
export function holdfastFolder(): string {
  const found = upwards(import.meta.dirname, (folder) =>
    readPackage(folder).bin?.holdfast ? folder : undefined,
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
