/** The flood limits: what is kept, counted and sent later, with a clock of numbers. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  admit,
  CALM,
  type FloodState,
  fingerprintOf,
  nextDue,
  release,
} from '../../../electron/telemetry/flood.policy.ts';

const HOUR = 3_600_000;
const LIMITS = { perHour: 5, perDay: 20 };

/** Events of one fingerprint, one a second. Gives the state behind them and which were kept. */
function events(state: FloodState, print: string, count: number, from: number) {
  const kept: number[] = [];
  let last = 0;
  for (let i = 0; i < count; i++) {
    const verdict = admit(state, print, from + i * 1_000, LIMITS);
    ({ state } = verdict);
    if (verdict.kept) kept.push(i);
    last = verdict.suppressed;
  }
  return { state, kept, last };
}

it('keeps the first, counts the others, and lets the newest go when the hour is over', () => {
  const flood = events(CALM, 'a', 50, 0);
  expect(flood.kept).toEqual([0, 1, 2, 3]);
  expect(flood.last).toBe(46);
  expect(nextDue(flood.state, LIMITS)).toBe(HOUR);
  expect(release(flood.state, HOUR - 1, LIMITS).due).toEqual([]);
  const { due, state } = release(flood.state, HOUR, LIMITS);
  expect(due).toEqual([{ print: 'a', suppressed: 45 }]);
  expect(nextDue(state, LIMITS)).toBeUndefined();
});

it('an event after the hour goes with the number of those that did not', () => {
  const { state } = events(CALM, 'a', 50, 0);
  expect(admit(state, 'a', 2 * HOUR, LIMITS)).toMatchObject({ kept: true, suppressed: 46 });
});

it('leaves the end of the day to what is new', () => {
  let state = CALM;
  for (const print of ['a', 'b', 'c', 'd', 'e']) ({ state } = events(state, print, 4, 0));
  expect(state.day.kept).toBe(18);
  expect(admit(state, 'e', 9_000, LIMITS)).toMatchObject({ kept: false, limit: 'perDay' });
  expect(admit(state, 'new', 9_000, LIMITS).kept).toBe(true);
});

it('counts what is new on a full day under one name, and goes on the next day', () => {
  let state: FloodState = { day: { start: 0, kept: 20 }, prints: {} };
  for (let i = 0; i < 1_000; i++) ({ state } = admit(state, `new ${i}`, i, LIMITS));
  expect(Object.keys(state.prints)).toEqual(['others']);
  expect(nextDue(state, LIMITS)).toBe(24 * HOUR);
  expect(release(state, 24 * HOUR, LIMITS).due).toEqual([{ print: 'others', suppressed: 999 }]);
});

it('a clock that is set back closes no limit for longer', () => {
  const { state } = events(CALM, 'a', 50, 1e12);
  expect(admit(state, 'a', 5e11, LIMITS).kept).toBe(true);
});

it('never lets more go than the limits, and accounts for every event', () => {
  const step = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: HOUR }));
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 300 }), (steps) => {
      let state = CALM;
      let now = 1;
      let gone = 0;
      const hours = new Map<string, number>();
      const pass = (key: string) => {
        gone += 1;
        hours.set(key, (hours.get(key) ?? 0) + 1);
        expect(hours.get(key)).toBeLessThanOrEqual(LIMITS.perHour);
      };
      for (const [number, pause] of steps) {
        now += pause;
        const verdict = admit(state, `p${number}`, now, LIMITS);
        ({ state } = verdict);
        if (verdict.kept) {
          gone += verdict.suppressed;
          pass(`p${number} ${state.prints[`p${number}`]?.start}`);
        }
        expect(state.day.kept).toBeLessThanOrEqual(LIMITS.perDay);
        expect(Object.values(state.prints).filter((one) => one.suppressed > 0).length).toBeLessThan(22);
      }
      const held = Object.values(state.prints).reduce((sum, one) => sum + one.suppressed, 0);
      expect(gone + held).toBe(steps.length);
    }),
    { seed: 20_261_122, numRuns: 300 },
  );
});

it('the same defect has one fingerprint whatever numbers its words hold, and another place another one', () => {
  const thrown = (value: string, lineno: number) => ({
    exception: { values: [{ type: 'Error', value, stacktrace: { frames: [{ filename: 'a.js', lineno }] } }] },
  });
  expect(fingerprintOf(thrown('after 12 ms', 3))).toBe(fingerprintOf(thrown('for user 7', 3)));
  expect(fingerprintOf(thrown('after 12 ms', 3))).not.toBe(fingerprintOf(thrown('after 12 ms', 4)));
  expect(fingerprintOf({ message: 'took 12 ms' })).toBe(fingerprintOf({ message: 'took 999 ms' }));
  expect(fingerprintOf({ message: 'took 12 ms' })).not.toBe(fingerprintOf({ message: 'lost' }));
  expect(fingerprintOf({ message: 'x', fingerprint: ['mine'] })).toBe(
    fingerprintOf({ message: 'y', fingerprint: ['{{ default }}', 'mine'] }),
  );
});
