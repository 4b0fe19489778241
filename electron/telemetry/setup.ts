/** Telemetry in main: the SDK, its limits, the outbox, and the user's consent. */
import { join } from 'node:path';
import type { ElectronMainOptions } from '@sentry/electron/main';
import { app, powerMonitor, type WebContents } from 'electron';
import { config } from '../config.ts';
import { answerMessage, NOTHING } from '../ipc/messages.ts';
import { type ReportStore, together } from '../privacy/savedReports.ts';
import type { ReportsSetting, Settings } from '../settings/settings.ts';
import type { Fault } from '../shared/fault.ts';
import { createCounters, LIMITS, type LimitCounters } from '../shared/limits.ts';
import { literal } from '../shared/redact.ts';
import { TELEMETRY_CHANNELS } from '../shared/telemetry.ts';
import { eraseDumps, savedDumps } from './crashDumps.ts';
import { allowReports } from './index.ts';
import { Outbox } from './outbox/outbox.ts';
import { netRequest } from './outbox/request.ts';
import { createRateLimit } from './rateLimit.ts';
import { redactEnvelope, redactRecording } from './redaction.ts';
import type { FaultExtra } from './sentry/faultReports.ts';
import { forgetLastRun, startTelemetry } from './sentry/init.ts';
import { limitRequests } from './sentry/requests.ts';

interface TelemetryParts {
  settings: Settings;
  /** `app.getPath('userData')` */
  userData: string;
  /** Whether a bad DSN has been logged already. */
  isDsnReported: boolean;
  /** Whether the page in this window may send reports. */
  isTrustedSender: (contents: WebContents) => boolean;
  /** Changes the SDK's options before it starts: the app's own code has the last word. */
  options: (options: Partial<ElectronMainOptions>) => Partial<ElectronMainOptions>;
  log: (line: string) => void;
}

export type Telemetry = ReturnType<typeof setupTelemetry>;

/** Starts telemetry, if there is a DSN and reports are not off. Call it before Electron is ready. */
export function setupTelemetry(parts: TelemetryParts) {
  const { settings, isDsnReported, isTrustedSender, log } = parts;
  const hasAddress = settings.sentryDsn !== undefined;
  const isWanted = hasAddress && settings.reports !== 'off';
  const counters = createCounters();
  const allowTrace = limitRequests(counters, targetsOf(settings));
  const { outbox, rateLimit } = createOutbox(parts, counters, (until) => sdk?.replaysLimited(until));
  const sdk = isWanted ? start(parts, counters, outbox, rateLimit) : undefined;
  const forget = () => (sdk ? sdk.forget() : forgetLastRun(telemetryFolder(parts)));
  const store = storeOf(outbox, [rateLimit.erase, forget]);
  const erase = () => {
    try {
      store.erase();
    } catch (error) {
      log(`What was saved of reports cannot be erased: ${(error as Error).message}`);
    }
  };
  const allow = (reports: ReportsSetting) => {
    allowReports(reports !== 'off');
    allowTrace(reports === 'on');
  };

  if (sdk) {
    allow(settings.reports);
    void app.whenReady().then(() => powerMonitor.on('resume', outbox.wake));
    app.on('before-quit', () => {
      rateLimit.save();
      sdk.flush().catch((error: Error) => log(`The breadcrumbs of this run were not kept: ${error.message}`));
    });
  } else {
    if (hasAddress || !isDsnReported)
      log(`Telemetry is off: ${hasAddress ? '"reports" is "off"' : '"sentryDsn" is not set'}.`);
    // The trace headers of a page are not ours then.
    allowTrace(true);
    outbox.setMode('off');
    // A crash of the previous run left its dump although reports were off: a later yes would send it.
    if (settings.reports === 'off') erase();
    outbox.close();
  }
  answerMessage(TELEMETRY_CHANNELS.settings, NOTHING, isTrustedSender, () => sdk?.pageSettings() ?? null);

  return {
    /** Whether reports are made in this run. */
    on: sdk !== undefined,
    /** Whether there is a DSN that can be used. */
    hasAddress,
    /** Reports a fault. Returns the report's id; `undefined` if there is none or it could not be written to disk. */
    report: (fault: Fault, extra?: FaultExtra) => sdk?.report(fault, extra),
    /** Resolves to whether the event with this id, which a page sends, is on disk. Waits some seconds for it. */
    holds: async (eventId: string) => sdk !== undefined && (await outbox.holds(eventId)),
    wake: () => sdk && outbox.wake(),
    /** The user's choice; takes effect at once. */
    setReports(reports: ReportsSetting) {
      if (!sdk) return;
      outbox.setMode(reports);
      allow(reports);
      sdk.setReports(reports);
      if (reports === 'off') erase();
    },
    /** `saved` and `erase`: everything on disk that belongs to reports, including memory dumps of crashes. */
    ...store,
    /** Whether every report that was made is on disk. */
    isWritten: outbox.isWritten,
    /** For the diagnostics: the outbox, and the counters of each limit since the start. */
    state: () => ({ outbox: outbox.state(), counts: counters.read() }),
  };
}

const telemetryFolder = ({ userData }: TelemetryParts) => join(userData, 'telemetry');

/** Starts the SDK; `undefined` if that fails, which must not stop the app. */
function start(
  parts: TelemetryParts,
  counters: LimitCounters,
  outbox: Outbox,
  rateLimit: ReturnType<typeof createRateLimit>,
) {
  const { dist, tracesSampleRate, replays, masks, release, environment } = config.telemetry;
  const { isTrustedSender, log } = parts;
  const { reports, sentryDsn: dsn = '' } = parts.settings;
  try {
    return startTelemetry({
      dsn,
      reports,
      release: release ?? `${config.program}@${app.getVersion()}`,
      environment: environment ?? (app.isPackaged ? 'production' : 'development'),
      replays,
      masks,
      folder: telemetryFolder(parts),
      counters,
      isTrustedSender,
      log,
      steps: { limit: rateLimit.passes, redact: redactEnvelope, redactRecording, store: outbox.transport },
      ifStored: outbox.ifStored,
      sentry: parts.options({
        ...(dist !== undefined && { dist }),
        ...(tracesSampleRate !== undefined && { tracesSampleRate }),
      }),
    });
  } catch (error) {
    log(`Telemetry failed: ${(error as Error).message}`);
    return undefined;
  }
}

function createOutbox(
  parts: TelemetryParts,
  counters: LimitCounters,
  onReplayLimit: (until: number) => void,
) {
  const { reportsPerHour, reportsPerDay } = config.telemetry;
  const outbox = new Outbox({
    folder: join(parts.userData, 'outbox'),
    mode: parts.settings.reports,
    request: netRequest,
    onLimits: ({ all = 0, replay = 0 }) => onReplayLimit(Math.max(all, replay)),
  });
  const rateLimit = createRateLimit({
    file: join(telemetryFolder(parts), 'rateLimit.json'),
    limits: {
      perHour: reportsPerHour ?? LIMITS.reportsPerHour.value,
      perDay: reportsPerDay ?? LIMITS.reportsPerDay.value,
    },
    onSuppressed: (limit) => counters.add(limit, 'dropped'),
    log: parts.log,
  });
  return { outbox, rateLimit };
}

/** Everything on disk that belongs to reports. */
function storeOf(outbox: Outbox, erasers: readonly (() => void)[]): ReportStore {
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
    ...erasers.map((erase) => ({ saved: () => ({ count: 0, bytes: 0 }), erase })),
  ]);
}

/** To which addresses requests of main carry trace headers. */
function targetsOf({ origin }: Settings): (string | RegExp)[] {
  const { tracePropagationTargets } = config.telemetry;
  // Not as a string: that matches anywhere in an address, as in the query of somebody else's.
  return (
    tracePropagationTargets ?? (origin === undefined ? [] : [new RegExp(`^${literal(origin)}(?:[/?#]|$)`)])
  );
}
