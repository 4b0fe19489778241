/** Where a sign-in may go. Pure. */
import type { Cookie } from 'electron';
import type { Settings } from '../settings/settings.ts';
import type { NavigationVerdict } from '../window/security.ts';

export type SignInSettings = Pick<Settings, 'origin' | 'signIn' | 'signInHosts' | 'signedIn'>;

/** Where a sign-in begins; undefined without the settings `signIn` and `origin`. */
export function signInAddress({ origin, signIn }: SignInSettings): string | undefined {
  return origin !== undefined && signIn !== undefined ? new URL(signIn, origin).href : undefined;
}

/** Whether an address, or a path of the web app, belongs to the sign-in: its first page, or an identity host's page. */
export function isSignIn(address: string, settings: SignInSettings): boolean {
  const begin = URL.parse(signInAddress(settings) ?? '');
  const url = URL.parse(address, settings.origin);
  if (!begin || !url) return false;
  const isBegin = url.origin === begin.origin && url.pathname === begin.pathname;
  return isBegin || isIdentityHost(url, settings);
}

const isIdentityHost = (url: URL, { signInHosts = [] }: SignInSettings) => signInHosts.includes(url.origin);

/**
 * Decides about an address in the sign-in window: `stay` for the web app and identity hosts, `done` for the web app's
 * page after a sign-in, otherwise the same as for a page of the app.
 */
export function signInVerdict(
  address: string,
  settings: SignInSettings,
): 'stay' | 'done' | Exclude<NavigationVerdict, 'app'> {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return 'denied';
  if (url.origin === settings.origin) {
    return url.pathname === (settings.signedIn ?? '/') ? 'done' : 'stay';
  }
  if (isIdentityHost(url, settings)) return 'stay';
  return ['https:', 'http:', 'mailto:'].includes(url.protocol) ? 'external' : 'denied';
}

/** Whether a browser would send a cookie to this host. */
export function isCookieOf(
  host: string,
  { domain = '', hostOnly }: Pick<Cookie, 'domain' | 'hostOnly'>,
): boolean {
  const name = domain.replace(/^\./, '');
  return host === name || (!hostOnly && name !== '' && host.endsWith(`.${name}`));
}
