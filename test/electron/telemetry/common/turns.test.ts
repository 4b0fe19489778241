/** What pages send is taken in order, and a flood of it leaves main time for other things. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endTurns, inTurn, requested } from '../../../../electron/telemetry/common/turns.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('the first runs at once, and each of the others when main had time for something else', async () => {
  const done: number[] = [];
  const all = [1, 2, 3, 4].map((n) =>
    inTurn(() => {
      done.push(n);
      return n;
    }),
  );
  expect(done).toEqual([1]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual([1, 2]);
  endTurns();
  expect(done).toEqual([1, 2, 3, 4]);
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

it('what throws rejects, and what follows runs', async () => {
  const thrown = inTurn(() => {
    throw new Error('malformed');
  });
  await expect(thrown).rejects.toThrow('malformed');
  const next = inTurn(() => 'next');
  vi.runAllTimers();
  expect(await next).toBe('next');
});

/** A clock by which a piece of work takes 30 ms. */
function slowWork() {
  const start = performance.now();
  let time = start;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  const done: number[] = [];
  const add = (n: number) =>
    void inTurn(() => {
      done.push(n);
      time += 30;
    });
  const pass = (ms: number) => {
    time += ms;
    vi.advanceTimersByTime(ms);
    return [...done];
  };
  return { add, pass };
}

it('after a piece, main has as long for other things', () => {
  const { add, pass } = slowWork();
  add(1);
  add(2);
  expect(pass(29)).toEqual([1]);
  expect(pass(1)).toEqual([1, 2]);
});

it('nothing is begun while requests pour in, but for one piece each second', () => {
  const { add, pass } = slowWork();
  const pour = (ms: number) => {
    for (let left = ms; left > 0; left -= 19) {
      requested();
      pass(19);
    }
    return pass(0);
  };
  requested();
  for (const n of [1, 2, 3, 4]) add(n);
  expect(pour(900)).toEqual([]);
  expect(pour(200)).toEqual([1]);
  expect(pour(1_000)).toEqual([1, 2]);
  expect(pass(20)).toEqual([1, 2, 3]);
});
