/** Where the app's pages come from: `app://shell`, the app's own server, or in development its dev server. */
import { APP_HOST, APP_ORIGIN, APP_SCHEME, SHELL_PATH } from '../shared/channels.ts';

export interface Server {
  readonly origin: string;
  /** Path and query of its first page. */
  readonly home: string;
  readonly isDev: boolean;
  /** Whether others on the network can read and change what is sent: http to another machine. */
  readonly isOpen: boolean;
  /** Whether the app's build is shown at this address: there is one, and the connection is a secure context. */
  readonly hasBuild?: boolean;
  /** Whether every document comes from the app's own build: one of the server opens in the browser. */
  readonly isSealed?: boolean;
  /** Origins that a sign-in may visit in the window. The list may grow; without one, none is ever added. */
  readonly guests?: readonly string[] | undefined;
}

/** In place of an address in the configuration: the user types it. */
export const ASK = 'ask';

/** Who owns the page at an address: the shell, the dev server, the app's own server, or a sign-in. */
export type PageOwner = 'shell' | 'dev' | 'server' | 'guest';

export const isThisMachine = ({ hostname }: URL): boolean =>
  /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** The URL in a text, if it is one of http or https. */
export function parseHttpUrl(text: string): URL | undefined {
  // URL.parse ignores line breaks and tabs, which are mistakes here.
  const url = /\s/.test(text) ? null : URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}

/** The URL in a text, if it is one of https, or of http to this machine. */
export function parseSafeUrl(text: string): URL | undefined {
  const url = parseHttpUrl(text);
  return url && !isOpen(url) ? url : undefined;
}

/** The address in what somebody typed or set: https, unless it says http. */
export function typedAddress(text: string): URL | undefined {
  const hasScheme = text.includes('://');
  // `http//host` and `\\\\server\\share` would be those of other hosts.
  if (text.includes('\\') || (!hasScheme && /^https?[:/]/i.test(text))) return undefined;
  const url = parseHttpUrl(hasScheme ? text : `https://${text}`);
  if (!url || url.username || url.password) return undefined;
  url.hash = '';
  return url;
}

/** A host as it stands outside of a URL, in which an IPv6 address has brackets. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

export const isOpen = (url: URL): boolean => url.protocol === 'http:' && !isThisMachine(url);

/** Whether it is `http://` to this machine, without a path. */
export function isDevAddress(text: string): boolean {
  const url = parseSafeUrl(text);
  return url?.protocol === 'http:' && url.href === `${url.origin}/`;
}

/** Whether it is `https://`, or `http://` on this machine, without user, password and fragment. */
export function isServerAddress(text: string): boolean {
  const url = parseSafeUrl(text);
  return url !== undefined && !url.username && !url.password && !text.includes('#');
}

export const devServerAt = (address: string): Server => ({ ...serverAt(address), isDev: true });

/** @param guests origins that a sign-in may visit in the window; they are read each time */
export function serverAt(address: string, guests?: readonly string[], build?: { isSealed: boolean }): Server {
  const url = new URL(address);
  const hasBuild = build !== undefined && !isOpen(url);
  const home = url.pathname + url.search;
  const isSealed = hasBuild && build.isSealed;
  return { origin: url.origin, home, isDev: false, isOpen: isOpen(url), hasBuild, isSealed, guests };
}

export class Origins {
  readonly server: Server | undefined;

  constructor(server?: Server) {
    this.server = server;
  }

  /** Who owns the page at an address, or at an origin; undefined if it must not be shown. */
  readonly ownerOf = (address = ''): PageOwner | undefined => {
    const { server } = this;
    const url = URL.parse(address);
    if (!url || url.username || url.password) return undefined;
    // In Node a custom scheme has the origin "null".
    if (url.protocol === `${APP_SCHEME}:`) return url.host === APP_HOST ? 'shell' : undefined;
    // A `blob:` address has the origin of its creator.
    if (!server || !/^https?:$/.test(url.protocol)) return undefined;
    if (url.origin === server.origin) return server.isDev ? 'dev' : 'server';
    return server.guests?.includes(url.origin) ? 'guest' : undefined;
  };

  /**
   * Who asks, at every door: known by the origin, never by the address. An upload that its server sandboxes has the server's
   * address, and an opaque origin, which is nobody's.
   */
  readonly askerIn = (frame: { readonly origin: string } | null | undefined): PageOwner | undefined =>
    this.ownerOf(frame?.origin);

  /** Whether every document of the owner is of the shell, of a build, or of a dev server: no server has made it. */
  readonly isMade = (owner: PageOwner | undefined): boolean =>
    owner === 'shell' || owner === 'dev' || (owner === 'server' && this.server?.isSealed === true);

  /** The address of a path, query and fragment: the shell's own pages are at `app://shell`, all others at the server. */
  readonly addressOf = (path: string): string => {
    const { server } = this;
    if (!server || path.startsWith(SHELL_PATH)) return APP_ORIGIN + path;
    return server.origin + (path === '/' ? server.home : path);
  };
}

export const isApp = (owner: PageOwner | undefined): boolean => owner !== undefined && owner !== 'guest';

/** What a page means by `//host/path`, which the browser resolves to `app://host/path`. Chromium drops the port. */
export function asHttps(address: string): string {
  const url = URL.parse(address);
  return url?.protocol === `${APP_SCHEME}:` && url.host.includes('.')
    ? `https:${address.slice(url.protocol.length)}`
    : address;
}
