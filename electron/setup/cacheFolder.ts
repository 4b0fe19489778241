/** Where an Electron from npm is kept: 262 MB, shared by all of a user's apps. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

interface Machine {
  platform: string;
  env: NodeJS.ProcessEnv;
  home: string;
}

const THIS: Machine = { platform: process.platform, env: process.env, home: homedir() };

/** Returns the user's folder for data that can be downloaded again. */
export function userCache({ platform, env, home }: Machine = THIS): string {
  if (platform === 'win32')
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'holdfast', 'Cache');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Caches', 'holdfast');
  // Relative paths must be ignored (XDG Base Directory Specification).
  const { XDG_CACHE_HOME: given = '' } = env;
  return posix.join(given.startsWith('/') ? given : posix.join(home, '.cache'), 'holdfast');
}

/** Returns the cache for an app. @param own the folder in its repository, which is used if it exists */
export const cacheFor = (own: string): string => (existsSync(own) ? own : userCache());
