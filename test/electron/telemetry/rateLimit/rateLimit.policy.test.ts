import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  admit,
  fingerprintOf,
  MAX_PRINTS,
  NOTHING_COUNTED,
  type RateState,
} from '../../../../electron/telemetry/rateLimit/rateLimit.policy.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LIMITS = { reportsPerHour: 5, reportsPerDay: 20 };

/** Events of one fingerprint, one a second. Returns the state after them, and which were kept. */
function events(state: RateState, print: string, count: number, from: number) {
  const kept: number[] = [];
  for (let i = 0; i < count; i++) {
    const { limit, ...verdict } = admit(state, print, from + i * 1_000, LIMITS);
    ({ state } = verdict);
    if (!limit) kept.push(i);
  }
  return { state, kept };
}

it('keeps the first of an hour, counts the others, and puts the count on the first of the next hour', () => {
  const { state, kept } = events(NOTHING_COUNTED, 'a', 50, 0);
  expect(kept).toEqual([0, 1, 2, 3, 4]);
  expect(admit(state, 'a', HOUR - 1, LIMITS)).toMatchObject({ limit: 'reportsPerHour', suppressed: 46 });
  const next = admit(state, 'a', HOUR, LIMITS);
  expect(next).toMatchObject({ limit: undefined, suppressed: 45 });
  expect(admit(next.state, 'a', HOUR, LIMITS)).toMatchObject({ limit: undefined, suppressed: 0 });
});

it('reserves the end of the daily limit for new fingerprints, and carries counts over to the next day', () => {
  let state = NOTHING_COUNTED;
  for (const print of ['a', 'b', 'c', 'd']) ({ state } = events(state, print, 5, 0));
  expect(state.day.kept).toBe(18);
  expect(state.prints.d?.suppressed).toBe(2);
  expect(admit(state, 'd', 9_000, LIMITS).limit).toBe('reportsPerDay');
  expect(admit(state, 'new', 9_000, LIMITS).limit).toBeUndefined();
  expect(Object.keys(admit(state, 'd', DAY, LIMITS).state.prints)).toEqual(['d']);
  expect(admit(state, 'd', DAY, LIMITS)).toMatchObject({ limit: undefined, suppressed: 2 });
  expect(admit(state, 'd', 2 * DAY, LIMITS).suppressed).toBe(0);
});

it('setting the clock back does not extend a limit', () => {
  const { state } = events(NOTHING_COUNTED, 'a', 50, 1e12);
  expect(admit(state, 'a', 5e11, LIMITS).limit).toBeUndefined();
});

it('counts at most 200 fingerprints separately', () => {
  const limits = { reportsPerHour: 5, reportsPerDay: 1_000 };
  let state = NOTHING_COUNTED;
  for (let i = 0; i < MAX_PRINTS + 10; i++) ({ state } = admit(state, `p${i}`, i, limits));
  expect(Object.keys(state.prints)).toHaveLength(MAX_PRINTS + 1);
  expect(state.prints.others).toMatchObject({ kept: 5, suppressed: 5 });
});

it('never exceeds the limits, and accounts for every event', () => {
  const step = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: HOUR / 4 }));
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 300 }), (steps) => {
      let state = NOTHING_COUNTED;
      let now = 1;
      let told = 0;
      const hours = new Map<string, number>();
      for (const [number, pause] of steps) {
        now += pause;
        const { limit, suppressed, ...verdict } = admit(state, `p${number}`, now, LIMITS);
        ({ state } = verdict);
        if (!limit) {
          told += 1 + suppressed;
          const hour = `p${number} ${state.prints[`p${number}`]?.start}`;
          hours.set(hour, (hours.get(hour) ?? 0) + 1);
        }
        expect(state.day.kept).toBeLessThanOrEqual(LIMITS.reportsPerDay);
        expect(Object.keys(state.prints).length).toBeLessThan(42);
      }
      for (const kept of hours.values()) expect(kept).toBeLessThanOrEqual(LIMITS.reportsPerHour);
      const owed = Object.values(state.prints).reduce((sum, one) => sum + one.suppressed, 0);
      // Counts older than two days are forgotten.
      if (now < 2 * DAY) expect(told + owed).toBe(steps.length);
    }),
    { seed: 20_261_122, numRuns: 300 },
  );
});

it('one defect has one fingerprint whatever numbers are in its message; another place is another defect', () => {
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
