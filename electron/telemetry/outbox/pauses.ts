/** How long sending waits: after failures, after a wake, and for the server's limits. Times are of the steady clock. */
import { type RateLimits, updateRateLimits } from '@sentry/core';
import { backoffDelay } from '../../shared/backoff.ts';
import { steadyTime } from '../../shared/clock.ts';
import { DURATIONS } from '../../shared/durations.ts';
import type { StoredEnvelope } from './disk.ts';
import { DENIED_MS, limitedUntil, MAX_LIMIT_MS, RETRY } from './outbox.policy.ts';
import type { UploadResponse } from './upload.ts';

export class Pauses {
  /** Requests are sent one at a time until one has succeeded. */
  isProbing = true;
  /** When the server's limit for a category ends; `all` stands for every category. */
  limits: RateLimits = {};
  readonly #random: () => number;
  #failures = 0;
  #until = 0;

  /** @param random in [0, 1) */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Returns a function that says until when an envelope waits, as of now, for any number of envelopes. */
  untils(): (one: StoredEnvelope) => number {
    const limits = new Map<string, number>();
    return ({ heldUntil = 0, categories }) => {
      const limit = limits.get(categories) ?? limitedUntil(categories, this.limits);
      limits.set(categories, limit);
      return Math.max(this.#until, heldUntil, limit);
    };
  }

  /** Forgets failures: network, machine or consent is back. The next request follows within two seconds, at random. */
  wake(waiting: Iterable<StoredEnvelope>): void {
    for (const one of waiting) {
      one.failures = 0;
      one.heldUntil = 0;
    }
    const now = steadyTime();
    const soon = now + this.#random() * DURATIONS.sendMs;
    this.isProbing = true;
    this.#failures = 0;
    this.#until = this.#until > now ? Math.min(this.#until, soon) : soon;
  }

  /** Reads the limits from a response: X-Sentry-Rate-Limits, or Retry-After, or a minute for 429 without either. */
  learn({ status: statusCode, headers }: UploadResponse): void {
    const said = {
      'retry-after': headers['retry-after'] ?? null,
      'x-sentry-rate-limits': headers['x-sentry-rate-limits'] ?? null,
    };
    const now = steadyTime();
    const limits = Object.entries(updateRateLimits(this.limits, { statusCode, headers: said }, now));
    this.limits = Object.fromEntries(limits.map(([name, at]) => [name, Math.min(at, now + MAX_LIMIT_MS)]));
  }

  succeeded(): void {
    this.isProbing = false;
    this.#failures = 0;
  }

  /** The server denies the project, which a wake does not change. */
  denied(): void {
    this.limits = { ...this.limits, all: steadyTime() + DENIED_MS };
  }

  /** Pauses everything, longer with every second failure: after the first another is tried, as that one may be the cause. */
  failed(one: StoredEnvelope): void {
    const now = steadyTime();
    this.isProbing = true;
    if (this.#until <= now) {
      this.#failures += 1;
      const isSecond = this.#failures % 2 === 0;
      this.#until = now + backoffDelay(isSecond ? this.#failures : 1, RETRY, this.#random());
    }
    this.hold(one);
  }

  /** Holds one back, longer with each failure, because it may be what breaks the connection. */
  hold(one: StoredEnvelope): void {
    one.failedAt = steadyTime();
    one.failures = (one.failures ?? 0) + 1;
    one.heldUntil = one.failedAt + backoffDelay(one.failures, RETRY, this.#random());
  }
}
