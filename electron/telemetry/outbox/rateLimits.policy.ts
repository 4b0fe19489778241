/** Rate limits by category: read from answers, kept over restarts. Pure. */
import { updateRateLimits } from '@sentry/core';
import type { Answer } from './post.ts';

/** The category of attachments that are no crash dump. */
export const ATTACHMENT = 'attachment';

/** The longest limit that is believed, in milliseconds: a mistaken header must not silence an app for good. */
const MAX_MS = 86_400_000;

/** Until when categories are limited, on the steady clock in milliseconds; `all` stands for each. */
export type RateLimits = Readonly<Record<string, number>>;

/**
 * The limits after an answer. Understands Retry-After in seconds or as a date, and X-Sentry-Rate-Limits;
 * 429 without either limits everything for 60 s, as Sentry's SDKs do.
 * @param wall wall clock, for a Retry-After that is a date.
 */
export function limitsAfter(limits: RateLimits, answer: Answer, wall: number, steady: number): RateLimits {
  const until = updateRateLimits(
    {},
    {
      statusCode: answer.status,
      headers: {
        'retry-after': answer.headers['retry-after'] ?? null,
        'x-sentry-rate-limits': answer.headers['x-sentry-rate-limits'] ?? null,
      },
    },
    wall,
  );
  const next: Record<string, number> = { ...limits };
  for (const [category, time] of Object.entries(until)) {
    if (typeof time !== 'number' || Number.isNaN(time)) continue;
    next[category] = Math.max(next[category] ?? 0, steady + Math.min(time - wall, MAX_MS));
  }
  return next;
}

/**
 * Until when an envelope of these categories waits; in the past when nothing limits it. What has attachments beside
 * something else does not wait for them: it is sent without.
 */
export function limitedUntil(limits: RateLimits, categories: readonly string[]): number {
  const others = categories.filter((category) => category !== ATTACHMENT);
  const all = others.length > 0 ? others : categories;
  return Math.max(limits.all ?? 0, ...all.map((category) => limits[category] ?? 0));
}

/** The limits of the server `target` that have not passed, as text for a file. */
export function formatLimits(limits: RateLimits, target: string, wall: number, steady: number): string {
  const remaining: Record<string, number> = {};
  for (const [category, until] of Object.entries(limits)) {
    if (until > steady) remaining[category] = Math.ceil(until - steady);
  }
  return JSON.stringify({ target, savedAt: wall, remaining });
}

/**
 * Limits of `target` from such text. A clock that went back since makes no limit longer than it was; text that is not
 * understood is no limit, and the server will say it again.
 */
export function parseLimits(text: string, target: string, wall: number, steady: number): RateLimits {
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch {
    return {};
  }
  const { savedAt, remaining, target: of } = (saved ?? {}) as Record<string, unknown>;
  if (of !== target || typeof savedAt !== 'number' || typeof remaining !== 'object' || remaining === null)
    return {};
  const passed = Math.max(0, wall - savedAt);
  const limits: Record<string, number> = {};
  for (const [category, left] of Object.entries(remaining)) {
    if (typeof left === 'number' && left > passed)
      limits[category] = steady + Math.min(left - passed, MAX_MS);
  }
  return limits;
}
