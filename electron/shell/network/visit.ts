/** When a page may bring up a question for a password, or the system's print dialog: once in a load, and for each press. */
import { GESTURE_MS } from '../window/gestures.ts';

interface Right {
  /** How long ago the press may be. */
  withinMs?: number;
  /** Whether the load alone gives the right, once. */
  isOnceInLoad?: boolean;
}

/** One load of a window's page, and what it has brought up. */
export class Visit {
  readonly startedAt: number;
  readonly #isUsers: boolean;
  readonly #askedAt = new Map<string, number>();
  readonly #declined = new Set<string>();

  /**
   * @param isUsers whether the user started the load, and not the page by itself
   * @param now milliseconds of a monotonic clock
   */
  constructor(isUsers: boolean, now: number) {
    this.#isUsers = isUsers;
    this.startedAt = now;
  }

  /**
   * Takes the right to ask about a server.
   * @param pressedAt when the user last pressed something in the page
   */
  take(server: string, pressedAt: number | null, now: number, right: Right = {}): boolean {
    const { withinMs = GESTURE_MS, isOnceInLoad = this.#isUsers } = right;
    if (this.#declined.has(server)) return false;
    const askedAt = this.#askedAt.get(server);
    const isPressed =
      pressedAt !== null && pressedAt > (askedAt ?? this.startedAt) && now - pressedAt <= withinMs;
    if (!isPressed && !(isOnceInLoad && askedAt === undefined)) return false;
    this.#askedAt.set(server, now);
    return true;
  }

  /** The user said no: quiet until the next load. */
  decline(server: string): void {
    this.#declined.add(server);
  }
}
