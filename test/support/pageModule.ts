/** The app's own code for its pages: options for the SDK, built as the tool builds `desktop/sentry.ts`, or any script. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundlePageModule } from '../../electron/tool/build/bundleExtension.ts';
import { PROJECT } from './app.ts';

/** @returns files to add to an app's copy */
export const pageModule = async (source: string): Promise<Record<string, string>> => ({
  '.build/renderer/_holdfast/sentry.js': await bundledForPage(source),
});

/**
 * @param from a folder with the packages that it imports, in its node_modules
 * @returns a script for pages: the source with everything that it imports
 */
export async function bundledForPage(source: string, from = join(PROJECT, '.cache')): Promise<string> {
  const folder = await mkdtemp(join(from, 'page-'));
  try {
    await writeFile(join(folder, 'sentry.ts'), source);
    await bundlePageModule(join(folder, 'sentry.ts'), join(folder, 'sentry.js'));
    return await readFile(join(folder, 'sentry.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
