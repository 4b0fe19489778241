/** What Chromium and the app save of pages in the user data folder; not reports, settings and counters. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { log } from './log.ts';

/** Chromium rebuilds them; one of another version can crash its processes. */
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
  // What the app itself has saved of the web app: see webapp.ts.
  'images',
  'page-data',
];

/** Removes Chromium's caches. Must run before Electron is ready. */
export const clearCaches = (userData: string): void => clear(userData, CACHES);

/** Removes everything that is saved of pages. Must run before Electron is ready. */
export const clearSavedData = (userData: string): void => clear(userData, OF_PAGES);

function clear(folder: string, names: readonly string[]): void {
  for (const name of names) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch (error) {
      log(error);
    }
  }
}
