/** The limits that the server sets, kept over a restart. */
import type { Clock } from './clock.ts';
import { LIMITS_FILE, type OutboxFolder } from './folder.ts';
import type { Answer } from './post.ts';
import {
  formatLimits,
  limitedUntil,
  limitsAfter,
  parseLimits,
  type RateLimits,
} from './rateLimits.policy.ts';

export interface RateLimiterOptions {
  folder: OutboxFolder;
  clock: Clock;
  /** The server's limits have changed: until when categories are limited, in milliseconds since the epoch. */
  onLimits: (until: RateLimits) => void;
}

export class RateLimiter {
  readonly #options: RateLimiterOptions;
  #limits: RateLimits = {};
  #target = '';

  constructor(options: RateLimiterOptions) {
    this.#options = options;
  }

  /** Restores the limits that the server `target` set in an earlier run. */
  async load(target: string): Promise<void> {
    const { folder, clock } = this.#options;
    this.#target = target;
    const text = await folder.readText(LIMITS_FILE);
    this.#limits = parseLimits(text ?? '', target, clock.wall(), clock.steady());
    this.#notify();
  }

  /** Applies the limits that an answer sets. */
  learn(answer: Answer): void {
    const { folder, clock } = this.#options;
    const [wall, steady] = [clock.wall(), clock.steady()];
    const before = this.#limits;
    this.#limits = limitsAfter(before, answer, wall, steady);
    if (Object.entries(this.#limits).every(([category, until]) => until === before[category])) return;
    const text = formatLimits(this.#limits, this.#target, wall, steady);
    folder.attempt(() => folder.write(LIMITS_FILE, Buffer.from(text)));
    this.#notify();
  }

  /** Until when, on the steady clock, an envelope of these categories waits. */
  limitedUntil(categories: readonly string[]): number {
    return limitedUntil(this.#limits, categories);
  }

  /** The limits that have not passed, in milliseconds since the epoch. */
  state(): RateLimits {
    const [wall, steady] = [this.#options.clock.wall(), this.#options.clock.steady()];
    const limits = Object.entries(this.#limits).filter(([, until]) => until > steady);
    return Object.fromEntries(limits.map(([category, until]) => [category, wall + until - steady]));
  }

  #notify(): void {
    const limits = this.state();
    if (Object.keys(limits).length > 0) this.#options.onLimits(limits);
  }
}
