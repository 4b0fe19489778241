import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';

/** Moves `fresh` to `folder`. Another process may do the same at that moment: then again. */
export async function replaceFolder(fresh: string, folder: string): Promise<void> {
  const old = `${fresh}.old`;
  const removeOld = () => rm(old, { recursive: true, force: true });
  try {
    for (let tries = 20; ; tries--) {
      await removeOld();
      try {
        if (existsSync(folder)) await rename(folder, old);
        return await rename(fresh, folder);
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        if (tries === 0 || !['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM'].includes(code)) throw error;
      }
    }
  } finally {
    await removeOld();
  }
}
