import { expect, it } from 'vitest';
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

const values = { holdfast: [10, 12, 20], stock: [120] };
const row: Row = { what: 'load', unit: 'ms', values, goals: [['holdfast', 0.05, 'stock']] };
const limited: Row = { ...row, goals: [['holdfast', 35]] };

it('the table says the median, the ends, whether a goal is met, and the floor of one that is not', () => {
  const floor = { value: 9, of: 'compile' };
  const [, ...lines] = tableOf({
    rows: [
      { ...row, floor },
      { ...limited, floor },
    ],
  }).split('\n');
  expect(lines.map((line) => line.trimEnd().replace(/ {2,}/g, ' | '))).toEqual([
    'load, ms | 12.0 (10.0–20.0) | 120 | MISS: 0.10 of stock (≤ 0.05)',
    'load, ms | 12.0 (10.0–20.0) | 120 | pass: 12.0 (≤ 35)',
    'load: floor 9.00 ms, 0.08 of stock: compile',
  ]);
  expect(missedOf({ rows: [row, limited] })).toEqual(['load']);
});

it('the table judges no time of a busy machine, but does judge memory', () => {
  const memory: Row = { ...row, what: 'memory', unit: 'MB' };
  const curve = {
    what: 'search',
    unit: 'µs' as const,
    max: 0.5,
    points: [10, 100].map((size) => ({ size, value: size })),
  };
  const found = { rows: [row, memory], curves: [curve] };
  const verdicts = tableOf(found, true).match(/\b(?:pass|MISS|busy)\b(?=:)/g);
  expect(verdicts).toEqual(['busy', 'MISS', 'busy']);
  expect(missedOf(found, true)).toEqual(['memory']);
});
