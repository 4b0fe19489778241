/** The limits that the server sets by category, kept over a restart. */
import { updateRateLimits } from '@sentry/core';
import * as v from 'valibot';
import type { Clock } from './clock.ts';
import { codeOf } from './files.ts';
import { LIMITS_FILE, type OutboxFolder } from './folder.ts';
import type { Answer } from './post.ts';

/** The category of attachments that are no crash dump. */
export const ATTACHMENT = 'attachment';

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
  /** The server's limits have changed; times since the epoch. */
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
   * does not wait for them: it is sent without.
   */
  limitedUntil(categories: readonly string[]): number {
    const others = categories.filter((category) => category !== ATTACHMENT);
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
