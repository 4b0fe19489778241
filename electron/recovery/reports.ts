/** Which faults are reported, and how often. */
import { type Fault, isFailure } from '../shared/fault.ts';

export interface ReportExtra {
  error?: unknown;
  /** The id of the web contents in whose window it happened. */
  window?: number;
  /** An error that nobody caught in main: reported at most once in a run. */
  fatal?: boolean;
}

/**
 * Makes a report of a fault. Returns its id when it is on disk; `undefined` without telemetry, or if the user wants no
 * reports.
 */
export type Report = (fault: Fault, extra?: ReportExtra) => string | undefined;

export interface Reporting {
  report: Report;
  /** Whether the page's event with this id is on disk, or soon will be. */
  holds(eventId: string): Promise<boolean>;
}

export type Reports = ReturnType<typeof createReports>;

/**
 * @param isRetrying whether a load is being retried: faults like the first one, as without a network, then share its report
 * @param note gets each failure of the app, reported or not; of retries only the first
 */
export function createReports(
  report: Report,
  isRetrying: () => boolean,
  note: (fault: Fault) => void = () => undefined,
) {
  const reported = new Map<string, string | undefined>();
  let fatal = false;
  return {
    /** The fault with the id of its report, if there is one. */
    withId(fault: Fault, extra?: ReportExtra): Fault {
      if (!isFailure(fault)) return fault;
      const isRepeated = extra?.fatal && fatal;
      // The page has reported it, or the run had its one fatal report.
      if (fault.reportId || isRepeated) {
        note(fault);
        return fault;
      }
      if (extra?.fatal) fatal = true;
      if (!isRetrying()) reported.clear();
      const key = `${fault.kind} ${fault.code} ${fault.url}`;
      const isNew = !reported.has(key);
      if (isNew) reported.set(key, report(fault, extra));
      const reportId = reported.get(key);
      const known = reportId ? { ...fault, reportId } : fault;
      if (isNew) note(known);
      return known;
    },
  };
}
