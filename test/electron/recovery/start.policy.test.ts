import { expect, it } from 'vitest';
import { planStart, type StartStamp } from '../../../electron/recovery/start.policy.ts';

const NOW = { version: '1.0.0', electron: '33.2.1' };
const stamp = (attempts: number): StartStamp => ({ attempts, ...NOW });

/** The rungs of starts of which none paints. */
function rungs(count: number): number[] {
  let before: StartStamp | undefined;
  return Array.from({ length: count }, () => {
    const plan = planStart(before, NOW, false);
    before = plan.pending;
    return plan.rung;
  });
}

it('two starts as usual, then one rung more with each that fails, and the last again and again', () => {
  expect(rungs(8)).toEqual([0, 0, 1, 2, 3, 3, 3, 3]);
});

it.each([1, 2, 3])('rung %i is kept once it has painted, and the next follows if it fails then', (rung) => {
  const { painted, ...plan } = planStart(stamp(rung + 1), NOW, false);
  expect(plan.rung).toBe(rung);
  const next = planStart(painted, NOW, false);
  expect(next.rung).toBe(rung);
  expect(planStart(next.pending, NOW, false).rung).toBe(Math.min(rung + 1, 3));
});

it('a start as usual that painted leaves nothing, and one that ended in order counts for nothing', () => {
  expect(planStart(stamp(1), NOW, false)).toMatchObject({ rung: 0, painted: stamp(0), unknown: stamp(1) });
});

it('another version of the app starts as usual', () => {
  expect(planStart({ ...stamp(5), version: '0.9.0' }, NOW, false)).toMatchObject({
    rung: 0,
    pending: stamp(1),
  });
});

it('caches are cleared once for another Electron, from the second rung on, and not the first time', () => {
  expect(planStart(undefined, NOW, false).clearCaches).toBe(false);
  const upgraded = planStart({ ...stamp(0), electron: '32.0.0' }, NOW, false);
  expect(upgraded).toMatchObject({ rung: 0, clearCaches: true });
  expect(planStart(upgraded.pending, NOW, false).clearCaches).toBe(false);
  expect([2, 3].map((attempts) => planStart(stamp(attempts), NOW, false).clearCaches)).toEqual([false, true]);
});

it('safe mode that the user asks for is the last rung, this once', () => {
  const plan = planStart(stamp(0), NOW, true);
  expect(plan).toMatchObject({ rung: 3, painted: stamp(0) });
});
