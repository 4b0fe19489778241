/** Reads package.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseObject } from '../../shared/pageData.ts';
import type { PackageJson } from './frameworks.ts';

/** @throws Error if it is not JSON */
export function readPackage(root: string): PackageJson | undefined {
  const file = join(root, 'package.json');
  if (!existsSync(file)) return undefined;
  const found = parseObject(readFileSync(file, 'utf8'));
  if (!found) throw new Error(`${file} is not a JSON object: correct it first.`);
  return found as PackageJson;
}
