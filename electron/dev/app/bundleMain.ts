/** The app's own main code, in its app folder. */
import { readFileSync, watch } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { APP_FILES } from '../../app/folder.ts';
import { settled } from '../settled.ts';
import { type BundledExtension, bundleExtension } from './extension.ts';
import { bundlePageModule } from './pageModule.ts';
import type { Project } from './project.ts';

const fileIn = (folder: string) => join(folder, APP_FILES.extension);

/**
 * Bundles the app's own code in main and for the SDK in its pages, if it has any, into its app folder.
 * @returns the files of the repository that it was made of, and the packages that are not in it
 */
export async function bundleMain(
  { root, config }: Project,
  folder: string,
): Promise<Pick<BundledExtension, 'sources' | 'modules'>> {
  if (config.sentry) await bundlePageModule(resolve(root, config.sentry), join(folder, APP_FILES.pageModule));
  if (!config.main) return { sources: [], modules: [] };
  const { sources, modules } = await bundleExtension(resolve(root, config.main), fileIn(folder));
  return { sources: sources.filter((file) => !relative(root, file).startsWith('..')), modules };
}

/**
 * Bundles it again whenever one of its files changes. A mistake is said, and the last good bundle stays.
 * @param sources the files that it was made of
 * @param changed called after a bundle that differs from the last
 */
export function watchMain(
  project: Project,
  folder: string,
  sources: readonly string[],
  changed: (took: string) => void,
  say: (line: string) => void,
): void {
  let known = new Set(sources);
  const watched = new Set<string>();
  async function bundleAgain(): Promise<void> {
    const before = readFileSync(fileIn(folder), 'utf8');
    const began = performance.now();
    known = new Set((await bundleMain(project, folder)).sources);
    watchFolders();
    const took = `bundled in ${((performance.now() - began) / 1000).toFixed(1)} s`;
    if (readFileSync(fileIn(folder), 'utf8') !== before) changed(took);
  }
  const changedOne = settled(bundleAgain, ({ message }) => say(`the app stays as it was: ${message}`));
  function watchFolders(): void {
    for (const one of known) {
      const from = dirname(one);
      if (watched.has(from)) continue;
      watched.add(from);
      watch(from, { persistent: false }, (_, name) => {
        if (name !== null && known.has(join(from, name))) changedOne();
      });
    }
  }
  watchFolders();
  say(`watching ${[...known].map((file) => relative(project.root, file) || basename(file)).join(', ')}`);
}
