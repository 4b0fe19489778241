/** When to send: what failures, wakes, pacing and the server's limits add up to. Times in milliseconds. */

import { updateRateLimits } from '@sentry/core';
import * as v from 'valibot';
import { backoffDelay } from '../../shared/backoff.ts';
import { DURATIONS } from '../../shared/durations.ts';
import { LIMITS_FILE, type OutboxFolder } from './folder.ts';
import { BULK_BYTES_PER_SECOND, DENIED_RETRY, RETRY } from './outbox.policy.ts';
import type { Answer } from './post.ts';
import type { StoredEnvelope } from './storeIndex.ts';
import { type Clock, codeOf } from './system.ts';

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
    const { sendMs, bulkMs } = DURATIONS;
    this.probing = true;
    // A wake that follows another shortens the wait, and never starts it again.
    const sooner = (at: number, delay: number) => (at > now ? Math.min(at, now + delay) : now + delay);
    this.#retry = { failures: 0, until: sooner(this.#retry.until, random * sendMs) };
    this.bulkAt = sooner(this.bulkAt, sendMs + random * (bulkMs - sendMs));
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

/** The longest limit that is believed, in milliseconds: a mistaken header must not silence an app for good. */
const MAX_MS = 86_400_000;

/** Until when categories are limited, in milliseconds; `all` stands for each. */
type RateLimits = Readonly<Record<string, number>>;

const FileSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ target: v.string(), savedAt: v.number(), remaining: v.record(v.string(), v.number()) }),
);

export interface RateLimiterOptions {
  folder: OutboxFolder;
  clock: Clock;
  /** Times in milliseconds since the epoch. */
  onLimits: (until: RateLimits) => void;
}

export class RateLimiter {
  readonly #options: RateLimiterOptions;
  /** On the steady clock, so that a clock that is set makes none longer. */
  #until: RateLimits = {};
  #target = '';

  constructor(options: RateLimiterOptions) {
    this.#options = options;
  }

  /**
   * Restores the limits that the server `target` set in an earlier run. What is not understood is no limit: the server
   * will say it again.
   */
  async load(target: string): Promise<void> {
    const { folder, clock } = this.#options;
    this.#target = target;
    try {
      const file = v.safeParse(FileSchema, (await folder.read(LIMITS_FILE)).toString());
      if (!file.success || file.output.target !== target) return;
      const passed = Math.max(0, clock.wall() - file.output.savedAt);
      const left = Object.entries(file.output.remaining).map(
        ([category, ms]) => [category, ms - passed] as const,
      );
      this.#extend(left);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') folder.report(error);
    }
  }

  /**
   * Applies the limits that an answer sets. Understands Retry-After in seconds or as a date, and X-Sentry-Rate-Limits;
   * 429 without either limits everything for 60 s, as Sentry's SDKs do.
   */
  learn({ status: statusCode, headers: all }: Answer): void {
    const { folder, clock } = this.#options;
    const headers = {
      'retry-after': all['retry-after'] ?? null,
      'x-sentry-rate-limits': all['x-sentry-rate-limits'] ?? null,
    };
    const wall = clock.wall();
    const limits = Object.entries(updateRateLimits({}, { statusCode, headers }, wall));
    if (!this.#extend(limits.map(([category, until]) => [category, (until ?? 0) - wall]))) return;
    const left = Object.entries(this.state()).map(([category, until]) => [category, Math.ceil(until - wall)]);
    const file = { target: this.#target, savedAt: wall, remaining: Object.fromEntries(left) };
    folder.attempt(() => folder.write(LIMITS_FILE, Buffer.from(JSON.stringify(file))));
  }

  /**
   * Until when, on the steady clock, an envelope of these categories waits. What has attachments beside something else
   * does not wait for them: the server takes the rest.
   */
  limitedUntil(categories: readonly string[]): number {
    const others = categories.filter((category) => category !== 'attachment');
    const decisive = ['all', ...(others.length > 0 ? others : categories)];
    return Math.max(...decisive.map((category) => this.#until[category] ?? 0));
  }

  /** The limits that have not passed, in milliseconds since the epoch. */
  state(): Record<string, number> {
    const [wall, steady] = [this.#options.clock.wall(), this.#options.clock.steady()];
    const limits = Object.entries(this.#until).filter(([, until]) => until > steady);
    return Object.fromEntries(limits.map(([category, until]) => [category, wall + until - steady]));
  }

  /** Makes limits last `ms` from now on, if they do not last longer already. Whether any did not. */
  #extend(limits: readonly (readonly [category: string, ms: number])[]): boolean {
    const steady = this.#options.clock.steady();
    const longer = limits
      .map(([category, ms]) => [category, steady + Math.min(ms, MAX_MS)] as const)
      .filter(([category, until]) => until > Math.max(steady, this.#until[category] ?? 0));
    if (longer.length === 0) return false;
    this.#until = { ...this.#until, ...Object.fromEntries(longer) };
    this.#options.onLimits(this.state());
    return true;
  }
}
