/** Copies of the built app for a test to break. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_FILES } from '../../electron/builtConfig/folder.ts';
import { APP } from './app.ts';
import { atEnd } from './leftovers.ts';

export interface AppCopy {
  folder: string;
  remove(): Promise<void>;
}

/**
 * Copies package.json and the build.
 * @param source an app's folder
 * @param target a folder to create; a temporary one if absent
 * @param maps whether with source maps, which no package has
 */
export async function copyApp(source = APP, target?: string, maps = false): Promise<AppCopy> {
  const folder = target ?? (await mkdtemp(join(tmpdir(), 'holdfast-app-')));
  await cp(join(source, 'package.json'), join(folder, 'package.json'));
  const filter = (path: string) => maps || !path.endsWith('.map');
  for (const part of ['main', 'preload', 'renderer', APP_FILES.licenses]) {
    await cp(join(source, '.build', part), join(folder, '.build', part), { recursive: true, filter });
  }
  const remove = () => rm(folder, { recursive: true, force: true });
  if (!target) atEnd(remove);
  return { folder, remove };
}

/** Edits the built main: all its files as one text. Resolves to the new text. */
export async function changeMain(folder: string, change: (built: string) => string): Promise<string> {
  const main = join(folder, '.build', 'main');
  const names = (await readdir(main)).filter((name) => name.endsWith('.cjs'));
  const files = await Promise.all(names.map((name) => readFile(join(main, name), 'utf8')));
  const built = change(files.join('\0'));
  const changed = built.split('\0');
  await Promise.all(names.map((name, at) => writeFile(join(main, name), changed[at] ?? '')));
  return built;
}
