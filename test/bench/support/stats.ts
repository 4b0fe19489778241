/** Medians, spreads and slopes. */

/** What is told of one measure: the median, the smallest and the largest value, and how many there were. */
export interface Sample {
  median: number;
  least: number;
  most: number;
  runs: number;
}

/** @param values at least one */
export function sampleOf(values: readonly number[]): Sample {
  if (values.length === 0) throw new Error('A sample needs at least one value.');
  if (values.some((value) => !Number.isFinite(value))) throw new Error(`Not all are numbers: ${values}.`);
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] as number;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
  return { median, least: sorted[0] as number, most: sorted.at(-1) as number, runs: sorted.length };
}

/**
 * Slope of the least-squares line through the logarithms: 0 for what costs the same at every size, 1 for what costs
 * in proportion.
 */
export function logSlope(points: readonly { size: number; value: number }[]): number {
  const logs = points.map(({ size, value }) => ({ x: Math.log(size), y: Math.log(value) }));
  const mean = (pick: (point: { x: number; y: number }) => number) =>
    logs.reduce((sum, point) => sum + pick(point), 0) / logs.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const covariance = logs.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  const variance = logs.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return covariance / variance;
}
