/** What Chromium and the app save from pages in the user data folder, except reports, settings and counters. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { log } from './log.ts';
import { MAX_STATE_BYTES } from './stateFile.ts';

/** Chromium rebuilds them; one from another version can crash its processes. */
const CACHES = [
  'Cache',
  'Code Cache',
  'GPUCache',
  'DawnCache',
  'DawnGraphiteCache',
  'DawnWebGPUCache',
  'GrShaderCache',
  'GraphiteDawnCache',
  'ShaderCache',
  'component_crx_cache',
];

/** One folder for each server that the user has chosen, with what its pages stored. */
export const SERVERS = 'servers';
/** Which keyring the cookies are encrypted with. */
export const KEYRING = 'keyring.json';
/** In such a folder: where its sign-ins may go. */
export const SIGN_IN_HOSTS = 'sign-in.json';

/** Likewise: the icon of the server, as its pages show it. */
export const ICON = 'icon.png';

/** Which worker is in place: see site.ts. */
export const SITE_STATE = 'site.json';

const OF_PAGES = [
  ...CACHES,
  'Cookies',
  'Cookies-journal',
  'DIPS',
  'File System',
  'IndexedDB',
  'Local Storage',
  'Network',
  'Network Persistent State',
  'Partitions',
  'Preferences',
  'QuotaManager',
  'QuotaManager-journal',
  'Service Worker',
  'Session Storage',
  'Shared Dictionary',
  'SharedStorage',
  'SharedStorage-wal',
  'TransportSecurity',
  'Trust Tokens',
  'Trust Tokens-journal',
  'WebStorage',
  'blob_storage',
  'databases',
  ICON,
  KEYRING,
  SIGN_IN_HOSTS,
  SITE_STATE,
];

/** In the user data folder: user, tags and contexts of the last run, which Sentry's SDK keeps for reports of its crash. */
export const SDK_SCOPE = join('sentry', 'scope_v3.json');

/** Where Chromium, Crashpad and the SDK keep what they read at a start, with its maximum size in bytes. */
const READ_AT_START: Readonly<Record<string, number>> = {
  '.': Number.POSITIVE_INFINITY,
  Crashpad: Number.POSITIVE_INFINITY,
  sentry: MAX_STATE_BYTES,
};

/**
 * Removes what Chromium or the SDK would read endlessly or without a limit: pipes and devices instead of files, and
 * files of the SDK that are longer than ours can be. In safe mode the SDK gets nothing from the last run. Must run
 * before Electron is ready and before the SDK starts.
 */
export function clearUnusable(userData: string, isSafe: boolean): void {
  if (isSafe) clear(userData, [SDK_SCOPE]);
  for (const [name, maxBytes] of Object.entries(READ_AT_START))
    clearUnusableIn(join(userData, name), maxBytes);
}

/** The same for one folder. @param maxBytes maximum size of a file in it */
export function clearUnusableIn(folder: string, maxBytes = Number.POSITIVE_INFINITY): void {
  for (const file of unusableIn(folder, maxBytes)) {
    log(`Removed ${join(folder, file)}: not a file, or longer than ${maxBytes / 1e6} MB.`);
    clear(folder, [file]);
  }
}

/** Returns the names of unreadable or endless entries in a folder; none if the folder does not exist. */
function unusableIn(folder: string, maxBytes: number): string[] {
  try {
    const unusable = readdirSync(folder, { withFileTypes: true }).filter((entry) => {
      const isLooked = entry.isSymbolicLink() || (entry.isFile() && maxBytes < Number.POSITIVE_INFINITY);
      const found = isLooked ? statSync(join(folder, entry.name), { throwIfNoEntry: false }) : entry;
      const size = found && 'size' in found && found.isFile() ? found.size : 0;
      return found?.isFIFO() || found?.isCharacterDevice() || found?.isBlockDevice() || size > maxBytes;
    });
    return unusable.map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log(error);
    return [];
  }
}

/** Removes Chromium's caches. Must run before Electron is ready. */
export const clearCaches = (userData: string): void => clearAll(userData, CACHES);

/** Also in the folders of servers. */
function clearAll(userData: string, names: readonly string[]): void {
  clear(userData, names);
  const servers = join(userData, SERVERS);
  for (const name of existsSync(servers) ? readdirSync(servers) : []) clear(join(servers, name), names);
}

/** Removes everything that is saved from pages. Must run before Electron is ready. */
export const clearSavedData = (userData: string): void => clearAll(userData, OF_PAGES);

/** Removes these entries of a folder; logs what it cannot. */
export function clear(folder: string, names: readonly string[]): void {
  for (const name of names) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch (error) {
      log(error);
    }
  }
}
