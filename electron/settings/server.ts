/** The app's own server, in place of a web build: the configuration's `web.address`. */
import { isServerAddress, pagesAt, serverOfPages } from '../app/origins.ts';
import type { Settings } from './schema.ts';

/**
 * Has the window show the app's server from now on, if the configuration names one. The setting `origin` names another
 * with the same pages; without it, it becomes the server's.
 * @param address the configuration's
 */
export function showServer(address: string | undefined, settings: Settings): void {
  if (address === undefined || serverOfPages() || !isServerAddress(address)) return;
  const { origin, pathname, search } = new URL(address);
  settings.origin ??= origin;
  pagesAt(new URL(pathname + search, settings.origin).href, settings.signInHosts);
}
