/** The app's own options for the SDK in its pages, built as the tool builds `desktop/sentry.ts`. */
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundlePageModule } from '../../electron/tool/project/extension.ts';
import { PROJECT } from './app.ts';

/** @returns files to add to an app's copy */
export async function pageModule(source: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-module-'));
  try {
    await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'sentry.ts'), source);
    await bundlePageModule(join(folder, 'sentry.ts'), join(folder, 'sentry.js'));
    return { '.build/renderer/_holdfast/sentry.js': await readFile(join(folder, 'sentry.js'), 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
