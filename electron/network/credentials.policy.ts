/** Who is told a user name and a password, and when the user is asked for them. Pure. */

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Who asks for a sign-in. */
export interface Place {
  isProxy: boolean;
  /** Its name and port. */
  host: string;
  /** What it says of itself; anything can stand there. */
  realm: string;
}

type AuthInfo = Pick<Electron.AuthInfo, 'isProxy' | 'host' | 'port' | 'realm'>;

/**
 * Who asks, where a password may go to: the computer's proxy, which the system names, or the app's own server. No other
 * server is told one.
 * @param origin the app's own server
 */
export function placeOf({ isProxy, host, port, realm }: AuthInfo, origin?: string): Place | undefined {
  const own = origin === undefined ? undefined : new URL(origin);
  const ownPort = Number(own?.port || (own?.protocol === 'http:' ? 80 : 443));
  const isOwn = own?.hostname.replace(/^\[|\]$/g, '') === host && ownPort === port;
  return isProxy || isOwn ? { isProxy, host: `${host}:${port}`, realm: realm.slice(0, 100) } : undefined;
}

/** Asks the user. Resolves to undefined if the user does not want to sign in. */
type Ask = (place: Place, isRefused: boolean) => Promise<Credentials | undefined>;

/** The sign-ins of this run, in memory only. */
export class CredentialStore {
  readonly #ask: Ask;
  readonly #known = new Map<string, Credentials>();
  readonly #asking = new Map<string, Promise<Credentials | undefined>>();
  readonly #declined = new Set<string>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /**
   * What to sign in with: what is known, unless the place has refused it, or what the user is asked for; many requests
   * wait for one answer. Who has declined is not asked again before `askAgain`.
   * @param tried what this request has signed in with, and was refused
   */
  async find(
    place: Place,
    tried: Credentials | undefined,
    mayAsk: boolean,
  ): Promise<Credentials | undefined> {
    const key = JSON.stringify(place);
    const known = this.#known.get(key);
    if (known && known !== tried) return known;
    if (!mayAsk || this.#declined.has(key)) return undefined;
    this.#known.delete(key);
    const asking = this.#asking.get(key) ?? this.#askFor(key, place, tried !== undefined);
    return await asking;
  }

  #askFor(key: string, place: Place, isRefused: boolean): Promise<Credentials | undefined> {
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

  /** The user wants something anew: who has declined may be asked. */
  askAgain(): void {
    this.#declined.clear();
  }
}
