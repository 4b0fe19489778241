/**
 * The session of sign-ins. Identity hosts are third-party servers: their pages, workers and service workers cannot
 * reach the app's pages, their storage or `app://`, which this session does not serve.
 */
import { type Cookie, type Session, session } from 'electron';
import { setupDownloads } from '../window/downloads.ts';
import { limitPermissions } from '../window/permissions.ts';
import { isCookieOf } from './signIn.policy.ts';

let own: Session | undefined;
let made = 0;

/** Returns the session with its limits: in memory, and a new one after each sign-out. */
export function signInSession(): Session {
  if (own) return own;
  // Reusing a name would return the old session.
  own = session.fromPartition(`sign-in-${++made}`);
  limitPermissions(own);
  setupDownloads(own);
  return own;
}

/**
 * Moves the cookies that the web app set during a sign-in to the app's session, and nothing else. If one cannot be set,
 * it still moves the others and then rejects.
 */
export async function handOver(origin: string): Promise<void> {
  const { cookies } = signInSession();
  const { hostname } = new URL(origin);
  const ofApp = (await cookies.get({})).filter((cookie) => isCookieOf(hostname, cookie));
  const moved = ofApp.map(async (cookie) => {
    const url = addressOf(cookie, origin);
    await session.defaultSession.cookies.set(detailsOf(cookie, url));
    await cookies.remove(url, cookie.name);
  });
  const refused = (await Promise.allSettled(moved)).filter(({ status }) => status === 'rejected');
  if (refused.length > 0)
    throw new Error(`${refused.length} of ${moved.length} cookies of a sign-in were refused.`);
}

/** Returns an address that the cookie is sent to. */
function addressOf({ path = '/', secure }: Cookie, origin: string): string {
  const url = new URL(origin);
  // Resolved as a reference, a path with two leading slashes would name another host.
  url.pathname = path;
  if (secure) url.protocol = 'https:';
  return url.href;
}

function detailsOf({ domain, hostOnly, ...cookie }: Cookie, url: string): Electron.CookiesSetDetails {
  // Without a domain, the cookie is for its own host only.
  return { ...cookie, url, ...(!hostOnly && domain !== undefined && { domain }) };
}

/**
 * Removes what servers stored in both sessions: all cookies, and from the app's session everything else of these
 * origins. Rejects if anything remains.
 */
export async function forgetSignIns(origins: readonly string[]): Promise<void> {
  const { defaultSession } = session;
  const others = signInSession();
  // A worker may write removed data again: give the next sign-in a new session.
  own = undefined;
  // A pending response could bring a cookie back.
  await Promise.all([defaultSession.closeAllConnections(), others.closeAllConnections()]);
  await Promise.all([
    defaultSession.clearStorageData({ storages: ['cookies'] }),
    // Includes what they stored inside frames, which has another key. An empty list would clear every origin.
    origins.length > 0 &&
      defaultSession.clearData({ origins: [...origins], originMatchingMode: 'origin-in-all-contexts' }),
    others.clearStorageData(),
  ]);
}
