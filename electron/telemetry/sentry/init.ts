/** Starts telemetry in the main process: the SDK within the limits, or nothing at all. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ipcMain } from 'electron';
import { answerMessage, NOTHING } from '../../ipc/messages.ts';
import { checkSetting, type Reports } from '../../settings/schema.ts';
import { type Fault, makeFault } from '../../shared/fault.ts';
import { TELEMETRY_CHANNELS, type TelemetrySettings } from '../../shared/telemetry.ts';
import { type Counters, createCounters } from '../common/counters.ts';
import { REPLAY_LIMITS } from '../replay/replay.policy.ts';
import { eventIntegration } from './events.ts';
import type { FaultReports } from './faultReports.ts';
import { receivePages } from './pages.ts';
import { createPipeline, REPLAYS, RUN_FILE, type TelemetryOptions, transportOf } from './pipeline.ts';
import {
  captureFromPage,
  enableSdk,
  forgetScopes,
  removeScopeFiles,
  setPageTags,
  setPageUser,
  startSdk,
} from './sdk.ts';

export interface Telemetry {
  on: boolean;
  /** A DSN that cannot be used. */
  fault?: Fault;
  counters: Counters;
  /** The user's choice: a replay records only after `on`; `off` ends all capturing and forgets. */
  setReports(reports: Reports): void;
  /** The server takes no replays before `until` (milliseconds since the epoch). */
  replaysLimited(until: number): void;
  /** Makes a report of a fault; see FaultReports. */
  report: FaultReports['report'];
  /** Forgets what later reports would tell of until now: breadcrumbs, user and tags, in memory and on disk. */
  forget(): void;
  /**
   * Asks the pages for what they have recorded, gives them `wait` milliseconds (default 200) if one records, and
   * writes down the breadcrumbs. For the moment before the app quits, while windows are open; then flush the transport.
   */
  flush(wait?: number): Promise<void>;
}

/**
 * Call it first of all in main, before `ready` and before any scheme is registered.
 * Without a DSN, with one that cannot be used, or with `reports: off` the SDK is not started, one line says why,
 * and the app goes on; a bad DSN is a fault too.
 */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  const checked = options.dsn === undefined ? undefined : checkSetting('sentryDsn', options.dsn);
  const problem = checked && 'problem' in checked ? checked.problem : undefined;
  if (!options.dsn || problem || options.reports === 'off') {
    answerSettings(() => null, options.isOurs);
    const why = problem
      ? `"sentryDsn" ${problem}`
      : options.dsn
        ? '"reports" is "off"'
        : '"sentryDsn" is not set';
    if (options.dsn || !options.isDsnReported) options.log(`Telemetry is off: ${why}.`);
    return off(options.folder, problem === undefined ? undefined : dsnFault(why));
  }
  return start(options, options.dsn);
}

function start(options: TelemetryOptions, dsn: string): Telemetry {
  const pipeline = createPipeline(options);
  const { breadcrumbs, counters, faults, replays, run } = pipeline;
  const settings = pageSettings(options, dsn);
  answerSettings(() => (pipeline.isOn ? settings : null), options.isOurs);
  const { maxBreadcrumbs } = startSdk(
    { ...options, dsn },
    {
      counters,
      transport: transportOf(options, pipeline),
      own: eventIntegration({ ...options, breadcrumbs, counters, faults, previous: run.previous }),
      onBreadcrumb: (breadcrumb) => pipeline.addBreadcrumb('main', breadcrumb),
    },
  );
  breadcrumbs.limit('main', maxBreadcrumbs);
  faults.expect(run.previous?.crashes ?? []);
  receivePages(options.isOurs, {
    breadcrumb: pipeline.addBreadcrumb,
    user: (user) => pipeline.isOn && setPageUser(user),
    tags: (tags) => pipeline.isOn && setPageTags(tags),
    event: (event, trace) => pipeline.isOn && captureFromPage(event, trace, settings),
    segment: (window, envelope) => pipeline.isOn && pipeline.segments?.receive(envelope, window),
  });

  const forget = () => {
    breadcrumbs.clear();
    faults.clear();
    run.clear();
    forgetScopes(options.sentry);
  };
  const setReports = (reports: Reports) => {
    const wasOn = pipeline.isOn;
    pipeline.isOn = reports !== 'off';
    replays.change((gate, now) => gate.consent(reports === 'on', now));
    if (pipeline.isOn !== wasOn) enableSdk(pipeline.isOn);
    if (!pipeline.isOn) forget();
  };
  setReports(options.reports);
  return {
    on: true,
    counters,
    setReports,
    forget,
    report: faults.report,
    replaysLimited: (until) => replays.change((gate, now) => gate.rateLimited(until, now)),
    async flush(wait = 200) {
      if (replays.gate.flush() > 0) await setTimeout(wait);
      await pipeline.segments?.settled();
      run.flush();
    },
  };
}

function pageSettings(
  { release, environment, replays = REPLAYS, masks = {}, sentry }: TelemetryOptions,
  dsn: string,
): TelemetrySettings {
  return {
    release,
    environment,
    publicKey: new URL(dsn).username,
    tracesSampleRate: sentry?.tracesSampleRate,
    replay: replays.session > 0 || replays.onError > 0,
    replayFlush: { minimum: REPLAY_LIMITS.flushMinimum, maximum: REPLAY_LIMITS.flushMaximum },
    replayMaximum: REPLAY_LIMITS.maximum,
    masks,
  };
}

/** What each page is answered that asks for its settings. */
function answerSettings(settings: () => TelemetrySettings | null, isOurs: TelemetryOptions['isOurs']): void {
  ipcMain.removeHandler(TELEMETRY_CHANNELS.settings);
  answerMessage(TELEMETRY_CHANNELS.settings, NOTHING, isOurs, settings);
}

function off(folder: string, fault: Fault | undefined): Telemetry {
  return {
    on: false,
    ...(fault && { fault }),
    counters: createCounters(),
    setReports: () => undefined,
    replaysLimited: () => undefined,
    report: () => undefined,
    forget() {
      rmSync(join(folder, RUN_FILE), { force: true });
      removeScopeFiles();
    },
    flush: () => Promise.resolve(),
  };
}

function dsnFault(detail: string): Fault {
  const title = 'Reports cannot be sent: the Sentry DSN is not valid';
  return makeFault({ kind: 'main', title, detail, url: '/', at: Date.now(), retryable: false });
}
