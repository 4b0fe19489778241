/** Source maps: kept beside the installers, never in them. */
import { existsSync, statSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { APP_FILES } from '../../configuration/folder.ts';

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
