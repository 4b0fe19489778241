/** The app's own code for its pages: options for the SDK, built as the tool builds `desktop/sentry.ts`, or any script. */
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePageModule } from '../../electron/tool/project/bundleExtension.ts';
import { PROJECT } from './app.ts';

/** @returns files to add to an app's copy */
export const pageModule = async (source: string): Promise<Record<string, string>> => ({
  '.build/renderer/_holdfast/sentry.js': await bundledForPage(source),
});

/** @returns a script for pages: the source with everything that it imports */
export async function bundledForPage(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-module-'));
  try {
    await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'sentry.ts'), source);
    await bundlePageModule(join(folder, 'sentry.ts'), join(folder, 'sentry.js'));
    return await readFile(join(folder, 'sentry.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
