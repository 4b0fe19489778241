/** The folder for the app's files, and what to do without one. */
import { chmodSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import { NEW_FILE, temporaryName } from '../../common/atomicFile.ts';
import { log } from '../../common/log.ts';
import { isWithoutKeyring } from './commandLine.ts';
import { isInUse } from './instance.ts';

/**
 * Makes sure that the folder exists and is writable; throws the system's error otherwise. It contains cookies, page
 * data and breadcrumbs, so nobody else may read it: Chromium, and older versions of the app, create it readable for
 * all.
 */
function check(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode } = statSync(folder);
  // The app must not restrict a folder that everybody may write to, such as /tmp.
  if (mode & 0o077 && !(mode & 0o002)) chmodSync(folder, 0o700);
  const file = temporaryName(join(folder, '.check'));
  try {
    writeFileSync(file, 'Tests whether files can be written here.\n', NEW_FILE);
  } catch (error) {
    // A start that another instance takes over writes nothing.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC' || !isInUse(folder)) throw error;
  } finally {
    rmSync(file, { force: true });
  }
}

/** Returns the user data folder. Unlike `app.getPath('userData')`, this creates nothing. */
export function userDataFolder(): string {
  return app.commandLine.getSwitchValue('user-data-dir') || join(app.getPath('appData'), app.getName());
}

/**
 * Makes Chromium save pages' data in this folder. On Linux it converts a path to the locale's characters and back
 * before LevelDB opens it (base::FilePath::AsUTF8Unsafe). If the locale is not UTF-8, or not installed, one non-ASCII
 * letter empties the path: localStorage and IndexedDB stay in memory, or go to `/` for root. Under /proc an open folder
 * has a second, ASCII name.
 */
export function setSessionData(folder: string): void {
  // No folder can be made below a file, so Chromium continues in memory.
  if (isWithoutKeyring()) return app.setPath('sessionData', join(process.execPath, 'nothing'));
  const isPlain = process.platform !== 'linux' || /^[ -~]*$/.test(folder);
  // Never closed: the name ends with the process.
  app.setPath('sessionData', isPlain ? folder : `/proc/${process.pid}/fd/${openSync(folder, 'r')}`);
}

export interface UserData {
  /** The intended user data folder, with the user's settings. */
  folder: string;
  /** The folder in use: another one, for this run only, if there is a `problem`. */
  userData: string;
  problem?: unknown;
}

/** Checks the folder before Chromium and the instance lock use it, because neither reports what is wrong with it. */
export function setupUserData(): UserData {
  const folder = userDataFolder();
  try {
    check(folder);
    // Electron's differs if the locale lacks letters of the app's name.
    app.setPath('userData', resolve(folder));
    setSessionData(resolve(folder));
    return { folder, userData: app.getPath('userData') };
  } catch (error) {
    try {
      const temporary = mkdtempSync(join(tmpdir(), 'holdfast-'));
      app.setPath('userData', temporary);
      setSessionData(temporary);
    } catch (failure) {
      // Without any disk, Chromium keeps what it can in memory.
      log(failure);
    }
    return { folder, userData: app.getPath('userData'), problem: error };
  }
}
