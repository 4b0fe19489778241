import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentFault } from '../../../electron/recovery/currentFault.ts';
import { Recovery, type Screen } from '../../../electron/recovery/recovery.ts';
import { stateAtStart } from '../../../electron/recovery/recoveryState.ts';
import { steadyTime } from '../../../electron/shared/clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A recovery whose page could not be loaded, and what it did to the screen. */
function offline() {
  const done: string[] = [];
  const noted =
    (name: string): (() => void) =>
    () =>
      done.push(name);
  const names = ['load', 'show', 'showFresh', 'showDialog', 'tell', 'restartUnlessPainted'] as const;
  const recovery = new Recovery({
    state: stateAtStart({ loads: [], spent: 0, gpuCrashes: [] }, false, steadyTime()),
    fault: { show: noted('fault'), retryAt: null } as unknown as CurrentFault,
    screen: Object.fromEntries(names.map((name) => [name, noted(name)])) as unknown as Screen,
    keep: noted('keep'),
    startSafe: noted('startSafe'),
  });
  const fault = {
    id: '1',
    kind: 'load',
    code: 'ERR_INTERNET_DISCONNECTED',
    title: '',
    url: '/',
    retryable: true,
    at: 0,
  } as const;
  recovery.send({ type: 'fault', fault, closing: false });
  return { recovery, done };
}

it('shows a failed load after its event, and loads the page again when the retry is due, not before', () => {
  const { recovery, done } = offline();
  expect(done).toEqual(['fault']);
  const left = Number(recovery.state.retryAt) - steadyTime();
  expect(left).toBeGreaterThan(100);
  vi.advanceTimersByTime(left - 50);
  expect(done).toEqual(['fault', 'show']);
  vi.advanceTimersByTime(100);
  expect(done).toEqual(['fault', 'show', 'load']);
});

it('does not show a failed load if the user has opened another page in the same turn', () => {
  const { recovery, done } = offline();
  recovery.send({ type: 'opened' });
  vi.advanceTimersByTime(60_000);
  expect(done).toEqual(['fault']);
});
