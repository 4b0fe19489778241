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
 * Returns the place if it may get credentials: the system's proxy or one of the app's own servers. Undefined for any other.
 * @param servers the origins of the app's own servers
 */
export function authPlaceOf(
  { isProxy, host, port, realm }: AuthInfo,
  servers: readonly string[] = [],
): AuthPlace | undefined {
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const isOwn = servers.some((server) => isServer(at, server));
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

/** The credentials of this run, kept in memory only. */
export class CredentialStore {
  readonly #ask: Ask;
  readonly #known = new Map<string, Credentials>();
  /** The open questions, by server. */
  readonly #asking = new Map<string, { key: string; answer: Promise<Credentials | undefined> }>();
  /** Typed, and not refused so far. */
  readonly #typed = new Set<Credentials>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /**
   * Returns known credentials, unless they were refused, or asks the user if the page may. There is one question at a
   * time for each server, which concurrent requests share.
   * @param tried the credentials that this request tried and that were refused
   * @param asker the page for which it is; undefined if nobody waits for the answer
   */
  async find(
    place: AuthPlace,
    tried: Credentials | undefined,
    asker: Asker | undefined,
  ): Promise<Credentials | undefined> {
    const key = JSON.stringify(place);
    const known = this.#known.get(key);
    if (known && known !== tried) return known;
    if (!asker) return undefined;
    const server = `${place.isProxy} ${place.host}`;
    const open = this.#asking.get(server);
    // A server names as many areas as it likes.
    if (open) return open.key === key ? await open.answer : undefined;
    // Who has just typed a password hears that it was wrong.
    if (!(tried && this.#typed.delete(tried)) && !asker.take(server, place.isProxy)) return undefined;
    this.#known.delete(key);
    const answer = this.#ask(place, tried, asker)
      .then((found) => {
        if (found) this.#typed.add(found);
        if (found) this.#known.set(key, found);
        else if (!asker.page.aborted) asker.decline(server);
        return found;
      })
      .finally(() => this.#asking.delete(server));
    this.#asking.set(server, { key, answer });
    return await answer;
  }
}
