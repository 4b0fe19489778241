/** The app's own main code, in its app folder. */
import { join, relative, resolve } from 'node:path';
import { APP_FILES } from '../../app/folder.ts';
import { type BundledExtension, bundleExtension, bundlePageModule } from './extension.ts';
import type { Project } from './project.ts';

/**
 * Bundles the app's own code for main and for its pages' SDK, if there is any, into its app folder.
 * @returns the source files in the repository, and the packages outside of the bundle
 */
export async function bundleMain(
  { root, config }: Project,
  folder: string,
): Promise<Pick<BundledExtension, 'sources' | 'modules'>> {
  if (config.sentry) await bundlePageModule(resolve(root, config.sentry), join(folder, APP_FILES.pageModule));
  if (!config.main) return { sources: [], modules: [] };
  const { sources, modules } = await bundleExtension(
    resolve(root, config.main),
    join(folder, APP_FILES.extension),
  );
  return { sources: sources.filter((file) => !relative(root, file).startsWith('..')), modules };
}
