/** Whether the user is asked about another host. Pure. */

import type { Settings } from '../../builtConfig/settingsSchema/schema.ts';
import { isThisMachine, parseHttpUrl } from '../../common/origins.ts';

/** In characters, port included. A dialog may cut a longer name, and its end says whose it is. */
const MAX_HOST = 100;

/** Parameters of OAuth, whose servers may know the way back, and of SAML, which compresses it. */
const OF_SIGN_INS = ['client_id', 'SAMLRequest'];

/**
 * Returns the host to ask about, if an address looks like a sign-in: it is https, and names the server or a host at which the
 * sign-in was. This tells a sign-in from other links; it keeps no attacker out.
 */
export function hostOfSignIn(
  address: string,
  { origin = '', signInHosts = [] }: Pick<Settings, 'origin' | 'signInHosts'>,
): string | undefined {
  const url = parseHttpUrl(address);
  if (!url || url.username || url.password || url.host.length > MAX_HOST) return undefined;
  // Only a server on this machine leads to another one here.
  const isSafe = isThisMachine(url) ? isThisMachine(new URL(origin)) : url.protocol === 'https:';
  if (!isSafe) return undefined;
  // An address in a parameter may be encoded several times.
  const words = (url.pathname + url.search).replace(/%(?:25)*[\da-f]{2}/gi, ' ').split(/[^\w.-]+/);
  const isNamed = [origin, ...signInHosts].some((known) => words.includes(new URL(known).hostname));
  return isNamed || OF_SIGN_INS.some((name) => url.searchParams.has(name)) ? url.host : undefined;
}
