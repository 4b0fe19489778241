import { expect, it } from 'vitest';
import { planStart, type StartStamp } from '../../../../electron/shell/recovery/start.policy.ts';

const NOW = { version: '1.0.0', electron: '33.2.1' };
const stamp = (attempts: number): StartStamp => ({ attempts, ...NOW });

it('starts in safe mode after two starts without a paint, until one paints', () => {
  let before: StartStamp | undefined;
  const isSafe = Array.from({ length: 5 }, () => {
    const plan = planStart(before, NOW, false);
    before = plan.pending;
    return plan.isSafe;
  });
  expect(isSafe).toEqual([false, false, true, true, true]);
});

it('stays in safe mode once it has painted there', () => {
  const { painted } = planStart(stamp(2), NOW, false);
  expect(planStart(painted, NOW, false).isSafe).toBe(true);
});

it('forgets failed starts once it has painted normally, and ignores a start that was quit before', () => {
  const plan = planStart(stamp(1), NOW, false);
  expect(plan).toMatchObject({ isSafe: false, painted: stamp(0), unknown: stamp(1) });
});

it('starts normally with another version of the app', () => {
  const plan = planStart({ ...stamp(2), version: '0.9.0' }, NOW, false);
  expect(plan).toMatchObject({ isSafe: false, pending: stamp(1) });
});

it('clears caches in safe mode, and once for another Electron', () => {
  expect(planStart(undefined, NOW, false).clearCaches).toBe(false);
  expect(planStart(stamp(1), NOW, false).clearCaches).toBe(false);
  expect(planStart(stamp(2), NOW, false).clearCaches).toBe(true);
  const upgraded = planStart({ ...stamp(0), electron: '32.0.0' }, NOW, false);
  expect(upgraded).toMatchObject({ isSafe: false, clearCaches: true });
  expect(planStart(upgraded.pending, NOW, false).clearCaches).toBe(false);
});

it('starts in safe mode once if the user asks for it', () => {
  expect(planStart(stamp(0), NOW, true)).toMatchObject({ isSafe: true, painted: stamp(0) });
});
