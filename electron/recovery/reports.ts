/** Which faults are reported, and how often. What makes a report and stores it is given by whoever starts the app. */
import { type Fault, isFailure } from '../shared/fault.ts';

export interface ReportExtra {
  error?: unknown;
  /** The id of the web contents in whose window it happened. */
  window?: number;
  /** Whether the app cannot be trusted to go on: reported at most once in the life of a process. */
  fatal?: boolean;
}

/**
 * Makes a report of a fault. Returns its id when it is on disk; `undefined` when there is no telemetry, or the
 * user wants no reports.
 */
export type Report = (fault: Fault, extra?: ReportExtra) => string | undefined;

export interface Reporting {
  report: Report;
  /** Whether the event with this id, which the page's SDK makes, is on disk or soon will be. */
  holds(eventId: string): Promise<boolean>;
}

export type Reports = ReturnType<typeof createReports>;

/**
 * @param isRetrying whether a load is tried again and again: what fails in the same way as before, as each try does
 *   without a network, keeps the id of the first report
 * @param note gets each fault that is a failure of the app, whether it is reported or not; of those that are tried
 *   again and again the first
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
      // The page has reported it, or the session had its one fatal report.
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
