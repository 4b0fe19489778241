/**
 * The app's own scheme is served to Chromium as https, because only Electron can register new schemes:
 * `app://shell/x` is `https://shell/x` to the page. Hosts without a dot belong to the scheme; no public site has one.
 */

const isOwnHost = (hostname: string) =>
  hostname !== '' && !hostname.includes('.') && hostname !== 'localhost' && !hostname.includes(':');

/**
 * The URL as Chromium is given it. Anything but the scheme's own URLs stays as it is, and so do those of hosts that
 * a public site could have: Chromium knows no such scheme, and asks nobody.
 */
export function toChromium(url: string, scheme: string | undefined): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(url);
  const [, itsScheme = '', host = ''] = match ?? [];
  if (!scheme || itsScheme.toLowerCase() !== scheme || !isOwnHost(host.toLowerCase())) return url;
  return `https${url.slice(scheme.length)}`;
}

/** The URL as the app knows it: the reverse of toChromium. */
export function fromChromium(url: string, scheme: string | undefined): string {
  const parsed = scheme ? URL.parse(url) : null;
  const isOwn = parsed?.protocol === 'https:' && parsed.port === '' && isOwnHost(parsed.hostname);
  return isOwn ? `${scheme}${url.slice('https'.length)}` : url;
}

/** The origin of a URL as text: `null` for one that has none of its own. */
export function originOf(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/[^/?#]*/i.exec(url);
  return match?.[1]?.toLowerCase() === 'file' ? 'file://' : (match?.[0] ?? 'null');
}
