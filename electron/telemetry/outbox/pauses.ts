/** How long sending waits: after failures, after a wake, and for the server's limits. Times are of the steady clock. */
import { type RateLimits, updateRateLimits } from '@sentry/core';
import { backoffDelay } from '../../shared/backoff.ts';
import { steadyTime } from '../../shared/clock.ts';
import { DURATIONS } from '../../shared/limitValues/durations.ts';
import type { StoredEnvelope } from './disk.ts';
import { DENIED_MS, limitedUntil, MAX_LIMIT_MS, RETRY } from './outbox.policy.ts';
import type { UploadResponse } from './upload.ts';

export function createPauses(random: () => number) {
  let failures = 0;
  let until = 0;
  const pauses = {
    /** Requests are sent one at a time until one has succeeded. */
    isProbing: true,
    /** When the server's limit for a category ends; `all` stands for every category. */
    limits: {} as RateLimits,
    /** Returns a function that says until when an envelope waits, as of now, for any number of envelopes. */
    untils(): (one: StoredEnvelope) => number {
      const limits = new Map<string, number>();
      return ({ heldUntil = 0, categories }) => {
        const limit = limits.get(categories) ?? limitedUntil(categories, pauses.limits);
        limits.set(categories, limit);
        return Math.max(until, heldUntil, limit);
      };
    },
    /** Forgets failures: network, machine or consent is back. The next request follows within two seconds, at random. */
    wake(waiting: Iterable<StoredEnvelope>) {
      for (const one of waiting) Object.assign(one, { failures: 0, heldUntil: 0 });
      const now = steadyTime();
      const soon = now + random() * DURATIONS.sendMs;
      pauses.isProbing = true;
      failures = 0;
      until = until > now ? Math.min(until, soon) : soon;
    },
    /** Reads the limits from a response: X-Sentry-Rate-Limits, or Retry-After, or a minute for 429 without either. */
    learn({ status: statusCode, headers }: UploadResponse) {
      const said = {
        'retry-after': headers['retry-after'] ?? null,
        'x-sentry-rate-limits': headers['x-sentry-rate-limits'] ?? null,
      };
      const now = steadyTime();
      const limits = Object.entries(updateRateLimits(pauses.limits, { statusCode, headers: said }, now));
      pauses.limits = Object.fromEntries(
        limits.map(([name, at]) => [name, Math.min(at, now + MAX_LIMIT_MS)]),
      );
    },
    succeeded() {
      pauses.isProbing = false;
      failures = 0;
    },
    denied() {
      pauses.limits = { ...pauses.limits, all: steadyTime() + DENIED_MS };
    },
    /** Pauses everything, longer with every second failure: after the first another is tried, as that one may be the cause. */
    failed(one: StoredEnvelope) {
      const now = steadyTime();
      pauses.isProbing = true;
      if (until <= now) {
        failures += 1;
        until = now + backoffDelay(failures % 2 === 0 ? failures : 1, RETRY, random());
      }
      pauses.hold(one);
    },
    /** Holds one back, longer with each failure, because it may be what breaks the connection. */
    hold(one: StoredEnvelope) {
      one.failedAt = steadyTime();
      one.failures = (one.failures ?? 0) + 1;
      one.heldUntil = one.failedAt + backoffDelay(one.failures, RETRY, random());
    },
  };
  return pauses;
}
