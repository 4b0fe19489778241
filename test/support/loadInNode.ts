/** Reads apps' configurations as the tool does. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HoldfastConfig } from '../../electron/tool/project/defineConfig.ts';

const LOADER = join(import.meta.dirname, '..', '..', 'electron', 'tool', 'project', 'loadConfig.ts');
const LOAD = `const { loadConfig } = await import(process.argv[1]);
const read = [];
for (const root of process.argv.slice(2)) read.push(await loadConfig(root).catch(String));
console.log(JSON.stringify(read));`;

/**
 * Reads them in one separate Node process, because in a test Vite would read the TypeScript. `read` has each
 * configuration, or the text of its error; `warnings` is the process's stderr.
 */
export async function loadInNode(
  ...roots: string[]
): Promise<{ read: (HoldfastConfig | string)[]; warnings: string }> {
  const args = ['--input-type=module', '-e', LOAD, LOADER, ...roots];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  return { read: JSON.parse(stdout), warnings: stderr };
}
