import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPackage, repositoryOf, upwards } from './packages.ts';

export interface PackageManager {
  name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  exec: string;
  locks: readonly string[];
}

const NPM: PackageManager = { name: 'npm', exec: 'npx', locks: ['package-lock.json', 'npm-shrinkwrap.json'] };
const MANAGERS: readonly PackageManager[] = [
  NPM,
  { name: 'pnpm', exec: 'pnpm exec', locks: ['pnpm-lock.yaml'] },
  { name: 'yarn', exec: 'yarn', locks: ['yarn.lock'] },
  { name: 'bun', exec: 'bunx', locks: ['bun.lock', 'bun.lockb'] },
];

/** Returns the one in package.json, or the one with the nearest lock file, as in a workspace; else npm. */
export function packageManagerOf(root: string, named?: string): PackageManager {
  const [name] = named?.split('@') ?? [];
  const byLock = (folder: string) =>
    MANAGERS.find(({ locks }) => locks.some((lock) => existsSync(join(folder, lock)))) ??
    // The search ends at the repository's root.
    (existsSync(join(folder, '.git')) ? NPM : undefined);
  return MANAGERS.find((one) => one.name === name) ?? upwards(root, byLock) ?? NPM;
}

/** Returns how to call the tool in this folder's app, such as `pnpm exec holdfast`. */
export function typed(folder = process.cwd()): string {
  const root = repositoryOf(folder) ?? folder;
  return `${packageManagerOf(root, managerNamedIn(root)).exec} holdfast`;
}

/** Undefined also if package.json is broken: help is printed all the same, and work that needs the file names it. */
function managerNamedIn(root: string): string | undefined {
  try {
    const { packageManager: named }: { packageManager?: unknown } = readPackage(root);
    return typeof named === 'string' ? named : undefined;
  } catch {
    return undefined;
  }
}
