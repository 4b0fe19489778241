/** Where an Electron from npm is kept: 262 MB, shared by all of a user's apps. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Returns the user's folder for data that can be downloaded again; relative paths must be ignored (XDG Base Directory Specification). */
export function userCache({ XDG_CACHE_HOME: given = '' }: NodeJS.ProcessEnv, home = homedir()): string {
  return join(isAbsolute(given) ? given : join(home, '.cache'), 'holdfast');
}

/** Returns the cache for an app. @param own the folder in its repository, which is used if it exists */
export const cacheFor = (own: string): string => (existsSync(own) ? own : userCache(process.env));
