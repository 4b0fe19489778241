/** Source maps: saved beside the installers, never in them, and uploaded on request. */
import { spawnSync } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { npmCommand } from '../npm.mjs';

/**
 * Sentry's CLI for uploads. Not a dependency: 20 MB under a licence that is not open source, needed only with a token.
 */
const CLI = '@sentry/cli@3.8.0';

/**
 * Copies the built scripts, which contain their debug ids, and their maps.
 * @param build folder of the built shell
 * @param pages folder of the app's own pages, if it has them
 * @param output folder of the installers
 * @returns the folder with the copies
 */
export async function keepSourcemaps(
  build: string,
  pages: string | undefined,
  output: string,
): Promise<string> {
  const folder = join(output, 'sourcemaps');
  await rm(folder, { recursive: true, force: true });
  const built = ['main', 'preload', 'renderer'].map((part) => join(build, part));
  for (const from of [...built, ...(pages ? [pages] : [])]) {
    await cp(from, join(folder, basename(from)), {
      recursive: true,
      filter: (file) => !/\.\w+$/.test(file) || /\.(?:c?js|map)$/.test(file),
    });
  }
  return folder;
}

/**
 * Uploads them if `SENTRY_AUTH_TOKEN` is set, to what `SENTRY_ORG`, `SENTRY_PROJECT` and `SENTRY_URL` name.
 * @returns whether it did
 * @throws Error if the CLI failed; its output says why
 */
export function uploadSourcemaps(folder: string, env = process.env): boolean {
  if (!env.SENTRY_AUTH_TOKEN) return false;
  // Without a shell, which would take a path with a space for two.
  const [npm, ...first] = npmCommand(env);
  const args = [...first, 'exec', '--yes', '--', CLI, 'sourcemaps', 'upload', folder];
  const { status, error } = spawnSync(npm, args, { stdio: 'inherit', env });
  if (error || status !== 0) {
    throw new Error(
      `The source maps were not uploaded (${error?.message ?? `${CLI} ended with ${status}`}). They are in ${folder}.`,
      { cause: error },
    );
  }
  return true;
}
