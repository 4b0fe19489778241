import { describe, expect, it } from 'vitest';
import {
  ageOf,
  chargeOf,
  goesBefore,
  isOverdue,
} from '../../../../electron/telemetry/outbox/retention.policy.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 1);
const held = (priority: number, order: number, replay?: string) => ({
  priority,
  order,
  replay,
  isFirst: false,
});

describe('what goes first when the outbox is full', () => {
  it('is the oldest replay, and so on up to the newest error', () => {
    const all = [held(0, 2), held(3, 6), held(1, 3), held(2, 4), held(3, 5), held(0, 1)];
    all.sort((a, b) => (goesBefore(a, b, new Set()) ? -1 : 1));
    expect(all.map(({ priority, order }) => `${priority}/${order}`)).toEqual([
      '3/5',
      '3/6',
      '2/4',
      '1/3',
      '0/1',
      '0/2',
    ]);
  });

  it('is a replay of no error before an older one that an error belongs to', () => {
    const withErrors = new Set(['aaaaaaaa']);
    expect(goesBefore(held(3, 2, 'bbbbbbbb'), held(3, 1, 'aaaaaaaa'), withErrors)).toBe(true);
    expect(goesBefore(held(3, 1, 'aaaaaaaa'), held(3, 2, 'bbbbbbbb'), withErrors)).toBe(false);
    expect(goesBefore(held(3, 1, 'aaaaaaaa'), held(2, 2), withErrors)).toBe(true);
  });

  it('is counted in whole blocks of the disk, and what its name takes', () => {
    expect([0, 1, 4096, 4097].map(chargeOf)).toEqual([4352, 4352, 4352, 8448]);
  });
});

describe('the age of an envelope', () => {
  const maxAge = 30 * DAY;

  it('makes it overdue after 30 days', () => {
    const aged = { time: NOW - 31 * DAY, ageWhenSeen: ageOf(NOW - 31 * DAY, NOW), seenAt: 0 };
    expect(isOverdue(aged, NOW, 0, maxAge)).toBe(true);
    expect(isOverdue({ ...aged, time: NOW - 29 * DAY, ageWhenSeen: 29 * DAY }, NOW, 0, maxAge)).toBe(false);
  });

  it('does not grow when the clock jumps ahead while the app runs', () => {
    expect(isOverdue({ time: NOW, ageWhenSeen: 0, seenAt: 0 }, NOW + 400 * DAY, DAY, maxAge)).toBe(false);
  });

  it('does not count from a clock that is corrected after the start', () => {
    const seenUnderWrongClock = { time: NOW, ageWhenSeen: ageOf(NOW, NOW + 400 * DAY), seenAt: 0 };
    expect(isOverdue(seenUnderWrongClock, NOW + DAY, DAY, maxAge)).toBe(false);
  });

  it.each([
    ['a time of 1970, from a machine that lost its clock', 0, NOW],
    ['a machine that has lost its clock now', NOW - 40 * DAY, 5],
    ['a time in the future', NOW + 2 * DAY, NOW],
  ])('is 0 for %s', (_, time, wall) => {
    expect(ageOf(time, wall)).toBe(0);
  });
});
