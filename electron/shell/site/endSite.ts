/** What an app removes that no longer has its build at the address of its server. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { session } from 'electron';
import { SITE_STATE } from '../../common/savedData.ts';

/**
 * Removes the worker of an earlier version, whose build was at the address of its server: it would answer with files that
 * are gone. The app must be ready.
 * @param folder of what pages store
 */
export async function endSite(folder: string): Promise<void> {
  const file = join(folder, SITE_STATE);
  if (!existsSync(file)) return;
  await session.defaultSession.clearStorageData({ storages: ['serviceworkers'] });
  rmSync(file);
}
