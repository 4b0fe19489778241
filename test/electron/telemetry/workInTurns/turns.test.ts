/** Pages' messages are handled in order, and a flood of them leaves main time for other things. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endTurns, inTurn } from '../../../../electron/telemetry/workInTurns/turns.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.restoreAllMocks();
});

/** A clock by which work takes as long as it says. */
function slowWork() {
  const start = performance.now();
  let time = start;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  const done: number[] = [];
  const add = (n: number, ms = 30, isError = false) =>
    inTurn(() => {
      done.push(n);
      time += ms;
      return n;
    }, isError);
  const pass = (ms: number) => {
    time += ms;
    vi.advanceTimersByTime(ms);
    return [...done];
  };
  return { add, pass };
}

it('runs at once, until it has used 8 ms', async () => {
  const { add, pass } = slowWork();
  const all = [add(1, 3), add(2, 4), add(3, 5), add(4)];
  expect(pass(0)).toEqual([1, 2, 3]);
  endTurns();
  expect(pass(0)).toEqual([1, 2, 3, 4]);
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

it('then leaves main as long for other things', () => {
  const { add, pass } = slowWork();
  for (const n of [1, 2]) void add(n);
  expect(pass(29)).toEqual([1]);
  expect(pass(1)).toEqual([1, 2]);
});

it('leaves no such pause until the waiting errors are handled, and they keep their place', () => {
  const { add, pass } = slowWork();
  for (const n of [1, 2, 3, 4]) void add(n, 30, n === 3);
  expect(pass(0)).toEqual([1]);
  vi.advanceTimersToNextTimer();
  vi.advanceTimersToNextTimer();
  expect(pass(0)).toEqual([1, 2, 3]);
  expect(pass(29)).toEqual([1, 2, 3]);
  expect(pass(1)).toEqual([1, 2, 3, 4]);
});

it('rejects an exception, and runs what follows', async () => {
  const thrown = inTurn(() => {
    throw new Error('malformed');
  });
  await expect(thrown).rejects.toThrow('malformed');
  const next = inTurn(() => 'next');
  vi.runAllTimers();
  expect(await next).toBe('next');
});
