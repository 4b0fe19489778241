import { describe, expect, it } from 'vitest';
import { logSlope, median, missedOf, type Row, tableOf } from './report.ts';

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 30], 3],
])('the median of %j is %d', (values, middle) => expect(median(values)).toBe(middle));

it.each([[[]], [[1, Number.NaN]]])('there is no median of %j', (values) =>
  expect(() => median(values)).toThrow('cannot be taken'),
);

it.each([
  ['constant', () => 7, 0],
  ['linear', (size: number) => 3 * size, 1],
  ['square', (size: number) => size ** 2, 2],
])('the slope of the logarithms tells how a cost grows: %s', (_name, cost, slope) => {
  const points = [10, 100, 1_000].map((size) => ({ size, value: cost(size) }));
  expect(logSlope(points)).toBeCloseTo(slope, 10);
});

describe('the table', () => {
  const values = { holdfast: [10, 12, 20], stock: [120] };
  const goals = [
    { of: 'holdfast', to: 'stock', max: 0.05 },
    { of: 'holdfast', max: 35 },
  ] as const;
  const row: Row = { what: 'load', unit: 'ms', values, goals };

  it('says the median, the ends, and for each goal whether it is met', () => {
    expect(
      tableOf({ rows: [row] })
        .split('\n')[1]
        ?.replace(/ {2,}/g, ' | '),
    ).toBe('load, ms | 12.0 (10.0–20.0) | 120 | MISS: 0.10 of stock (≤ 0.05); pass: 12.0 (≤ 35)');
    expect(missedOf({ rows: [row, { ...row, goals: [goals[1]] }] })).toEqual(['load']);
  });
});
