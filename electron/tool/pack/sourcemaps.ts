/** Source maps: kept beside the installers, never in them, and uploaded on request. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { APP_FILES } from '../../configuration/folder.ts';
import { npmCommand } from '../setup/npm.mjs';

/** Sentry's CLI for uploads. Not a dependency: 20 MB under a licence that is not open source, needed only with a token. */
const CLI = '@sentry/cli@3.8.0';

export interface Built {
  shell: string;
  /** The app's own pages, if they replace the shell's. */
  pages?: string | undefined;
  /** What was packed, including the app's own main code and its web build. */
  app: string;
}

/** Copies source maps together with their scripts, which contain their debug ids. Returns the folder. */
export async function keepSourcemaps({ shell, pages, app }: Built, output: string): Promise<string> {
  const folder = join(output, 'sourcemaps');
  await rm(folder, { recursive: true, force: true });
  const { web, extension } = APP_FILES;
  const parts = [
    ...['main', 'preload', 'renderer'].map((name) => join(shell, name)),
    ...(pages ? [pages] : []),
    ...[web, extension, `${extension}.map`].map((name) => join(app, name)),
  ];
  for (const from of parts.filter((part) => existsSync(part))) {
    await cp(from, join(folder, basename(from)), {
      recursive: true,
      filter: (file) => statSync(file).isDirectory() || file.endsWith('.map') || existsSync(`${file}.map`),
    });
  }
  return folder;
}

/** Uploads them if `SENTRY_AUTH_TOKEN` is set, as `SENTRY_ORG`, `SENTRY_PROJECT` and `SENTRY_URL` say. */
export function uploadSourcemaps(folder: string, env = process.env): boolean {
  if (!env.SENTRY_AUTH_TOKEN) return false;
  // Without a shell, which would split a path at a space.
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
