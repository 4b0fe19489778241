import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RETRY, retryDelay, wakeDelay } from '../../../electron/recovery/retry.policy.ts';

const SEED = 20_261_120;
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the delay of a retry', () => {
  it('doubles from 5 s up to 5 min', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelay(attempt, 0) / 1_000)).toEqual([
      5, 10, 20, 40, 80, 160, 300, 300,
    ]);
  });

  it('lies between half of that and all of it, also after a million attempts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), chance, (attempt, random) => {
        const full = retryDelay(attempt, 0);
        const delay = retryDelay(attempt, random);
        expect(delay).toBeLessThanOrEqual(Math.min(full, RETRY.ceilingMs));
        expect(delay).toBeGreaterThanOrEqual(full / 2 - 1);
      }),
      { seed: SEED },
    );
  });

  it('is spread: two machines with other luck do not come back together', () => {
    expect(retryDelay(3, 0.1)).not.toBe(retryDelay(3, 0.9));
  });
});

describe('the delay when the network is back', () => {
  it('is under a second', () => {
    fc.assert(
      fc.property(chance, (random) => {
        expect(wakeDelay(random)).toBeLessThanOrEqual(RETRY.wakeMs);
        expect(wakeDelay(random)).toBeGreaterThanOrEqual(0);
      }),
      { seed: SEED },
    );
  });
});
