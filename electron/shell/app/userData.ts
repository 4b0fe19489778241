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
 * Makes a writable folder that nobody else may read, as Chromium would let them: it has cookies, page data, breadcrumbs.
 * @throws the system's error
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
export const userDataFolder = (): string =>
  app.commandLine.getSwitchValue('user-data-dir') || join(app.getPath('appData'), app.getName());

/**
 * Makes Chromium save pages' data in this folder. On Linux it converts a path to the locale's characters before LevelDB
 * opens it (base::FilePath::AsUTF8Unsafe): if that is not UTF-8, one other letter than ASCII's empties the path, and data
 * stays in memory, or goes to `/` for root. Under /proc an open folder has an ASCII name.
 */
export function setSessionData(folder: string): void {
  // No folder can be made below a file, so Chromium continues in memory.
  if (isWithoutKeyring()) return app.setPath('sessionData', join(process.execPath, 'nothing'));
  const isPlain = process.platform !== 'linux' || /^[ -~]*$/.test(folder);
  // Never closed: the name ends with the process.
  app.setPath('sessionData', isPlain ? folder : `/proc/${process.pid}/fd/${openSync(folder, 'r')}`);
}

export type UserData = ReturnType<typeof setupUserData>;

/**
 * Checks the folder before Chromium and the instance lock use it, because neither reports what is wrong with it.
 * @returns the intended folder, which has the user's settings, and the one in use: another, if there is a problem
 */
export function setupUserData() {
  const folder = userDataFolder();
  let problem: unknown;
  const use = (path: string) => {
    app.setPath('userData', path);
    setSessionData(path);
  };
  try {
    check(folder);
    // Electron's differs if the locale lacks letters of the app's name.
    use(resolve(folder));
  } catch (error) {
    problem = error;
    try {
      use(mkdtempSync(join(tmpdir(), 'holdfast-')));
    } catch (failure) {
      // Without any disk, Chromium keeps what it can in memory.
      log(failure);
    }
  }
  return { folder, userData: app.getPath('userData'), problem };
}
