import { describe, expect, it } from 'vitest';
import type { Priority } from '../../../../electron/telemetry/outbox/envelope.ts';
import {
  chargeOf,
  goesBefore,
  isBelievable,
  isOverdue,
} from '../../../../electron/telemetry/outbox/outbox.policy.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 1);
const held = (priority: Priority, order: number, replay?: string) => ({
  priority,
  order,
  replay,
  isFirst: false,
  isQuarantined: false,
});

describe('what goes first when the outbox is full', () => {
  it('is what is in quarantine, then the oldest replay, and so on up to the newest error', () => {
    const quarantined = { ...held(0, 7), isQuarantined: true };
    const all = [held(0, 2), held(3, 6), held(1, 3), held(2, 4), held(3, 5), held(0, 1), quarantined];
    all.sort((a, b) => (goesBefore(a, b, new Set()) ? -1 : 1));
    expect(all.map(({ order }) => order)).toEqual([7, 5, 6, 4, 3, 1, 2]);
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

describe('age', () => {
  it.each([
    [true, '31 days', NOW - 31 * DAY, NOW],
    [false, '29 days', NOW - 29 * DAY, NOW],
    [false, 'a time of 1970, from a machine that lost its clock', 0, NOW],
    [false, 'a machine that has lost its clock now', NOW - 40 * DAY, 5],
    [false, 'a time in the future', NOW + 2 * DAY, NOW],
  ])('is too great: %s for %s', (expected, _, time, wall) => {
    expect(isOverdue(time, wall, 30 * DAY)).toBe(expected);
  });

  it.each([
    [true, 'goes on', DAY],
    [true, 'was set back a little', -DAY / 2],
    [false, 'was set back further', -2 * DAY],
    [false, 'jumped ahead', 31 * DAY],
  ])('can be told: %s for a clock that %s', (expected, _, ms) => {
    expect(isBelievable(NOW + ms, NOW, 30 * DAY)).toBe(expected);
  });
});
