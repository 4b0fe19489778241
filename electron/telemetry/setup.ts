/**
 * Telemetry as the app uses it. It begins once a page has painted, or when there is something to report before: reading
 * and starting it takes longer than all else that main does at its start.
 */
import { createRequire } from 'node:module';
import { app, crashReporter } from 'electron';
import { answerMessage, NOTHING } from '../ipc/messages.ts';
import type { ReportsSetting } from '../settings/settings.ts';
import type { Fault } from '../shared/fault.ts';
import { createCounters } from '../shared/limits.ts';
import { TELEMETRY_CHANNELS } from '../shared/telemetry.ts';
import { door } from './index.ts';
import type { LateParts, LateTelemetry, TelemetryParts } from './late.ts';
import type { FaultExtra } from './sentry/faultReports.ts';
import { limitRequests } from './sentry/requestBaggage.ts';

/** Milliseconds after Electron is ready at which telemetry begins although no page has painted. */
const LATEST_MS = 5_000;

interface SetupParts extends TelemetryParts {
  /** Whether it was already reported why the DSN cannot be used. */
  isDsnReported: boolean;
  /** Whether the start before this one did not get as far as a painted window: then it begins at once. */
  isAfterFailure: boolean;
}

export type Telemetry = ReturnType<typeof setupTelemetry>;

/** Call it before Electron is ready: native crashes are kept from here on, with what the SDK makes reports of. */
export function setupTelemetry(parts: SetupParts) {
  const { settings, isAfterFailure, isDsnReported, isTrustedSender, log } = parts;
  const hasAddress = settings.sentryDsn !== undefined;
  const on = hasAddress && settings.reports !== 'off';
  const counters = createCounters();
  const allowTraceHeaders = limitRequests(counters);
  const { get, made, guarded } = whenWanted({ ...parts, on, counters, allowTraceHeaders });
  const begin = () => void guarded(get);
  /** Without reports there is only something to do if they were turned off: what is stored goes. */
  const isNeeded = on || settings.reports === 'off';

  answerMessage(TELEMETRY_CHANNELS.settings, NOTHING, isTrustedSender, () =>
    isNeeded ? (guarded(get)?.pageSettings() ?? null) : null,
  );
  if (on) {
    startCrashpad();
    door.onCapture(begin);
  } else {
    if (hasAddress || !isDsnReported)
      log(`Telemetry is off: ${hasAddress ? '"reports" is "off"' : '"sentryDsn" is not set'}.`);
    door.close();
    // Nothing of the SDK's is in the headers then.
    allowTraceHeaders(true);
    if (isNeeded) app.on('will-quit', begin);
  }
  if (isNeeded && isAfterFailure) begin();
  else if (isNeeded) void app.whenReady().then(() => setTimeout(begin, LATEST_MS));

  return {
    on,
    /** Whether there is a DSN that can be used. */
    hasAddress,
    report(fault: Fault, extra?: FaultExtra): string | undefined {
      if (!on) return undefined;
      const isEarly = made() === undefined;
      return guarded(() => get().report?.(fault, { ...extra, isEarly }));
    },
    /** Whether the event with this id, which a page makes, is on disk or comes there soon. */
    holds: async (eventId: string) => on && (await get().holds(eventId)),
    wake: () => made()?.wake(),
    /** The user's choice; takes effect at once. */
    setReports(reports: ReportsSetting) {
      if (on) get().setReports(reports);
    },
    /** `saved` and `erase`: all that is kept of reports and for them, memory dumps of crashes included. */
    saved: () => get().saved(),
    erase: () => get().erase(),
    /** Whether every report that was made is on disk. */
    isWritten: () => made()?.isWritten() ?? true,
    /** For the diagnostics: what waits, and what each limit did since the start. */
    state: () => get().state(),
  };
}

/** `get` makes telemetry the first time, `made` gives it if it was. */
function whenWanted(parts: LateParts) {
  let late: LateTelemetry | undefined;
  return {
    made: () => late,
    get() {
      late ??= load().createTelemetry(parts);
      return late;
    },
    /** Telemetry that fails must not take along what it was to report. */
    guarded<T>(action: () => T): T | undefined {
      try {
        return action();
      } catch (error) {
        parts.log(`Telemetry failed: ${(error as Error).message}`);
        return undefined;
      }
    },
  };
}

/** A file that the build makes of late.ts, beside main's. At once, not by a promise: a fault's report has its id by then. */
function load(): typeof import('./late.ts') {
  return createRequire(import.meta.filename)('./telemetry.cjs');
}

/** As the SDK would start it, which is kept from a second start (sentry/sdk.ts). */
function startCrashpad(): void {
  // The sandbox of an app from the Mac App Store allows no crash reporter.
  if (process.mas) return;
  crashReporter.start({
    companyName: '',
    ignoreSystemCrashHandler: true,
    productName: app.name,
    // Never asked; an empty one does not work on Linux.
    submitURL: 'https://localhost/',
    uploadToServer: false,
    compress: true,
  });
}
