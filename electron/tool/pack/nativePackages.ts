/** The packages that the app's own main code requires at run time: native ones cannot be bundled. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExternalModule } from '../project/nativeModules.ts';

/** Copies them into the app folder and lists them in its package.json, where electron-builder finds them. */
export async function addPackages(app: string, modules: readonly ExternalModule[]): Promise<void> {
  if (modules.length === 0) return;
  for (const { name, folder } of modules) {
    await cp(folder, join(app, 'node_modules', name), {
      recursive: true,
      // pnpm installs links.
      dereference: true,
      // Other packages of the list may be in there.
      filter: (path) => path !== join(folder, 'node_modules'),
    });
  }
  const file = join(app, 'package.json');
  const dependencies = Object.fromEntries(modules.map(({ name, version }) => [name, version]));
  const manifest = { ...JSON.parse(await readFile(file, 'utf8')), dependencies };
  await writeFile(file, JSON.stringify(manifest, null, 2));
}
