import { describe, expect, it } from 'vitest';
import { createReportedFaults } from '../../../electron/common/reportedFaults.ts';
import { crashFault, type Fault, httpFault } from '../../../electron/shared/fault.ts';

const ID = 'c'.repeat(32);
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

describe('the diagnostics note', () => {
  it('no missing page', () => {
    const { reports, noted } = make();
    reports.withId(httpFault(404, '/x', 1));
    expect(noted).toEqual([]);
    // Its data belongs to an existing page.
    reports.withId({ ...httpFault(404, '/x', 1), kind: 'data' });
    expect(noted).toHaveLength(1);
  });

  it('what a page reported itself, and each uncaught error in main', () => {
    const { reports, noted } = make(true);
    reports.withId(fault(1, { reportId: 'd'.repeat(32) }));
    reports.withId(fault(2), { uncaught: 'uncaughtException' });
    reports.withId(fault(3), { uncaught: 'uncaughtException' });
    expect(noted.map(({ at, reportId }) => [at, reportId])).toEqual([
      [1, 'd'.repeat(32)],
      [2, ID],
      [3, ID],
    ]);
  });

  it("one of the pages' processes that end in a row, and one of another process", () => {
    const { reports, noted } = make(true);
    for (const reason of ['killed', 'launch-failed']) reports.withId(crashFault(reason, '/', 1));
    reports.withId({ ...crashFault('killed', '/', 1), subject: 'graphics' });
    expect(noted.map(({ code }) => code)).toEqual(['killed', 'killed']);
  });

  it('the first of those that are retried', () => {
    const { reports, noted } = make(true);
    for (const at of [1, 2, 3]) reports.withId(fault(at));
    expect(noted.map(({ at }) => at)).toEqual([1]);
  });
});

describe('a fault that an automatic retry repeats', () => {
  it("keeps the first report's id, even if pages report it themselves", () => {
    const { reports } = make(true);
    const first = fault(1, { reportId: 'd'.repeat(32) });
    expect(reports.isRepeat(first)).toBe(false);
    reports.withId(first);
    expect(reports.isRepeat(fault(2))).toBe(true);
    expect(reports.withId(fault(2)).reportId).toBe(first.reportId);
    expect(reports.isRepeat(fault(3, { code: 502 }))).toBe(false);
  });

  it('is not one without a retry, or for exceptions, which may differ', () => {
    const { reports } = make();
    reports.withId(fault(1));
    expect(reports.isRepeat(fault(2))).toBe(false);
    const retried = make(true).reports;
    retried.withId(fault(1, { kind: 'script' }));
    expect(retried.isRepeat(fault(2, { kind: 'script' }))).toBe(false);
  });

  it('is not reported by main if the page has reported it, on disk or not', () => {
    const { reports } = make();
    expect(reports.withId(fault(1), { isReported: true }).reportId).toBeUndefined();
    expect(reports.withId(fault(2)).reportId).toBe(ID);
  });
});
