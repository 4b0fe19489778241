/** Where an Electron from npm is kept, for all of a user's apps. The files of a repository may be a stranger's. */
import { accessSync, constants, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Returns the user's folder for data that can be downloaded again; relative paths must be ignored (XDG Base Directory Specification). */
export function userCache({ XDG_CACHE_HOME: given = '' }: NodeJS.ProcessEnv, home = homedir()): string {
  return join(isAbsolute(given) ? given : join(home, '.cache'), 'holdfast');
}

/**
 * Returns the user's cache. If it cannot be written and does not contain `name` either, as of a user without a home,
 * returns one in the temporary folder.
 */
export function cacheFor(name: string, own = userCache(process.env), temporary = tmpdir()): string {
  if (existsSync(join(own, name)) || isWritable(own)) return own;
  const uid = process.getuid?.();
  const folder = join(temporary, `holdfast-${uid ?? 'cache'}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (found.isDirectory() && (uid === undefined || (found.uid === uid && (found.mode & 0o022) === 0)))
    return folder;
  throw new Error(`${own} cannot be written, and ${folder} is not yours: name a folder in XDG_CACHE_HOME.`);
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
