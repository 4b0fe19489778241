/** The app's own server, instead of a web build: the configuration's `web.address`. */
import { isServerAddress, pagesAt, serverOfPages } from '../app/origins.ts';
import type { Settings } from './schema.ts';

/**
 * From now on the window shows the app's server, if the configuration names one. The setting `origin` names another
 * server with the same pages; its default is this one.
 * @param address from the configuration
 */
export function showServer(address: string | undefined, settings: Settings): void {
  if (address === undefined || serverOfPages() || !isServerAddress(address)) return;
  const { origin, pathname, search } = new URL(address);
  settings.origin ??= origin;
  pagesAt(new URL(pathname + search, settings.origin).href, settings.signInHosts);
}
