/** Reads an app's configuration as the tool does. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HoldfastConfig } from '../../electron/tool/project/defineConfig.ts';

const LOADER = join(import.meta.dirname, '..', '..', 'electron', 'tool', 'project', 'loadConfig.ts');
const LOAD = `const { loadConfig } = await import(process.argv[1]);
console.log(JSON.stringify(await loadConfig(process.argv[2])));`;

/** Reads it in a separate Node process, because in a test Vite would read the TypeScript. `warnings` is its stderr. */
export async function loadInNode(root: string): Promise<{ config: HoldfastConfig; warnings: string }> {
  const args = ['--input-type=module', '-e', LOAD, LOADER, root];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  return { config: JSON.parse(stdout), warnings: stderr };
}
