import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatLimits,
  limitedUntil,
  limitsAfter,
  parseLimits,
} from '../../../../electron/telemetry/outbox/rateLimits.policy.ts';

const WALL = Date.UTC(2026, 2, 1);
const limitsOf = (status: number, headers: Record<string, string> = {}) =>
  limitsAfter({}, { status, headers, bodyStart: '' }, WALL, 1_000);

describe('rate limits', () => {
  it.each([
    ['Retry-After in seconds', limitsOf(429, { 'retry-after': '30' }), { all: 31_000 }],
    [
      'Retry-After as a date',
      limitsOf(503, { 'retry-after': 'Sun, 01 Mar 2026 00:02:00 GMT' }),
      { all: 121_000 },
    ],
    ['429 without a header: a minute', limitsOf(429), { all: 61_000 }],
    [
      'two categories',
      limitsOf(429, { 'x-sentry-rate-limits': '60:error;replay:organization' }),
      { error: 61_000, replay: 61_000 },
    ],
    ['all categories', limitsOf(429, { 'x-sentry-rate-limits': '5::organization' }), { all: 6_000 }],
    [
      'limits that come with a success',
      limitsOf(200, { 'x-sentry-rate-limits': '9:transaction:key' }),
      { transaction: 10_000 },
    ],
    ['an answer without limits', limitsOf(200), {}],
    ['5xx without a header', limitsOf(500), {}],
    ['a Retry-After of a year: a day', limitsOf(429, { 'retry-after': '31536000' }), { all: 86_401_000 }],
  ])('understand %s', (_, limits, expected) => {
    expect(limits).toEqual(expected);
  });

  it('hold an envelope that has one limited category, and everything when all are limited', () => {
    const limits = { replay: 50, all: 20 };
    expect(limitedUntil(limits, ['error'])).toBe(20);
    expect(limitedUntil(limits, ['error', 'replay'])).toBe(50);
    expect(limitedUntil({}, ['error'])).toBe(0);
    expect(limitedUntil({ attachment: 50 }, ['attachment', 'error'])).toBe(0);
    expect(limitedUntil({ attachment: 50 }, ['attachment'])).toBe(50);
  });

  it('are never shortened by a later, shorter one', () => {
    const answer = { status: 429, headers: { 'retry-after': '1' }, bodyStart: '' };
    expect(limitsAfter({ all: 90_000 }, answer, WALL, 1_000)).toEqual({ all: 90_000 });
  });

  it('outlive a restart, less the time that passed', () => {
    const text = formatLimits({ error: 61_000, replay: 500 }, 'aaaaaaaa', WALL, 1_000);
    expect(parseLimits(text, 'aaaaaaaa', WALL + 20_000, 5)).toEqual({ error: 40_005 });
    expect(parseLimits(text, 'aaaaaaaa', WALL + 70_000, 5)).toEqual({});
  });

  it('are those of one server only', () => {
    const text = formatLimits({ error: 61_000 }, 'aaaaaaaa', WALL, 1_000);
    expect(parseLimits(text, 'bbbbbbbb', WALL, 1_000)).toEqual({});
  });

  it('are no longer than they were when the clock went back meanwhile', () => {
    const text = formatLimits({ error: 61_000 }, 'aaaaaaaa', WALL, 1_000);
    expect(parseLimits(text, 'aaaaaaaa', WALL - 86_400_000, 0)).toEqual({ error: 60_000 });
  });

  it('are none in a file that is torn or says something else', () => {
    const whole = formatLimits({ error: 61_000 }, 'aaaaaaaa', WALL, 1_000);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.nat(whole.length - 1).map((end) => whole.slice(0, end)),
        ),
        (text) => {
          for (const until of Object.values(parseLimits(text, 'aaaaaaaa', WALL, 0)))
            expect(until).toBeGreaterThan(0);
        },
      ),
    );
    expect(parseLimits('null', 'aaaaaaaa', WALL, 0)).toEqual({});
  });
});
