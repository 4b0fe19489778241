/** Which faults are reported, and how often. */
import { type Fault, isFailure } from '../shared/fault.ts';

export interface ReportExtra {
  error?: unknown;
  /** The page has reported it, but its report has no id yet that may be shown: it is not on disk. */
  isReported?: boolean;
  /** The id of the web contents in whose window it happened. */
  window?: number;
  /** Nobody caught it in main. Each is reported; the rate limit bounds them. */
  uncaught?: 'uncaughtException' | 'unhandledRejection';
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
  /** Where the page's event with this id is; `lost` if it does not come within some seconds. */
  placeOf(eventId: string): Promise<'disk' | 'memory' | 'lost'>;
  /** Drops events of pages about such a fault from now on. */
  dropRepeats(isRepeat: (fault: Fault) => boolean): void;
}

export type Reports = ReturnType<typeof createReports>;

/**
 * @param isSeries whether the page was loaded again for a fault, and has not lived for a minute since: faults like that one,
 *   as without a network, then share its report
 * @param note gets each failure of the app, reported or not; of a series only the first
 */
export function createReports(
  report: Report,
  isSeries: () => boolean,
  note: (fault: Fault) => void = () => undefined,
) {
  const reported = new Map<string, string | undefined>();
  // Where no process can be started, that of the first page is killed, and those of the next never run.
  const keyOf = ({ kind, code, subject, url }: Fault) =>
    kind === 'crash' ? `${kind} ${subject}` : `${kind} ${code} ${url}`;
  return {
    /** Whether an automatic retry has brought up the same fault again. Two exceptions may differ in nothing but their text. */
    isRepeat: (fault: Fault) => fault.kind !== 'script' && isSeries() && reported.has(keyOf(fault)),
    /** The fault with the id of its report, if there is one. */
    withId(fault: Fault, extra?: ReportExtra): Fault {
      if (!isFailure(fault)) return fault;
      if (!isSeries()) reported.clear();
      const key = keyOf(fault);
      const ofPage = fault.reportId !== undefined || extra?.isReported;
      const isNew = extra?.uncaught || !reported.has(key) || (ofPage && fault.kind === 'script');
      if (isNew) reported.set(key, ofPage ? fault.reportId : report(fault, extra));
      const reportId = reported.get(key);
      const known = reportId ? { ...fault, reportId } : fault;
      if (isNew) note(known);
      return known;
    },
  };
}
