/** The packages that the app's own main code requires when it runs: native ones cannot be bundled. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExternalModule } from '../project/extension.ts';

/**
 * Copies them into the app folder, and names them in its package.json, where electron-builder looks for what to pack and
 * to build for Electron.
 */
export async function addPackages(app: string, modules: readonly ExternalModule[]): Promise<void> {
  if (modules.length === 0) return;
  for (const { name, folder } of modules) {
    await cp(folder, join(app, 'node_modules', name), {
      recursive: true,
      // As installed for pnpm, where it is a link.
      dereference: true,
      // Others of the list lie beside it.
      filter: (path) => path !== join(folder, 'node_modules'),
    });
  }
  const file = join(app, 'package.json');
  const dependencies = Object.fromEntries(modules.map(({ name, version }) => [name, version]));
  const manifest = { ...JSON.parse(await readFile(file, 'utf8')), dependencies };
  await writeFile(file, JSON.stringify(manifest, null, 2));
}
