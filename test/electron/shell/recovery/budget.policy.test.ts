import { expect, it } from 'vitest';
import { countInSeries, MAIN_ERRORS } from '../../../../electron/shell/recovery/budget.policy.ts';

/** Which of the events at these times exceed the limit. */
function shown(times: readonly number[]): boolean[] {
  let before: readonly number[] = [];
  return times.map((at) => {
    const { recent, isTooMany } = countInSeries(before, at, MAIN_ERRORS);
    before = recent;
    return isTooMany;
  });
}

it.each([
  ['two in a minute', [0, 59_999], [false, false]],
  ['the third in a minute', [0, 100, 59_999], [false, false, true]],
  ['the third after a minute', [0, 100, 60_000], [false, false, false]],
  [
    'one every half a minute, for hours',
    [0, 30_000, 60_000, 90_000, 120_000],
    [false, false, false, false, false],
  ],
  ['three more after that page', [0, 1, 2, 3, 4, 5], [false, false, true, false, false, true]],
])('%s', (_, times, expected) => {
  expect(shown(times)).toEqual(expected);
});
