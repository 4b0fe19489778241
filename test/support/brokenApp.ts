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
 */
export async function copyApp(source = APP): Promise<AppCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-app-'));
  await cp(join(source, 'package.json'), join(folder, 'package.json'));
  for (const part of ['main', 'preload', 'renderer']) {
    await cp(join(source, '.build', part), join(folder, '.build', part), { recursive: true });
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
