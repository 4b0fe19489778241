import { expect, it, vi } from 'vitest';
import { steadyAt, steadyTime, wallAt } from '../../../electron/shared/clock.ts';

it('starts at the wall clock, and ignores later changes of it', () => {
  expect(Math.abs(steadyTime() - Date.now())).toBeLessThan(60_000);
  const before = steadyTime();
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  expect(steadyTime() - before).toBeGreaterThanOrEqual(0);
  expect(steadyTime() - before).toBeLessThan(60_000);
});

it("converts to the wall clock's time and back", () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  const shown = wallAt(steadyTime() + 5_000);
  expect(Math.abs(shown - 1_005_000)).toBeLessThanOrEqual(1);
  expect(steadyAt(shown) - steadyTime()).toBeLessThanOrEqual(5_001);
});
