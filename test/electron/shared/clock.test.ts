import { expect, it, vi } from 'vitest';
import { steadyAt, steadyTime, wallAt } from '../../../electron/shared/clock.ts';

it('the steady clock starts at the wall clock, ignores later changes of it, and converts to it and back', () => {
  const before = steadyTime();
  expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  expect(Math.abs(steadyTime() - before)).toBeLessThan(60_000);
  // Time stands still: a machine may stall between two looks.
  const still = performance.now();
  vi.stubGlobal('performance', { now: () => still });
  const shown = wallAt(steadyTime() + 5_000);
  expect(shown).toBe(1_005_000);
  expect(steadyAt(shown) - steadyTime()).toBeCloseTo(5_000);
});
