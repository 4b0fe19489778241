/** Telemetry as the app uses it: the SDK within the limits, the outbox behind it, and reports of faults. */
import { join } from 'node:path';
import type { Integration } from '@sentry/core';
import {
  addBreadcrumb,
  type ElectronMainOptions,
  getCurrentScope,
  nodeContextIntegration,
  setTag,
  setUser,
  startInactiveSpan,
  startSpan,
} from '@sentry/electron/main';
import { app, powerMonitor, type WebContents } from 'electron';
import { config } from '../config.ts';
import { eraseDumps, savedDumps } from '../privacy/crashDumps.ts';
import { type ReportStore, together } from '../privacy/savedReports.ts';
import type { Reports, Settings } from '../settings/settings.ts';
import type { Fault } from '../shared/fault.ts';
import { LIMITS } from '../shared/limits.ts';
import type { Counters } from './common/counters.ts';
import { createFlood, type Flood } from './flood.ts';
import { door } from './index.ts';
import { Outbox } from './outbox/outbox.ts';
import { netRequest } from './outbox/request.ts';
import type { OutboxState } from './outbox/state.ts';
import { redacted } from './redaction.ts';
import { startTelemetry, type Telemetry } from './sentry/init.ts';
import { createStored } from './sentry/stored.ts';
import { syncIntegrations } from './syncIntegrations.ts';
import { limitTracePropagation } from './tracePropagation.ts';

/** Seconds without input after which nobody is disturbed by what the outbox sends. */
const AWAY_AFTER_S = 60;

export interface TelemetryParts {
  settings: Settings;
  /** `app.getPath('userData')` */
  userData: string;
  /** Whether it was already reported why the DSN cannot be used. */
  isDsnReported: boolean;
  /** Whether this is the window whose page may send reports. */
  isOurs: (contents: WebContents) => boolean;
  /** Gets one line about why there is no telemetry, and about what goes wrong in it. */
  log: (line: string) => void;
}

/** `saved` and `erase`: all that is kept of reports and for them, memory dumps of crashes included. */
export interface Reporting extends ReportStore {
  on: boolean;
  /** A DSN that cannot be used. */
  fault?: Fault;
  /** Makes a report of a fault. Returns its id once it is on disk, else `undefined`. */
  report(fault: Fault, extra?: { error?: unknown; window?: number; fatal?: boolean }): string | undefined;
  /** Whether the event with this id, which a page makes, is on disk or comes there soon. */
  holds(eventId: string): Promise<boolean>;
  /** The user's choice; takes effect at once. */
  setReports(reports: Reports): void;
  /** Whether there is a DSN that can be used. */
  hasAddress: boolean;
  /** For the diagnostics: what waits, and what each limit did since the start. */
  state(): { outbox: OutboxState; counts: ReturnType<Counters['read']> };
  /** Whether every report that was made is on disk. */
  isWritten(): boolean;
  /** The network may be back: sends what waits. */
  wake(): void;
}

/** Starts telemetry. First of all in main: the SDK wants to be there before `ready` and before any scheme. */
export function setupTelemetry({
  settings,
  userData,
  isDsnReported,
  isOurs,
  log,
}: TelemetryParts): Reporting {
  const outbox = new Outbox({
    folder: join(userData, 'outbox'),
    mode: settings.reports,
    request: netRequest,
    onLimits: ({ all = 0, replay = 0 }) => telemetry.replaysLimited(Math.max(all, replay)),
    isUserActive: () => app.isReady() && powerMonitor.getSystemIdleTime() < AWAY_AFTER_S,
  });
  const stored = createStored();
  const flood = createFlood({
    file: join(userData, 'telemetry', 'flood.json'),
    limits: {
      perHour: config.telemetry.reportsPerHour ?? LIMITS.reportsPerHour.value,
      perDay: config.telemetry.reportsPerDay ?? LIMITS.reportsPerDay.value,
    },
    onSuppressed: (limit) => telemetry.counters.add(limit, 'dropped'),
    log,
  });
  const telemetry = startTelemetry({
    dsn: settings.sentryDsn,
    reports: settings.reports,
    release: config.telemetry.release ?? `${config.program}@${app.getVersion()}`,
    environment: config.telemetry.environment ?? (app.isPackaged ? 'production' : 'development'),
    replays: config.telemetry.replays,
    masks: config.telemetry.masks,
    transport: flood.wrap(redacted(stored.wrap(outbox.transport))),
    ifStored: (capture) => idIfStored(outbox, capture),
    folder: join(userData, 'telemetry'),
    isDsnReported,
    isOurs,
    sentry: {
      ...sdkOptions(settings),
      integrations: (defaults) => syncIntegrations(defaults.map(withoutCulture), app.whenReady()),
    },
    log,
  });
  const allowTracePropagation = telemetry.on ? limitTracePropagation() : undefined;
  allowTracePropagation?.(settings.reports === 'on');
  const store = storeOf(outbox, flood, telemetry);
  const eraseAll = () => {
    try {
      store.erase();
    } catch (error) {
      log(`What was saved of reports cannot be erased: ${(error as Error).message}`);
    }
  };
  if (telemetry.on) {
    openDoor();
    void app.whenReady().then(() => powerMonitor.on('resume', outbox.wake));
    app.on('before-quit', () => {
      flood.save();
      telemetry
        .flush()
        .catch((error: Error) => log(`The breadcrumbs of this run were not kept: ${error.message}`));
    });
  } else {
    door.close();
    outbox.setMode('off');
    // A crash after "off" in the run before has left its dump: a later yes would send it.
    if (settings.reports === 'off') eraseAll();
    outbox.close();
  }
  return {
    on: telemetry.on,
    ...(telemetry.fault && { fault: telemetry.fault }),
    hasAddress: settings.sentryDsn !== undefined && telemetry.fault === undefined,
    report: telemetry.report,
    holds: async (eventId) => telemetry.on && (await stored.holds(eventId)),
    wake: () => telemetry.on && outbox.wake(),
    setReports(reports) {
      if (!telemetry.on) return;
      if (reports === 'off') door.close();
      else openDoor();
      outbox.setMode(reports);
      telemetry.setReports(reports);
      allowTracePropagation?.(reports === 'on');
      if (reports === 'off') eraseAll();
    },
    ...store,
    isWritten: outbox.isWritten,
    state: () => ({ outbox: outbox.state(), counts: telemetry.counters.read() }),
  };
}

function openDoor(): void {
  door.open({ addBreadcrumb, getCurrentScope, setTag, setUser, startInactiveSpan, startSpan });
}

function idIfStored(outbox: Outbox, capture: () => string): string | undefined {
  const { accepted } = outbox.state().counters;
  const id = capture();
  const { counters, trouble } = outbox.state();
  return counters.accepted > accepted && trouble === undefined ? id : undefined;
}

/** Everything that is kept of reports and for them. */
function storeOf(outbox: Outbox, flood: Flood, telemetry: Telemetry): ReportStore {
  return together([
    {
      saved() {
        const { priorities, quarantined, foreign, usedBytes } = outbox.state();
        const waiting = priorities.reduce((sum, { count }) => sum + count, 0);
        return { count: waiting + quarantined + foreign, bytes: usedBytes };
      },
      erase: outbox.erase,
    },
    {
      saved: () => savedDumps(app.getPath('crashDumps')),
      erase: () => eraseDumps(app.getPath('crashDumps')),
    },
    { saved: () => ({ count: flood.held(), bytes: 0 }), erase: flood.erase },
    { saved: () => ({ count: 0, bytes: 0 }), erase: telemetry.forget },
  ]);
}

/** The options of the SDK that config.ts and the settings decide. */
function sdkOptions({ origin }: Settings): Partial<ElectronMainOptions> {
  const { dist, tracesSampleRate, beforeSend, tracePropagationTargets } = config.telemetry;
  return {
    ...(dist !== undefined && { dist }),
    ...(tracesSampleRate !== undefined && { tracesSampleRate }),
    ...(beforeSend && { beforeSend }),
    tracePropagationTargets: tracePropagationTargets ?? (origin === undefined ? [] : [withinOrigin(origin)]),
  };
}

/** The SDK looks for text anywhere in an address, where somebody else's could hold the origin too. */
function withinOrigin(origin: string): RegExp {
  return new RegExp(`^${origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:[/?#]|$)`);
}

/** The SDK's default but for locale and time zone, which syncIntegrations adds to the first event. */
function withoutCulture(integration: Integration): Integration {
  const { name } = integration;
  return name === 'Context' ? nodeContextIntegration({ cloudResource: false, culture: false }) : integration;
}
