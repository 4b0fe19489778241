import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoffDelay } from '../../../electron/shared/backoff.ts';

const BACKOFF = { firstMs: 5_000, maxMs: 300_000 };
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it('the backoff doubles from the first delay to the longest; half of it is random, even after a million failures', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => backoffDelay(failures, BACKOFF, 0) / 1_000);
  expect(delays).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  expect(backoffDelay(3, BACKOFF, 0.1)).not.toBe(backoffDelay(3, BACKOFF, 0.9));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), chance, (failures, random) => {
      const full = backoffDelay(failures, BACKOFF, 0);
      const delay = backoffDelay(failures, BACKOFF, random);
      expect(delay).toBeLessThanOrEqual(full);
      expect(delay).toBeGreaterThanOrEqual(full / 2);
    }),
  );
});
