/** Reports faults. A crash waits for its minidump, so that both arrive as one report. */
import { type Event, uuid4 } from '@sentry/core';
import { withScope } from '@sentry/electron/main';
import type { ReportExtra } from '../../common/reportedFaults.ts';
import type { Fault } from '../../shared/fault.ts';
import { tagsOf } from '../../shared/faultTags.ts';
import { titleOf } from '../../shared/faultText.ts';
import { WINDOW_TAG } from '../trimming/breadcrumbs.ts';
import { type Crash, isOfLastRun } from './lastRun.ts';

/** Reasons of `render-process-gone` and `child-process-gone` for which Crashpad writes a minidump. */
const DUMPED: ReadonlySet<unknown> = new Set(['crashed', 'oom']);
const processOf = ({ subject }: Fault): string =>
  subject === 'graphics' ? 'gpu-process' : subject === 'network' ? 'utility' : 'renderer';
/** How long to wait for a minidump. The SDK waits up to 5 s for one that is being written. */
const PATIENCE_MS = 8_000;

interface Waiting extends Crash {
  window: number | undefined;
  isOfLastRun: boolean;
  timer: NodeJS.Timeout;
}

export type FaultReports = ReturnType<typeof createFaultReports>;

/** @param keep writes the waiting crashes to disk; returns whether that worked @param ifStored the outbox's */
export function createFaultReports(
  keep: () => boolean,
  ifStored: (capture: () => string) => string | undefined,
) {
  let waiting: Waiting[] = [];

  function wait({ eventId, fault }: Crash, of: Pick<Waiting, 'window' | 'isOfLastRun'>): boolean {
    const timer = setTimeout(() => {
      done(entry);
      capture(fault, { window: of.window, fatal: true }, eventId);
    }, PATIENCE_MS).unref();
    const entry: Waiting = { eventId, fault, ...of, timer };
    waiting.push(entry);
    return keep();
  }
  function done(entry: Waiting): void {
    clearTimeout(entry.timer);
    waiting = waiting.filter((one) => one !== entry);
    keep();
  }

  return {
    expect(previous: readonly Crash[]) {
      for (const crash of previous) wait(crash, { window: undefined, isOfLastRun: true });
    },
    /** Reports a fault. Returns the report's id; `undefined` if it could not be written to disk. */
    report(fault: Fault, extra: ReportExtra = {}): string | undefined {
      const eventId = uuid4();
      if (fault.kind !== 'crash' || !DUMPED.has(fault.code))
        return ifStored(() => capture(fault, extra, eventId));
      return wait({ eventId, fault }, { window: extra.window, isOfLastRun: false }) ? eventId : undefined;
    },
    /**
     * Turns a minidump's event into the report of the crash that waits for it, if any. When a process has ended, the
     * SDK reads all existing minidumps and gives each that process's reason: only the kind of process is reliable.
     */
    claim(event: Event) {
      const process = event.contexts?.electron?.['crashpad.process_type'];
      const reason = event.tags?.['exit.reason'];
      const those = waiting.filter(
        (one) =>
          one.isOfLastRun === isOfLastRun(event) &&
          (process === undefined
            ? one.isOfLastRun || one.fault.code === reason
            : processOf(one.fault) === process),
      );
      const entry = those.find(({ fault }) => fault.code === reason) ?? those[0];
      if (!entry) return;
      done(entry);
      event.event_id = entry.eventId;
      event.tags = { ...event.tags, ...tagsOf(entry.fault), [WINDOW_TAG]: entry.window };
      event.contexts = { ...event.contexts, fault: contextOf(entry.fault) };
    },
    waiting: () => waiting.map(({ eventId, fault }) => ({ eventId, fault })),
    clear() {
      for (const { timer } of waiting) clearTimeout(timer);
      waiting = [];
    },
  };
}

function capture(fault: Fault, extra: ReportExtra, eventId: string): string {
  const { error, window, fatal = false, uncaught } = extra;
  return withScope((scope) => {
    // Levels as set by the SDK's own handlers.
    scope.setLevel(fatal || uncaught === 'uncaughtException' ? 'fatal' : 'error');
    scope.setTags({ ...tagsOf(fault), [WINDOW_TAG]: window });
    scope.setContext('fault', contextOf(fault));
    // An unhandled error marks the session as crashed, as with the SDK's own handlers.
    const type = uncaught === 'unhandledRejection' ? 'auto.node.onunhandledrejection' : 'generic';
    const mechanism = { handled: !fatal && !uncaught, type };
    try {
      if (error !== undefined) return scope.captureException(error, { event_id: eventId, mechanism });
    } catch {
      // The error throws when it is read; the fault says so.
    }
    return scope.captureMessage(titleOf(fault), undefined, { event_id: eventId });
  });
}

function contextOf(fault: Fault) {
  const { kind, code, detail, url } = fault;
  return { kind, code, title: titleOf(fault), detail, url };
}
