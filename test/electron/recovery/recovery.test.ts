import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BUDGET } from '../../../electron/recovery/budget.policy.ts';
import type { CurrentFault } from '../../../electron/recovery/currentFault.ts';
import { Recovery, type Screen } from '../../../electron/recovery/recovery.ts';
import { stateAtStart } from '../../../electron/recovery/recoveryState.ts';
import { steadyTime } from '../../../electron/shared/clock.ts';
import { crashFault, type Fault, loadFault } from '../../../electron/shared/fault.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CRASH = crashFault('crashed', '/', 0);
const OFFLINE = loadFault('ERR_INTERNET_DISCONNECTED', '/', 0);

/** A recovery whose page has failed, and what it did to the screen. */
function failed(fault: Fault) {
  const done: string[] = [];
  const noted =
    (name: string): (() => void) =>
    () =>
      done.push(name);
  const names = ['load', 'show', 'showFresh', 'showDialog', 'tell', 'restartUnlessPainted'] as const;
  const current = { show: noted('fault'), retryAt: null };
  const recovery = new Recovery({
    state: stateAtStart({ loads: [], spent: 0, gpuCrashes: [] }, false, steadyTime()),
    fault: current as unknown as CurrentFault,
    screen: Object.fromEntries(names.map((name) => [name, noted(name)])) as unknown as Screen,
    keep: noted('keep'),
    startSafe: noted('startSafe'),
  });
  recovery.send({ type: 'fault', fault, closing: false });
  return { recovery, done, current };
}

it('shows a failed load after its event, and loads the page again when the retry is due, not before', () => {
  const { recovery, done } = failed(OFFLINE);
  expect(done).toEqual(['fault']);
  const left = Number(recovery.state.retryAt) - steadyTime();
  expect(left).toBeGreaterThan(100);
  vi.advanceTimersByTime(left - 50);
  expect(done).toEqual(['fault', 'show']);
  vi.advanceTimersByTime(100);
  expect(done).toEqual(['fault', 'show', 'load']);
});

it('says by the wall clock when it tries again, until the user opens another page', () => {
  vi.setSystemTime(Date.UTC(2026, 10, 20));
  const { recovery, current } = failed(OFFLINE);
  expect(current.retryAt).toBeCloseTo(Date.now() + Number(recovery.state.retryAt) - steadyTime());
  recovery.send({ type: 'opened' });
  expect(current.retryAt).toBeNull();
});

it('does not show a failed load if the user has opened another page in the same turn', () => {
  const { recovery, done } = failed(OFFLINE);
  recovery.send({ type: 'opened' });
  vi.advanceTimersByTime(60_000);
  expect(done).toEqual(['fault']);
});

it('restores the budget on disk once the page has been healthy for long enough, not before', () => {
  const { recovery, done } = failed(CRASH);
  expect(recovery.state.spent).toBe(1);
  recovery.send({ type: 'ready' });
  vi.advanceTimersByTime(BUDGET.healthyMs - 100);
  expect(recovery.state.spent).toBe(1);
  done.length = 0;
  vi.advanceTimersByTime(100);
  expect([recovery.state.spent, done]).toEqual([0, ['keep']]);
});
