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

/** Likewise: the title and the icon of the server, as its pages show them. */
export const LOOK = 'look.json';
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
  KEYRING,
  LOOK,
  SIGN_IN_HOSTS,
  SITE_STATE,
];

/** In the user data folder: user, tags and contexts of the last run, which Sentry's SDK keeps for reports of its crash. */
export const SDK_SCOPE = join('sentry', 'scope_v3.json');

/** In safe mode, which gets nothing from the last run, and where it is longer than a start should read. Before the SDK starts. */
export function clearScope(userData: string, isSafe: boolean): void {
  const size = statSync(join(userData, SDK_SCOPE), { throwIfNoEntry: false })?.size ?? 0;
  if (isSafe || size > MAX_STATE_BYTES) clear(userData, [SDK_SCOPE]);
}

/** Removes Chromium's caches. Must run before Electron is ready. */
export const clearCaches = (userData: string): void => clearAll(userData, CACHES);

function clearAll(userData: string, names: readonly string[]): void {
  clear(userData, names);
  const servers = join(userData, SERVERS);
  for (const name of existsSync(servers) ? readdirSync(servers) : []) clear(join(servers, name), names);
}

export const clearSavedData = (userData: string): void => clearAll(userData, OF_PAGES);

export function clear(folder: string, names: readonly string[]): void {
  for (const name of names) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch (error) {
      log(error);
    }
  }
}
