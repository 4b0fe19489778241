/** Where the app's pages come from: `app://shell`, or in development the app's own dev server. */
import { APP_HOST, APP_ORIGIN, APP_SCHEME, SHELL_PATH } from '../shared/channels.ts';

/** The dev server, if the window shows one. */
let server: string | undefined;

/** Whether it is `http://` with localhost, 127.0.0.1 or [::1], and nothing behind the port. */
export function isDevAddress(text: string): boolean {
  const url = /\s/.test(text) ? null : URL.parse(text);
  return (
    url?.protocol === 'http:' &&
    ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) &&
    url.href === `${url.origin}/`
  );
}

/**
 * From now on the pages come from this dev server; undefined: from `app://shell`.
 * @returns why it is not used, in a sentence without its subject, the address
 */
export function pagesFrom(address: string | undefined, isPackaged: boolean): string | undefined {
  server = undefined;
  if (address === undefined) return undefined;
  if (isPackaged) return 'is ignored, because the app is packaged';
  if (!isDevAddress(address)) return 'is ignored: it is no http address of this machine';
  server = new URL(address).origin;
  return undefined;
}

/** The dev server's origin, if the window shows one. */
export const devOrigin = (): string | undefined => server;

/** Whether an origin is that of the app's pages, or of the shell's own. */
export const isAppOrigin = (origin: string | undefined): boolean =>
  origin !== undefined && (origin === APP_ORIGIN || origin === server);

/** Whether an address is one of the app's pages, or of the shell's own. Compares parsed parts, never a prefix. */
export function isAppAddress(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  // The origin of a scheme of one's own is "null" in Node.
  const isShell = url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST;
  // `blob:` has the origin that made it.
  return isShell || (url.protocol === 'http:' && url.origin === server);
}

/** Whether an address is one of the dev server's. */
export const isDevPage = (address: string): boolean =>
  isAppAddress(address) && !address.startsWith(APP_ORIGIN);

/** The origin of the page at this path: the shell's own pages are always its own. */
export const originOf = (path: string): string =>
  path.startsWith(SHELL_PATH) ? APP_ORIGIN : (server ?? APP_ORIGIN);
