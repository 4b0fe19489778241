/**
 * The session of sign-ins. Identity hosts are other people's servers: nothing that their pages, workers or service workers
 * do in it reaches the app's pages, their storage or `app://`, which it does not know.
 */
import { type Cookie, type Session, session } from 'electron';
import { limitPermissions } from '../window/security.ts';
import { isCookieOf } from './signIn.policy.ts';

let own: Session | undefined;
let made = 0;

/** The session, with its limits: in memory, and another one after each sign-out. */
export function signInSession(): Session {
  if (own) return own;
  // A name brings the session back that had it.
  own = session.fromPartition(`sign-in-${++made}`);
  limitPermissions(own);
  own.on('will-download', (event) => event.preventDefault());
  return own;
}

/**
 * Moves the cookies that the web app has set during a sign-in to the app's session; nothing else, and none of another
 * server. Rejects, when all others have, if one cannot be set there.
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

/** An address that the cookie is sent to. */
function addressOf({ path = '/', secure }: Cookie, origin: string): string {
  const url = new URL(origin);
  // As a reference to resolve, one that begins with two slashes would name another host.
  url.pathname = path;
  if (secure) url.protocol = 'https:';
  return url.href;
}

function detailsOf(cookie: Cookie, url: string): Electron.CookiesSetDetails {
  const { name, value, path, secure, httpOnly, sameSite, expirationDate, domain, hostOnly } = cookie;
  return {
    url,
    name,
    value,
    ...(path !== undefined && { path }),
    ...(secure && { secure }),
    ...(httpOnly && { httpOnly }),
    sameSite,
    ...(expirationDate !== undefined && { expirationDate }),
    // Without it, a cookie is for its own host alone.
    ...(!hostOnly && domain !== undefined && { domain }),
  };
}

/**
 * Removes what servers have stored in both sessions: of the app's, all cookies and whatever else is of these origins.
 * Rejects if anything is left.
 */
export async function forgetSignIns(origins: readonly string[]): Promise<void> {
  const { defaultSession } = session;
  const others = signInSession();
  // A worker may write once more what was removed: it does so where no sign-in comes again.
  own = undefined;
  // An answer that is still on its way could bring a cookie back.
  await Promise.all([defaultSession.closeAllConnections(), others.closeAllConnections()]);
  await Promise.all([
    defaultSession.clearStorageData({ storages: ['cookies'] }),
    // Also what they have stored from inside of frames, which has another key.
    // None would mean everybody's.
    origins.length > 0 &&
      defaultSession.clearData({ origins: [...origins], originMatchingMode: 'origin-in-all-contexts' }),
    others.clearStorageData(),
  ]);
}
