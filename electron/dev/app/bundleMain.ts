/** The app's own main code, in its app folder. */
import { readFileSync, watch } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { bundleExtension } from './extension.ts';
import type { Project } from './project.ts';

/** Milliseconds without a further change: editors write a file in several steps. */
const SETTLE_MS = 100;

const fileIn = (folder: string) => join(folder, 'extension.cjs');

/**
 * Bundles the app's own main code, if it has any, into its app folder.
 * @returns the files of the repository that it was made of
 */
export async function bundleMain({ root, config }: Project, folder: string): Promise<string[]> {
  if (!config.main) return [];
  const { sources } = await bundleExtension(resolve(root, config.main), fileIn(folder));
  return sources.filter((file) => !relative(root, file).startsWith('..'));
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
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  async function bundleAgain(): Promise<void> {
    const before = readFileSync(fileIn(folder), 'utf8');
    const began = performance.now();
    try {
      known = new Set(await bundleMain(project, folder));
      watchFolders();
      const took = `bundled in ${((performance.now() - began) / 1000).toFixed(1)} s`;
      if (readFileSync(fileIn(folder), 'utf8') !== before) changed(took);
    } catch (error) {
      say(`the app stays as it was: ${(error as Error).message}`);
    }
  }
  function watchFolders(): void {
    for (const one of known) {
      const from = dirname(one);
      if (watched.has(from)) continue;
      watched.add(from);
      watch(from, { persistent: false }, (_, name) => {
        if (name === null || !known.has(join(from, name))) return;
        clearTimeout(timer);
        timer = setTimeout(() => {
          work = work.then(bundleAgain);
        }, SETTLE_MS);
      });
    }
  }
  watchFolders();
  say(`watching ${[...known].map((file) => relative(project.root, file) || basename(file)).join(', ')}`);
}
