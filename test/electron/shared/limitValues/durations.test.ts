import { afterEach, expect, it } from 'vitest';
import {
  allowPageData,
  allowTime,
  DURATIONS,
  overrideDurations,
} from '../../../../electron/shared/limitValues/durations.ts';
import { NOT_SHOWN, watch } from '../../../../electron/shell/recovery/watchdog.policy.ts';

const { dataMs } = DURATIONS;
afterEach(() => {
  DURATIONS.dataMs = dataMs;
});

it('a page may wait for its data as long as all attempts may take, and a short server limit leaves it its time', () => {
  allowPageData(1_000);
  expect(DURATIONS.dataMs).toBe(dataMs);
  allowPageData(75_000);
  const { state } = watch(NOT_SHOWN, 'waiting', 0);
  expect(watch(state, 'check', 3 * 75_000).effects).not.toContain('ping');
  expect(watch(state, 'check', DURATIONS.dataMs).effects).toContain('ping');
});

it('a duration that a test has set stays, whatever the settings or the server allow; another name is told', () => {
  expect(() => overrideDurations('{"readyMilliseconds":2000}')).toThrow('readyMilliseconds');
  overrideDurations('{"dataMs":2000}');
  allowPageData(30_000);
  allowTime({ dataMs: 7, loopMs: DURATIONS.loopMs });
  expect(DURATIONS.dataMs).toBe(2_000);
});
