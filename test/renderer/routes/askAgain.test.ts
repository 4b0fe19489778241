import { describe, expect, it } from 'vitest';
import { askAgainAfter } from '../../../renderer/routes/askAgain.ts';

describe('a saved copy on the screen', () => {
  it('is asked for again after 5 s, then less and less often, at least every 5 minutes', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 7, 1000].map((attempt) => askAgainAfter(attempt, 1));
    expect(delays.map((delay) => delay / 1000)).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('is asked for by no two windows at the same moment', () => {
    expect(askAgainAfter(0, 0)).toBe(4000);
    expect(askAgainAfter(0, 0.5)).toBe(4500);
  });
});
