/** Which servers get a user name and password, and when the user is asked for them. */

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** A proxy or server that requires a sign-in. */
export interface AuthPlace {
  isProxy: boolean;
  /** Name and port. */
  host: string;
  /** The name that it gives itself; not trustworthy. */
  realm: string;
}

type AuthInfo = Pick<Electron.AuthInfo, 'isProxy' | 'host' | 'port' | 'realm'>;

/**
 * Returns the place if it may get credentials: the system's proxy or the app's own server. Undefined for any other.
 * @param server the origin of the app's own server
 */
export function authPlaceOf(
  { isProxy, host, port, realm }: AuthInfo,
  server: string | undefined,
): AuthPlace | undefined {
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const isOwn = server !== undefined && isServer(at, server);
  return isProxy || isOwn ? { isProxy, host: `${host}:${port}`, realm: realm.slice(0, 100) } : undefined;
}

/**
 * Whether an address is a server's.
 * @param address host and port, or a URL
 * @param own the server's origin
 */
export function isServer(address: string, own: string): boolean {
  const { protocol, host, port } = new URL(own);
  const at = address.replace(/^https:\/\/|\/.*/gs, '');
  return at === host || (port === '' && at === `${host}:${protocol === 'http:' ? 80 : 443}`);
}

/** A page that waits for a server's answer, and may bring up a question. */
export interface Asker {
  /** Takes the right to ask about a server; false if the page has none. */
  take(server: string, isProxy: boolean): boolean;
  /** The user said no. */
  decline(server: string): void;
  /** Aborted when the page is gone. */
  readonly page: AbortSignal;
  /** Whether the user types in the page, so that the question must not take the focus. */
  isQuiet(): boolean;
}

/** Asks the user. Resolves to undefined if the user declines, or the page is gone. */
type Ask = (
  place: AuthPlace,
  refused: Credentials | undefined,
  asker: Asker,
) => Promise<Credentials | undefined>;

/** The credentials of this run, kept in memory only. @param ask asks the user @returns how to find them */
export function credentialStore(ask: Ask) {
  const known = new Map<string, Credentials>();
  /** The open questions, by server. */
  const asking = new Map<string, { key: string; answer: Promise<Credentials | undefined> }>();
  /** Typed, and not refused so far. */
  const typed = new Set<Credentials>();

  /**
   * Returns known credentials, unless they were refused, or asks the user if the page may. There is one question at a
   * time for each server, which concurrent requests share.
   * @param tried the credentials that this request tried and that were refused
   * @param asker the page for which it is; undefined if nobody waits for the answer
   */
  return async (place: AuthPlace, tried?: Credentials, asker?: Asker): Promise<Credentials | undefined> => {
    const key = JSON.stringify(place);
    const found = known.get(key);
    if (found && found !== tried) return found;
    if (!asker) return undefined;
    const server = `${place.isProxy} ${place.host}`;
    const open = asking.get(server);
    // A server names as many areas as it likes.
    if (open) return open.key === key ? await open.answer : undefined;
    // Who has just typed a password hears that it was wrong.
    if (!(tried && typed.delete(tried)) && !asker.take(server, place.isProxy)) return undefined;
    known.delete(key);
    const answer = ask(place, tried, asker)
      .then((given) => {
        if (given) typed.add(given);
        if (given) known.set(key, given);
        else if (!asker.page.aborted) asker.decline(server);
        return given;
      })
      .finally(() => asking.delete(server));
    asking.set(server, { key, answer });
    return await answer;
  };
}
