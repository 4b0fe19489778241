/** Telemetry as the app uses it: the SDK within the limits, the outbox behind it, and reports of faults. */
import { join } from 'node:path';
import type { Integration } from '@sentry/core';
import {
  addBreadcrumb,
  getCurrentScope,
  setTag,
  setUser,
  startInactiveSpan,
  startSpan,
} from '@sentry/electron/main';
import { app, powerMonitor, type WebContents } from 'electron';
import { config } from '../config.ts';
import { eraseDumps, eraseDumpsOfLogOff, savedDumps } from '../privacy/crashDumps.ts';
import { type ReportStore, together } from '../privacy/savedReports.ts';
import type { ReportsSetting, Settings } from '../settings/settings.ts';
import { LIMITS } from '../shared/limits.ts';
import { literal } from '../shared/redact.ts';
import { createFlood, type Flood, type FloodOptions } from './flood.ts';
import { door } from './index.ts';
import { Outbox } from './outbox/outbox.ts';
import { netRequest } from './outbox/request.ts';
import { redacted } from './redaction.ts';
import { startTelemetry } from './sentry/init.ts';
import { limitRequests } from './sentry/sdk.ts';
import { syncIntegrations } from './syncIntegrations.ts';

/** Seconds without input after which nobody is disturbed by what the outbox sends. */
const AWAY_AFTER_S = 60;

export interface TelemetryParts {
  settings: Settings;
  /** `app.getPath('userData')` */
  userData: string;
  /** Whether it was already reported why the DSN cannot be used. */
  isDsnReported: boolean;
  /** Whether this is the window whose page may send reports. */
  isTrustedSender: (contents: WebContents) => boolean;
  log: (line: string) => void;
}

export type Telemetry = ReturnType<typeof setupTelemetry>;

/** Starts telemetry. First of all in main: the SDK wants to be there before `ready` and before any scheme. */
export function setupTelemetry(parts: TelemetryParts) {
  const { settings, log } = parts;
  try {
    eraseDumpsOfLogOff(app.getPath('crashDumps'));
  } catch (error) {
    log(`A memory dump cannot be read: ${(error as Error).message}`);
  }
  const { outbox, flood, transport } = createOutbound(
    parts,
    (until) => sdk.replaysLimited(until),
    (limit) => sdk.counters.add(limit, 'dropped'),
  );
  const sdk = startTelemetry({ ...sdkOptions(parts), transport, ifStored: outbox.ifStored });
  const allowTrace = limitRequests(sdk.counters);
  const allow = (reports: ReportsSetting) => {
    if (reports === 'off') door.close();
    else door.open({ addBreadcrumb, getCurrentScope, setTag, setUser, startInactiveSpan, startSpan });
    allowTrace(reports === 'on');
  };
  const store = storeOf(outbox, flood, sdk.forget);
  const erase = () => {
    try {
      store.erase();
    } catch (error) {
      log(`What was saved of reports cannot be erased: ${(error as Error).message}`);
    }
  };
  if (sdk.on) {
    allow(settings.reports);
    void app.whenReady().then(() => powerMonitor.on('resume', outbox.wake));
    app.on('before-quit', () => {
      flood.save();
      sdk.flush().catch((error: Error) => log(`The breadcrumbs of this run were not kept: ${error.message}`));
    });
  } else {
    door.close();
    // Nothing of the SDK's is in the headers then.
    allowTrace(true);
    outbox.setMode('off');
    // A crash after "off" in the run before has left its dump: a later yes would send it.
    if (settings.reports === 'off') erase();
    outbox.close();
  }
  return {
    on: sdk.on,
    fault: sdk.fault,
    /** Whether there is a DSN that can be used. */
    hasAddress: settings.sentryDsn !== undefined && sdk.fault === undefined,
    report: sdk.report,
    /** Whether the event with this id, which a page makes, is on disk or comes there soon. */
    holds: async (eventId: string) => sdk.on && (await outbox.holds(eventId)),
    wake: () => sdk.on && outbox.wake(),
    /** The user's choice; takes effect at once. */
    setReports(reports: ReportsSetting) {
      if (!sdk.on) return;
      outbox.setMode(reports);
      allow(reports);
      sdk.setReports(reports);
      if (reports === 'off') erase();
    },
    /** `saved` and `erase`: all that is kept of reports and for them, memory dumps of crashes included. */
    ...store,
    isWritten: outbox.isWritten,
    /** For the diagnostics: what waits, and what each limit did since the start. */
    state: () => ({ outbox: outbox.state(), counts: sdk.counters.read() }),
  };
}

/** What a report passes on its way out: the flood limit, redaction, and the disk. */
function createOutbound(
  { settings, userData, log }: TelemetryParts,
  onReplayLimit: (until: number) => void,
  onSuppressed: FloodOptions['onSuppressed'],
) {
  const outbox = new Outbox({
    folder: join(userData, 'outbox'),
    mode: settings.reports,
    request: netRequest,
    onLimits: ({ all = 0, replay = 0 }) => onReplayLimit(Math.max(all, replay)),
    isUserActive: () => app.isReady() && powerMonitor.getSystemIdleTime() < AWAY_AFTER_S,
  });
  const flood = createFlood({
    file: join(userData, 'telemetry', 'flood.json'),
    limits: {
      perHour: config.telemetry.reportsPerHour ?? LIMITS.reportsPerHour.value,
      perDay: config.telemetry.reportsPerDay ?? LIMITS.reportsPerDay.value,
    },
    onSuppressed,
    log,
  });
  return { outbox, flood, transport: flood.wrap(redacted(outbox.transport)) };
}

/** Everything that is kept of reports and for them. */
function storeOf(outbox: Outbox, flood: Flood, forget: () => void): ReportStore {
  const dumps = app.getPath('crashDumps');
  return together([
    {
      saved() {
        const { priorities, quarantined, usedBytes } = outbox.state();
        const waiting = priorities.reduce((sum, { count }) => sum + count, 0);
        return { count: waiting + quarantined, bytes: usedBytes };
      },
      erase: outbox.erase,
    },
    { saved: () => savedDumps(dumps), erase: () => eraseDumps(dumps) },
    { saved: () => ({ count: flood.held(), bytes: 0 }), erase: flood.erase },
    { saved: () => ({ count: 0, bytes: 0 }), erase: forget },
  ]);
}

/** What config.ts and the settings decide of the SDK. */
function sdkOptions({ settings, userData, isDsnReported, isTrustedSender, log }: TelemetryParts) {
  const { dist, tracesSampleRate, beforeSend, tracePropagationTargets, ...telemetry } = config.telemetry;
  const { origin, reports, sentryDsn } = settings;
  const targets = tracePropagationTargets ?? (origin === undefined ? [] : [withinOrigin(origin)]);
  return {
    dsn: sentryDsn,
    reports,
    release: telemetry.release ?? `${config.program}@${app.getVersion()}`,
    environment: telemetry.environment ?? (app.isPackaged ? 'production' : 'development'),
    replays: telemetry.replays,
    masks: telemetry.masks,
    folder: join(userData, 'telemetry'),
    isDsnReported,
    isTrustedSender,
    log,
    sentry: {
      ...(dist !== undefined && { dist }),
      ...(tracesSampleRate !== undefined && { tracesSampleRate }),
      ...(beforeSend && { beforeSend }),
      tracePropagationTargets: targets,
      integrations: (defaults: Integration[]) => syncIntegrations(defaults, app.whenReady()),
    },
  };
}

/** The SDK looks for text anywhere in an address, where somebody else's could hold the origin too. */
function withinOrigin(origin: string): RegExp {
  return new RegExp(`^${literal(origin)}(?:[/?#]|$)`);
}
