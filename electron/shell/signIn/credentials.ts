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

/** Returns the place if it may get credentials: the system's proxy or the app's own server, whose origin is `server`. */
export function authPlaceOf(
  { isProxy, host, port, realm }: AuthInfo,
  server: string | undefined,
): AuthPlace | undefined {
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const isOwn = server !== undefined && isServer(at, server);
  return isProxy || isOwn ? { isProxy, host: `${host}:${port}`, realm: realm.slice(0, 100) } : undefined;
}

/** Whether an address, host and port or a URL, is that of a server with this origin. */
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

type Found = Promise<Credentials | undefined>;

/**
 * The credentials of this run, kept in memory only. @returns how to find them
 * @param ask asks the user; resolves to undefined if the user declines, or the page is gone
 */
export function credentialStore(
  ask: (place: AuthPlace, refused: Credentials | undefined, asker: Asker) => Found,
) {
  const known = new Map<string, Credentials>();
  /** The open questions, by server. */
  const asking = new Map<string, { key: string; answer: Found }>();
  /** Typed, and not refused so far. */
  const typed = new Set<Credentials>();

  /**
   * Returns known credentials, or asks the user if the page may: one question at a time for each server, which requests share.
   * @param tried were refused @param asker the page for which it is; undefined if nobody waits for the answer
   */
  return async (place: AuthPlace, tried?: Credentials, asker?: Asker): Found => {
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
