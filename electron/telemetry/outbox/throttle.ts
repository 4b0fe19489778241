/** When to send: what failures, wakes and pacing add up to. All times are of the steady clock, in milliseconds. */
import { backoffDelay } from '../../shared/backoff.ts';
import type { Clock } from './clock.ts';
import { BULK_BYTES_PER_SECOND, BULK_MS, DENIED_RETRY, FIRST_SEND_MS, RETRY } from './send.policy.ts';
import type { StoredEnvelope } from './storeIndex.ts';

export class Throttle {
  /** Until one request has succeeded, one at a time is enough. */
  probing = true;
  /** Transactions and replays wait for this time. */
  bulkAt = 0;
  readonly #now: () => number;
  readonly #random: () => number;
  #retry = { failures: 0, until: 0 };
  #denial = { failures: 0, until: 0 };
  #failedAt = Number.NEGATIVE_INFINITY;

  /** @param random in [0, 1) */
  constructor(clock: Clock, random: () => number) {
    this.#now = () => clock.steady();
    this.#random = random;
  }

  /** Nothing is sent before this time. */
  get notBefore(): number {
    return Math.max(this.#retry.until, this.#denial.until);
  }

  /**
   * Forgets failures: the first request comes within two seconds, transactions and replays within a minute; spread, so
   * that machines do not arrive together.
   */
  wake(): void {
    const now = this.#now();
    const random = this.#random();
    this.probing = true;
    // A wake that follows another shortens the wait, and never starts it again.
    const sooner = (at: number, delay: number) => (at > now ? Math.min(at, now + delay) : now + delay);
    this.#retry = { failures: 0, until: sooner(this.#retry.until, random * FIRST_SEND_MS) };
    this.bulkAt = sooner(this.bulkAt, FIRST_SEND_MS + random * (BULK_MS - FIRST_SEND_MS));
  }

  /** A request succeeded, or was answered for good. */
  succeeded(): void {
    this.#retry.failures = 0;
    this.#denial = { failures: 0, until: 0 };
    this.probing = false;
  }

  /**
   * Pauses everything after a request that was `started` then; requests of the same time count as one. While the
   * project is `denied` a wake does not shorten the wait, for it changes nothing there.
   */
  failed(started: number, denied = false): void {
    this.probing = true;
    if (started < this.#failedAt) return;
    this.#failedAt = this.#now();
    const pause = denied ? this.#denial : this.#retry;
    pause.failures += 1;
    pause.until =
      this.#failedAt + backoffDelay(pause.failures, denied ? DENIED_RETRY : RETRY, this.#random());
  }

  /** Holds one envelope back longer than the rest, so that others can pass it. */
  hold(one: StoredEnvelope): void {
    const now = this.#now();
    one.failures += 1;
    const until = Math.max(
      now + backoffDelay(one.failures, RETRY, this.#random()),
      this.notBefore + RETRY.firstMs / 2,
    );
    one.heldUntil = Math.min(until, now + RETRY.maxMs);
  }

  /** Keeps the bandwidth of transactions and replays in bounds. */
  pace(bytes: number): void {
    this.bulkAt = Math.max(this.bulkAt, this.#now()) + (bytes / BULK_BYTES_PER_SECOND) * 1_000;
  }
}
