/** Where a sign-in may go. Pure. */
import type { Cookie } from 'electron';
import type { Settings } from '../settings/settings.ts';
import type { NavigationVerdict } from '../window/security.ts';

export type SignInSettings = Pick<Settings, 'origin' | 'signIn' | 'signInHosts' | 'signedIn'>;

/** Where a sign-in begins. Undefined if the settings name no sign-in, or no web app that it is for. */
export function signInAddress({ origin, signIn }: SignInSettings): string | undefined {
  return origin !== undefined && signIn !== undefined ? new URL(signIn, origin).href : undefined;
}

/** Whether an address, or a path of the web app, belongs to signing in: it begins there, or is at an identity host. */
export function isSignIn(address: string, settings: SignInSettings): boolean {
  const begin = URL.parse(signInAddress(settings) ?? '');
  const url = URL.parse(address, settings.origin);
  if (!begin || !url) return false;
  const isBegin = url.origin === begin.origin && url.pathname === begin.pathname;
  return isBegin || isIdentityHost(url, settings);
}

const isIdentityHost = (url: URL, { signInHosts = [] }: SignInSettings) => signInHosts.includes(url.origin);

/**
 * Decides about an address that the sign-in's window goes to: `stay` at the web app or an identity host, `done` where
 * the web app shows that somebody is signed in, otherwise what a page of the app may not do either.
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
