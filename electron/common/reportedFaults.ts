/** Decides which faults are reported, and how often. */
import { type Fault, isFailure } from '../shared/fault.ts';

export interface ReportExtra {
  error?: unknown;
  /** The page has reported it, but the report is not on disk yet, so its id may not be shown. */
  isReported?: boolean;
  window?: number;
  /** Uncaught in main. Each one is reported; the rate limit bounds them. */
  uncaught?: 'uncaughtException' | 'unhandledRejection';
  /** The app is unusable after it: the session has crashed. */
  fatal?: boolean;
}

/** Reports a fault. Returns the report's id once it is on disk; `undefined` if no reports are made. */
export type Report = (fault: Fault, extra?: ReportExtra) => string | undefined;

export interface Reporting {
  report: Report;
  /** Where the page's event with this id is; `lost` if it does not arrive within some seconds. */
  placeOf(eventId: string): Promise<'disk' | 'memory' | 'lost'>;
  /** From now on drops the pages' events about such faults. */
  dropRepeats(isRepeat: (fault: Fault) => boolean): void;
}

/**
 * @param isSeries whether the page was reloaded for a fault and has not run for a minute since: similar faults, as
 *   without a network, then share that fault's report
 * @param note gets each failure of the app, reported or not; of a series only the first
 */
export function createReportedFaults(
  report: Report,
  isSeries: () => boolean,
  note: (fault: Fault) => void = () => undefined,
) {
  const reported = new Map<string, string | undefined>();
  // If no process can start, the first page's is killed and those of the next never run.
  const keyOf = ({ kind, code, subject, url }: Fault) =>
    kind === 'crash' ? `${kind} ${subject}` : `${kind} ${code} ${url}`;
  return {
    /** Whether an automatic retry met the same fault again. Two exceptions may differ only in their text. */
    isRepeat: (fault: Fault) => fault.kind !== 'script' && isSeries() && reported.has(keyOf(fault)),
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
