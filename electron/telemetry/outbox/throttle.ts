/** When to send: what failures, wakes and pacing add up to. Time and chance are passed in. */
import { backoffDelay } from '../../shared/backoff.ts';
import { type Allowance, DENIED_RETRY, type Holds, RETRY, refill, wakeDelays } from './send.policy.ts';

/** What transactions and replays may send while the user works. */
export interface Pace {
  /** Bytes a second. */
  rate: number;
  /** Bytes at once after a rest. */
  burst: number;
}

/** All times are of the steady clock, in milliseconds; `random` is in [0, 1). */
export class Throttle<T extends object> {
  /** Until one request has succeeded, one at a time is enough. */
  probing = true;
  #notBefore = 0;
  #failures = 0;
  #denials = 0;
  #deniedUntil = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #bulkAt = 0;
  #held = new WeakMap<T, { failures: number; until: number }>();
  #allowance: Allowance;
  readonly #pace: Pace;

  constructor(pace: Pace, now: number) {
    this.#pace = pace;
    this.#allowance = { bytes: pace.burst, at: now };
  }

  /** Nothing is sent before this time. */
  get notBefore(): number {
    return Math.max(this.#notBefore, this.#deniedUntil);
  }

  /** Forgets failures: the first request comes within two seconds, transactions and replays within a minute. */
  wake(now: number, random: number): void {
    const { first, bulk } = wakeDelays(random);
    this.#failures = 0;
    this.probing = true;
    this.#held = new WeakMap();
    // A wake that follows another shortens the wait, and never starts it again.
    this.#notBefore = this.#notBefore > now ? Math.min(this.#notBefore, now + first) : now + first;
    this.#bulkAt = this.#bulkAt > now ? Math.min(this.#bulkAt, now + bulk) : now + bulk;
  }

  /** A request succeeded, or was answered for good. */
  succeeded(): void {
    this.#failures = 0;
    this.#denials = 0;
    this.#deniedUntil = 0;
    this.probing = false;
  }

  /** Pauses everything after a request that was `started` then; requests of the same time count as one. */
  failed(started: number, now: number, random: number): void {
    this.probing = true;
    if (started < this.#failedAt) return;
    this.#failures += 1;
    this.#failedAt = now;
    this.#notBefore = now + backoffDelay(this.#failures, RETRY, random);
  }

  /** The project is denied: what waits is kept, and a wake does not shorten the wait, for it changes nothing there. */
  denied(started: number, now: number, random: number): void {
    this.probing = true;
    if (started < this.#failedAt) return;
    this.#denials += 1;
    this.#failedAt = now;
    this.#deniedUntil = now + backoffDelay(this.#denials, DENIED_RETRY, random);
  }

  /** Holds one envelope back longer than the rest, so that others can pass it. */
  hold(one: T, now: number, random: number): void {
    const failures = (this.#held.get(one)?.failures ?? 0) + 1;
    const until = Math.max(now + backoffDelay(failures, RETRY, random), this.notBefore + RETRY.firstMs / 2);
    this.#held.set(one, { failures, until: Math.min(until, now + RETRY.maxMs) });
  }

  /** Charges bytes that are sent. */
  charge(bytes: number, now: number): void {
    this.#allowance = refill(this.#allowance, now, this.#pace.rate, this.#pace.burst);
    this.#allowance.bytes -= bytes;
  }

  /** Until when an envelope that failed waits; `undefined` for others. */
  heldUntil(one: T): number | undefined {
    return this.#held.get(one)?.until;
  }

  /** Until when bulk waits. */
  holds(now: number, isPaced: boolean): Pick<Holds<T>, 'now' | 'bulkAt'> {
    const { rate, burst } = this.#pace;
    const { bytes } = refill(this.#allowance, now, rate, burst);
    const pacedUntil = isPaced && bytes <= 0 ? now + ((1 - bytes) / rate) * 1_000 : 0;
    return { now, bulkAt: Math.max(this.#bulkAt, pacedUntil) };
  }
}
