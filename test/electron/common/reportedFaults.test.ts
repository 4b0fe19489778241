import { expect, it } from 'vitest';
import { createReportedFaults } from '../../../electron/common/reportedFaults.ts';
import { type Fault, faultOf, httpFault } from '../../../electron/shared/fault.ts';

const ID = 'c'.repeat(32);
const OF_PAGE = 'd'.repeat(32);
const fault = (at: number, more: Partial<Fault> = {}): Fault => ({
  ...httpFault(500, '/', at),
  id: String(at),
  ...more,
});

function make(isRetrying = false) {
  const noted: Fault[] = [];
  const reports = createReportedFaults(
    () => ID,
    () => isRetrying,
    (one) => noted.push(one),
  );
  return { reports, noted };
}

const uncaught = (at: number) => [fault(at), { uncaught: 'uncaughtException' }] as const;
it.each<[string, (Fault | ReturnType<typeof uncaught>)[], unknown[]]>([
  ['no missing page', [httpFault(404, '/x', 1)], []],
  ['its missing data', [{ ...httpFault(404, '/x', 1), kind: 'data' }], [1, ID]],
  ['what a page reported itself', [fault(1, { reportId: OF_PAGE })], [1, OF_PAGE]],
  ['each uncaught error in main', [uncaught(2), uncaught(3)], [2, ID, 3, ID]],
  [
    "one of the pages' processes that end in a row, and one of another process",
    [
      faultOf('crash', 'killed', '/', 1),
      faultOf('crash', 'launch-failed', '/', 2),
      { ...faultOf('crash', 'killed', '/', 3), subject: 'graphics' },
    ],
    [1, ID, 3, ID],
  ],
  ['the first of those that are retried', [1, 2, 3].map((at) => fault(at)), [1, ID]],
])('the diagnostics note %s', (_name, faults, expected) => {
  const { reports, noted } = make(true);
  for (const one of faults) 'id' in one ? reports.withId(one) : reports.withId(...one);
  expect(noted.flatMap(({ at, reportId }) => [at, reportId])).toEqual(expected);
});

it("a repeat in a series keeps the first report's id, even if pages report it themselves", () => {
  const { reports } = make(true);
  const first = fault(1, { reportId: OF_PAGE });
  expect(reports.isRepeat(first)).toBe(false);
  reports.withId(first);
  expect(reports.isRepeat(fault(2))).toBe(true);
  expect(reports.withId(fault(2)).reportId).toBe(OF_PAGE);
  expect(reports.isRepeat(fault(3, { code: 502 }))).toBe(false);
  // Two exceptions may differ.
  reports.withId(fault(1, { kind: 'script' }));
  expect(reports.isRepeat(fault(2, { kind: 'script' }))).toBe(false);
});

it('no fault is a repeat without a series, and main reports none that the page has, on disk or not', () => {
  const { reports } = make();
  expect(reports.withId(fault(1), { isReported: true }).reportId).toBeUndefined();
  expect(reports.isRepeat(fault(2))).toBe(false);
  expect(reports.withId(fault(2)).reportId).toBe(ID);
});
