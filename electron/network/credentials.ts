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

/** Asks the user. Resolves to undefined if the user declines. */
type Ask = (place: AuthPlace, isRefused: boolean) => Promise<Credentials | undefined>;

/** The credentials of this run, kept in memory only. */
export class CredentialStore {
  readonly #ask: Ask;
  readonly #known = new Map<string, Credentials>();
  readonly #asking = new Map<string, Promise<Credentials | undefined>>();
  readonly #declined = new Set<string>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /**
   * Returns known credentials, unless they were refused, or asks the user; concurrent requests share one question.
   * After the user declines, there is no other question before `askAgain`.
   * @param tried the credentials that this request tried and that were refused
   */
  async find(
    place: AuthPlace,
    tried: Credentials | undefined,
    mayAsk: boolean,
  ): Promise<Credentials | undefined> {
    const key = JSON.stringify(place);
    const known = this.#known.get(key);
    if (known && known !== tried) return known;
    if (!mayAsk || this.#declined.has(key)) return undefined;
    this.#known.delete(key);
    return await (this.#asking.get(key) ?? this.#askFor(key, place, tried !== undefined));
  }

  #askFor(key: string, place: AuthPlace, isRefused: boolean): Promise<Credentials | undefined> {
    const asking = this.#ask(place, isRefused)
      .then((found) => {
        if (found) this.#known.set(key, found);
        else this.#declined.add(key);
        return found;
      })
      .finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  /** The user starts something new, so declined places may be asked about again. */
  askAgain(): void {
    this.#declined.clear();
  }
}
