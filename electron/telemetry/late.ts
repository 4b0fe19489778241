/**
 * Telemetry, of which nothing is needed before the first paint: the SDK within the limits, the outbox behind it, reports
 * of faults. A file of its own beside main's, which setup.ts reads when it is time.
 */
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
import { LIMITS, type LimitCounters } from '../shared/limits.ts';
import { literal } from '../shared/redact.ts';
import { door } from './index.ts';
import { Outbox } from './outbox/outbox.ts';
import { netRequest } from './outbox/request.ts';
import { createRateLimit, type RateLimit, type RateLimitOptions } from './rateLimit.ts';
import { redacted } from './redaction.ts';
import { forgetLastRun, startTelemetry } from './sentry/init.ts';
import { withOpenWindows } from './sentry/openWindows.ts';
import { limitTraceData } from './sentry/sdk.ts';
import { syncIntegrations } from './syncIntegrations.ts';

export interface TelemetryParts {
  settings: Settings;
  /** `app.getPath('userData')` */
  userData: string;
  /** Whether this is the window whose page may send reports. */
  isTrustedSender: (contents: WebContents) => boolean;
  log: (line: string) => void;
}

export interface LateParts extends TelemetryParts {
  /** Whether reports are made in this run: there is a DSN, and reports are not off. */
  on: boolean;
  counters: LimitCounters;
  /** Lets requests name their trace, or not. */
  allowTraceHeaders: (isAllowed: boolean) => void;
}

export type LateTelemetry = ReturnType<typeof createTelemetry>;

/** Starts the SDK and the outbox; with `on: false` only what can erase and count what is stored. */
export function createTelemetry(parts: LateParts) {
  const { on, settings, userData, counters, log } = parts;
  try {
    eraseDumpsOfLogOff(app.getPath('crashDumps'));
  } catch (error) {
    log(`A memory dump cannot be read: ${(error as Error).message}`);
  }
  const { outbox, rateLimit, transport } = createOutbound(
    parts,
    (until) => sdk?.replaysLimited(until),
    (limit) => counters.add(limit, 'dropped'),
  );
  const options = { ...sdkOptions(parts), transport, ifStored: outbox.ifStored };
  const sdk = on ? withOpenWindows(() => startTelemetry(options)) : undefined;
  const allowTraceData = sdk && limitTraceData();
  const allow = (reports: ReportsSetting) => {
    if (reports === 'off') door.close();
    else door.open({ addBreadcrumb, getCurrentScope, setTag, setUser, startInactiveSpan, startSpan });
    allowTraceData?.(reports === 'on');
    parts.allowTraceHeaders(reports === 'on');
  };
  const forget = () => (sdk ? sdk.forget() : forgetLastRun(telemetryFolder(userData)));
  const store = storeOf(outbox, rateLimit, forget);
  const erase = () => {
    try {
      store.erase();
    } catch (error) {
      log(`What was saved of reports cannot be erased: ${(error as Error).message}`);
    }
  };
  if (sdk) {
    allow(settings.reports);
    void app.whenReady().then(() => powerMonitor.on('resume', outbox.wake));
    app.on('before-quit', () => {
      rateLimit.save();
      sdk.flush().catch((error: Error) => log(`The breadcrumbs of this run were not kept: ${error.message}`));
    });
  } else {
    outbox.setMode('off');
    // A crash after "off" in the run before has left its dump: a later yes would send it.
    if (settings.reports === 'off') erase();
    outbox.close();
  }
  return {
    pageSettings: () => sdk?.pageSettings() ?? null,
    report: sdk?.report,
    holds: outbox.holds,
    wake: () => sdk && outbox.wake(),
    setReports(reports: ReportsSetting) {
      if (!sdk) return;
      outbox.setMode(reports);
      allow(reports);
      sdk.setReports(reports);
      if (reports === 'off') erase();
    },
    ...store,
    isWritten: outbox.isWritten,
    state: () => ({ outbox: outbox.state(), counts: counters.read() }),
  };
}

const telemetryFolder = (userData: string) => join(userData, 'telemetry');

/** What a report passes on its way out: the rate limit, redaction, and the disk. */
function createOutbound(
  { settings, userData, log }: LateParts,
  onReplayLimit: (until: number) => void,
  onSuppressed: RateLimitOptions['onSuppressed'],
) {
  const outbox = new Outbox({
    folder: join(userData, 'outbox'),
    mode: settings.reports,
    request: netRequest,
    onLimits: ({ all = 0, replay = 0 }) => onReplayLimit(Math.max(all, replay)),
  });
  const rateLimit = createRateLimit({
    file: join(telemetryFolder(userData), 'rateLimit.json'),
    limits: {
      perHour: config.telemetry.reportsPerHour ?? LIMITS.reportsPerHour.value,
      perDay: config.telemetry.reportsPerDay ?? LIMITS.reportsPerDay.value,
    },
    onSuppressed,
    log,
  });
  return { outbox, rateLimit, transport: rateLimit.wrap(redacted(outbox.transport)) };
}

/** Everything that is kept of reports and for them. */
function storeOf(outbox: Outbox, rateLimit: RateLimit, forget: () => void): ReportStore {
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
    ...[rateLimit.erase, forget].map((erase) => ({ saved: () => ({ count: 0, bytes: 0 }), erase })),
  ]);
}

/** What config.ts and the settings decide of the SDK. */
function sdkOptions({ settings, userData, isTrustedSender, counters, log }: LateParts) {
  const { dist, tracesSampleRate, beforeSend, tracePropagationTargets, ...telemetry } = config.telemetry;
  const { origin, reports, sentryDsn: dsn = '' } = settings;
  const targets = tracePropagationTargets ?? (origin === undefined ? [] : [withinOrigin(origin)]);
  return {
    dsn,
    reports,
    release: telemetry.release ?? `${config.program}@${app.getVersion()}`,
    environment: telemetry.environment ?? (app.isPackaged ? 'production' : 'development'),
    replays: telemetry.replays,
    masks: telemetry.masks,
    folder: telemetryFolder(userData),
    counters,
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
