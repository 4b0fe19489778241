/** Which faults are reported, and how often. */
import { type Fault, isFailure } from '../shared/fault.ts';

export interface ReportExtra {
  error?: unknown;
  /** The id of the web contents in whose window it happened. */
  window?: number;
  /** Nobody caught it in main. Each is reported; the rate limit bounds them. */
  uncaught?: boolean;
  /** The app is no use after it: the session has crashed. */
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
  return {
    /** The fault with the id of its report, if there is one. */
    withId(fault: Fault, extra?: ReportExtra): Fault {
      if (!isFailure(fault)) return fault;
      // The page has reported it.
      if (fault.reportId) {
        note(fault);
        return fault;
      }
      if (!isRetrying()) reported.clear();
      const key = `${fault.kind} ${fault.code} ${fault.url}`;
      const isNew = extra?.uncaught || !reported.has(key);
      if (isNew) reported.set(key, report(fault, extra));
      const reportId = reported.get(key);
      const known = reportId ? { ...fault, reportId } : fault;
      if (isNew) note(known);
      return known;
    },
  };
}
