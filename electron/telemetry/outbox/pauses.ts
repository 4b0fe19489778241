/** How long sending waits: after failures, after a wake, and for the server's limits. Times in milliseconds since the epoch. */
import { type RateLimits, updateRateLimits } from '@sentry/core';
import { backoffDelay } from '../../shared/backoff.ts';
import { DURATIONS } from '../../shared/durations.ts';
import type { Clock } from './clock.ts';
import { DENIED_MS, endOfPause, limitedUntil, RETRY } from './outbox.policy.ts';
import type { StoredEnvelope } from './stored.ts';
import type { UploadResponse } from './upload.ts';

export class Pauses {
  /** Until one request has succeeded, they go one at a time. */
  isProbing = true;
  /** When the server's limit of a category ends; `all` stands for every category. */
  limits: RateLimits = {};
  readonly #clock: Clock;
  readonly #random: () => number;
  #failures = 0;
  #until = 0;

  /** @param random in [0, 1) */
  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Until when an envelope waits, told now for any number of them. */
  untils(): (one: StoredEnvelope) => number {
    const now = this.#clock.now();
    const ofAll = endOfPause(this.#until, now, RETRY.maxMs);
    const limits = new Map<string, number>();
    return ({ heldUntil, categories }) => {
      const limit = limits.get(categories) ?? limitedUntil(categories, this.limits, now);
      limits.set(categories, limit);
      return Math.max(ofAll, endOfPause(heldUntil, now, RETRY.maxMs), limit);
    };
  }

  /**
   * Forgets failures: the network, the machine or the consent is back. The first request follows within two seconds,
   * spread by chance, so that machines do not arrive together. Another wake meanwhile does not start the wait again.
   */
  wake(waiting: Iterable<StoredEnvelope>): void {
    for (const one of waiting) {
      one.failures = 0;
      one.heldUntil = 0;
    }
    const now = this.#clock.now();
    const soon = now + this.#random() * DURATIONS.sendMs;
    this.isProbing = true;
    this.#failures = 0;
    this.#until = this.#until > now ? Math.min(this.#until, soon) : soon;
  }

  /** Takes the limits from a response: X-Sentry-Rate-Limits, or Retry-After, or a minute for 429 without either. */
  learn({ status: statusCode, headers }: UploadResponse): void {
    const limits = {
      'retry-after': headers['retry-after'] ?? null,
      'x-sentry-rate-limits': headers['x-sentry-rate-limits'] ?? null,
    };
    this.limits = updateRateLimits(this.limits, { statusCode, headers: limits }, this.#clock.now());
  }

  /** A request reached the server. */
  succeeded(): void {
    this.isProbing = false;
    this.#failures = 0;
  }

  /** The server denies the project. A wake changes nothing about that. */
  denied(): void {
    this.limits = { ...this.limits, all: this.#clock.now() + DENIED_MS };
  }

  /** Pauses everything; requests that fail at the same time count as one. */
  failed(one: StoredEnvelope): void {
    const now = this.#clock.now();
    this.isProbing = true;
    if (endOfPause(this.#until, now, RETRY.maxMs) <= now) {
      this.#failures += 1;
      this.#until = now + backoffDelay(this.#failures, RETRY, this.#random());
    }
    this.hold(one);
  }

  /** Holds one back longer than the others: if it is what breaks the connection, they get through. */
  hold(one: StoredEnvelope): void {
    const now = this.#clock.now();
    one.failures += 1;
    const at = now + backoffDelay(one.failures, RETRY, this.#random());
    const afterOthers = endOfPause(this.#until, now, RETRY.maxMs) + RETRY.firstMs / 2;
    one.heldUntil = Math.min(Math.max(at, afterOthers), now + RETRY.maxMs);
  }
}
