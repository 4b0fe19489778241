/** Copies of the built app that a test may break. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP } from './app.ts';

export interface AppCopy {
  folder: string;
  remove(): Promise<void>;
}

/**
 * Copies what an app folder needs: package.json and the build.
 * @param source the folder of an app
 * @param target a folder that is made; a new one if absent
 */
export async function copyApp(source = APP, target?: string): Promise<AppCopy> {
  const folder = target ?? (await mkdtemp(join(tmpdir(), 'holdfast-app-')));
  await cp(join(source, 'package.json'), join(folder, 'package.json'));
  for (const part of ['main', 'preload', 'renderer']) {
    await cp(join(source, '.build', part), join(folder, '.build', part), { recursive: true });
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
