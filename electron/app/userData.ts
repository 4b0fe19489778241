/** The folder for the app's files, and what to do without one. */
import { chmodSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import { NEW_FILE, temporaryName } from './atomicFile.ts';
import { isInUse } from './instance.ts';
import { log } from './log.ts';

/**
 * Makes sure that the folder exists and is writable; throws the system's error otherwise. It holds cookies, page data
 * and breadcrumbs, so nobody else may read it: Chromium creates it readable for all, as older versions of the app did.
 */
function check(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode } = statSync(folder);
  // A folder that everybody may write to, such as /tmp, isn't the app's to restrict.
  if (mode & 0o077 && !(mode & 0o002)) chmodSync(folder, 0o700);
  const file = temporaryName(join(folder, '.check'));
  try {
    writeFileSync(file, 'Whether files can be written here.\n', NEW_FILE);
  } catch (error) {
    // Nothing is written by a start that another instance takes over.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC' || !isInUse(folder)) throw error;
  } finally {
    rmSync(file, { force: true });
  }
}

/** The user data folder. Unlike `app.getPath('userData')`, this creates nothing. */
export function userDataFolder(): string {
  return app.commandLine.getSwitchValue('user-data-dir') || join(app.getPath('appData'), app.getName());
}

/**
 * Makes Chromium save pages' data in this folder. On Linux it converts a path to the locale's characters and back before
 * LevelDB opens it (base::FilePath::AsUTF8Unsafe). If the locale is not UTF-8, or not installed, one letter outside ASCII
 * empties the path: localStorage and IndexedDB stay in memory, or go to `/` for root. Under /proc an open folder has a
 * second name, which is ASCII.
 */
function setSessionData(folder: string): void {
  const isPlain = process.platform !== 'linux' || /^[ -~]*$/.test(folder);
  // Never closed: the name ends with the process.
  app.setPath('sessionData', isPlain ? folder : `/proc/${process.pid}/fd/${openSync(folder, 'r')}`);
}

export interface UserData {
  /** The user data folder as it should be: where the user's settings are. */
  folder: string;
  /** The folder that is used: another one, for this run only, if there is a `problem`. */
  userData: string;
  /** Why `folder` cannot be used. */
  problem?: unknown;
}

/** Checks the folder before Chromium and the instance lock use it: neither says what is wrong with it. */
export function setupUserData(): UserData {
  const folder = userDataFolder();
  try {
    check(folder);
    // Electron's differs if the app's name has letters that the locale lacks.
    app.setPath('userData', resolve(folder));
    setSessionData(resolve(folder));
    return { folder, userData: app.getPath('userData') };
  } catch (error) {
    try {
      const temporary = mkdtempSync(join(tmpdir(), 'holdfast-'));
      app.setPath('userData', temporary);
      setSessionData(temporary);
    } catch (failure) {
      // Without any disk, Chromium keeps in memory what it can.
      log(failure);
    }
    return { folder, userData: app.getPath('userData'), problem: error };
  }
}
