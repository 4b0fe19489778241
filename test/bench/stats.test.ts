import { describe, expect, it } from 'vitest';
import { tableOf } from './output/table.ts';
import { once, ratioOf } from './support/rows.ts';
import { logSlope, sampleOf } from './support/stats.ts';

describe('a sample', () => {
  it('is the value in the middle, or the mean of the two there, with the ends', () => {
    expect(sampleOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3, runs: 3 });
    expect(sampleOf([4, 1, 2, 30])).toEqual({ median: 3, least: 1, most: 30, runs: 4 });
  });

  it('is not made of nothing, nor of what is no number', () => {
    expect(() => sampleOf([])).toThrow('at least one');
    expect(() => sampleOf([1, Number.NaN])).toThrow('Not all are numbers');
  });
});

describe('the slope of logarithms', () => {
  it.each([
    ['constant', () => 7, 0],
    ['linear', (size: number) => 3 * size, 1],
    ['square', (size: number) => size ** 2, 2],
  ])('tells how a cost grows: %s', (_name, cost, slope) => {
    const points = [10, 100, 1_000].map((size) => ({ size, value: cost(size) }));
    expect(logSlope(points)).toBeCloseTo(slope, 10);
  });
});

describe('the table', () => {
  const row = {
    what: 'load',
    unit: 'ms',
    sides: { holdfast: sampleOf([10, 12, 20]), stock: once(120) },
    ratio: { of: 'holdfast', to: 'stock' },
    goal: { text: '≤ 0.05 of stock', isMet: false },
    note: 'why',
  } as const;

  it('says the median, the ends, the ratio, and what is missed and why', () => {
    expect(ratioOf(row)).toBe(0.1);
    const [, line, note] = tableOf([row]).split('\n');
    expect(line?.replace(/ {2,}/g, ' | ')).toBe(
      'load, ms | 12 (10–20) | 120 | 0.10 of stock | MISS: ≤ 0.05 of stock',
    );
    expect(note).toBe('    why');
  });
});
