/** Where the app's pages come from: `app://shell`, or in development the app's own dev server. */
import { APP_HOST, APP_ORIGIN, APP_SCHEME, SHELL_PATH } from '../shared/channels.ts';

/** The dev server, if the window shows one. */
let server: string | undefined;

/** Whether it is `http://` with localhost, 127.0.0.1 or [::1], and nothing after the port. */
export function isDevAddress(text: string): boolean {
  const url = /\s/.test(text) ? null : URL.parse(text);
  return (
    url?.protocol === 'http:' &&
    ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) &&
    url.href === `${url.origin}/`
  );
}

/**
 * From now on pages come from this dev server; undefined: from `app://shell`.
 * @returns why it is not used, in a sentence whose subject is the address
 */
export function pagesFrom(address: string | undefined, isPackaged: boolean): string | undefined {
  server = undefined;
  if (address === undefined) return undefined;
  if (isPackaged) return 'is ignored, because the app is packaged';
  if (!isDevAddress(address)) return 'is ignored: it is not an http address on this machine';
  server = new URL(address).origin;
  return undefined;
}

/** The dev server's origin, if the window shows one. */
export const devOrigin = (): string | undefined => server;

/** Whether an origin belongs to the app's pages or the shell's own. */
export const isAppOrigin = (origin: string | undefined): boolean =>
  origin !== undefined && (origin === APP_ORIGIN || origin === server);

/** Whether an address is a page of the app or of the shell. Compares parsed parts, never a prefix. */
export function isAppAddress(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  // In Node a custom scheme has the origin "null".
  const isShell = url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST;
  // A `blob:` address has the origin of its creator.
  return isShell || (url.protocol === 'http:' && url.origin === server);
}

/**
 * Returns the https address that a page means by `//host/path`, which the browser resolves to `app://host/path`. Other
 * addresses are returned unchanged. Chromium drops the port, because the scheme has none.
 */
export function asHttps(address: string): string {
  const url = URL.parse(address);
  return url?.protocol === `${APP_SCHEME}:` && url.host.includes('.')
    ? `https:${address.slice(url.protocol.length)}`
    : address;
}

/** Whether an address is on the dev server. */
export const isDevPage = (address: string): boolean =>
  isAppAddress(address) && !address.startsWith(APP_ORIGIN);

/** The origin of the page at this path; the shell's own pages always have the shell's. */
export const originOf = (path: string): string =>
  path.startsWith(SHELL_PATH) ? APP_ORIGIN : (server ?? APP_ORIGIN);
