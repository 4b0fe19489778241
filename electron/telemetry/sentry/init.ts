/** Starts telemetry in the main process: the SDK within the limits, or nothing at all. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Breadcrumb } from '@sentry/core';
import type { ElectronMainOptions } from '@sentry/electron/main';
import { ipcMain, type WebContents } from 'electron';
import { answerMessage, NOTHING } from '../../ipc/messages.ts';
import { checkSetting, type ReportsSetting } from '../../settings/schema.ts';
import { type Fault, makeFault } from '../../shared/fault.ts';
import { createCounters } from '../../shared/limits.ts';
import { TELEMETRY_CHANNELS, type TelemetrySettings } from '../../shared/telemetry.ts';
import { createBreadcrumbs, type Source } from '../common/breadcrumbs.ts';
import { connectReplays } from '../replay/connect.ts';
import { REPLAY_LIMITS } from '../replay/replay.policy.ts';
import { ReplaySegments } from '../replay/segments.ts';
import { boundTransport, eventIntegration, type MakeTransport } from './events.ts';
import { createFaultReports } from './faultReports.ts';
import { keepRun } from './lastRun.ts';
import { receivePages } from './pages.ts';
import {
  captureFromPage,
  enableSdk,
  forgetScopes,
  removeScopeFiles,
  setPageTags,
  setPageUser,
  startSdk,
  userNow,
} from './sdk.ts';

export interface TelemetryOptions {
  dsn: string | undefined;
  /** Whether it was already reported why the DSN cannot be used; then nothing is logged here. */
  isDsnReported?: boolean;
  reports: ReportsSetting;
  /** Whether this is a window whose page may report. */
  isTrustedSender: (contents: WebContents) => boolean;
  release: string;
  environment: string;
  /** Stores and sends what is within the limits. */
  transport: MakeTransport;
  /** Runs a capture; returns its id if what it made is on disk. */
  ifStored: (capture: () => string) => string | undefined;
  /** Folder for what a crash must not take along. */
  folder: string;
  replays: { session: number; onError: number };
  masks: TelemetrySettings['masks'];
  /** Options of the SDK that the app adds. What this module sets has the last word. */
  sentry?: Partial<ElectronMainOptions>;
  /** Gets one line about why telemetry is off, and about what goes wrong in it. */
  log: (line: string) => void;
}

const RUN_FILE = 'last-run.json';

/**
 * Call it first of all in main, before `ready` and before any scheme is registered.
 * Without a DSN, with one that cannot be used, or with `reports: off` the SDK is not started, one line says why,
 * and the app goes on; a bad DSN is a fault too.
 */
export function startTelemetry(options: TelemetryOptions) {
  const checked = options.dsn === undefined ? undefined : checkSetting('sentryDsn', options.dsn);
  const problem = checked && 'problem' in checked ? checked.problem : undefined;
  if (options.dsn && !problem && options.reports !== 'off') return start(options, options.dsn);
  answerSettings(() => null, options.isTrustedSender);
  const whyNoDsn = problem ? `"sentryDsn" ${problem}` : '"sentryDsn" is not set';
  const why = options.dsn && !problem ? '"reports" is "off"' : whyNoDsn;
  if (options.dsn || !options.isDsnReported) options.log(`Telemetry is off: ${why}.`);
  return off(options.folder, problem === undefined ? undefined : dsnFault(why));
}

function start(options: TelemetryOptions, dsn: string) {
  const { pipeline, sdkParts } = connect(options);
  const { breadcrumbs, faults, replays, run, segments } = pipeline;
  const settings = pageSettings(options, dsn);
  answerSettings(() => (pipeline.isOn ? settings : null), options.isTrustedSender);
  startSdk({ ...options, dsn }, sdkParts);
  faults.expect(run.previous?.crashes ?? []);
  receivePages(options.isTrustedSender, {
    breadcrumb: pipeline.addBreadcrumb,
    user: (user) => pipeline.isOn && setPageUser(user),
    tags: (tags) => pipeline.isOn && setPageTags(tags),
    event: (event, trace) => pipeline.isOn && captureFromPage(event, trace, settings),
    segment: (window, segment) => pipeline.isOn && segments.receive(segment, window),
  });

  /** Forgets what later reports would tell of until now: breadcrumbs, user and tags, in memory and on disk. */
  const forget = () => {
    breadcrumbs.clear();
    faults.clear();
    run.clear();
    forgetScopes(options.sentry);
  };
  /** The user's choice: a replay records only after `on`; `off` ends all capturing and forgets. */
  const setReports = (reports: ReportsSetting) => {
    const wasOn = pipeline.isOn;
    pipeline.isOn = reports !== 'off';
    replays.change((gate, now) => gate.consent(reports === 'on', now));
    if (pipeline.isOn !== wasOn) enableSdk(pipeline.isOn);
    if (!pipeline.isOn) forget();
  };
  setReports(options.reports);
  return {
    on: true,
    /** A DSN that cannot be used. */
    fault: undefined as Fault | undefined,
    counters: sdkParts.counters,
    setReports,
    forget,
    report: faults.report,
    /** The server takes no replays before `until` (milliseconds since the epoch). */
    replaysLimited: (until: number) => replays.change((gate, now) => gate.rateLimited(until, now)),
    /**
     * Asks the pages for what they have recorded, gives them `wait` milliseconds if one records, and writes down the
     * breadcrumbs. For the moment before the app quits, while windows are open; then flush the transport.
     */
    async flush(wait = 200) {
      if (replays.gate.flush() > 0) await setTimeout(wait);
      await segments.settled();
      run.flush();
    },
  };
}

/** Makes what every report passes between the SDK, the pages and the outbox: all of it but the SDK. */
function connect(options: TelemetryOptions) {
  const { folder, ifStored, isTrustedSender, log, replays: sample } = options;
  const onError = (error: Error) => log(error.message);
  const counters = createCounters();
  const breadcrumbs = createBreadcrumbs();
  const replays = connectReplays({
    sample,
    counters,
    isTrustedSender,
    discard: (replayId) => segments.discard(replayId),
    onReport(report) {
      if (report.what === 'checkpoint') segments.checkpoint(report.replayId);
      if (report.what === 'started' || report.what === 'ended') replayChanged();
    },
  });
  const { gate } = replays;
  const shared = { gate, breadcrumbs, counters, now: Date.now, onError };
  const segments = new ReplaySegments({
    ...shared,
    identity: { ...options, dist: options.sentry?.dist, user: userNow },
  });
  const current = () => ({
    breadcrumbs: breadcrumbs.read(),
    replayId: gate.link(undefined, false, Date.now()).replayId,
    crashes: faults.waiting(),
  });
  const run = keepRun(join(folder, RUN_FILE), current, onError);
  const replayChanged = () => pipeline.isOn && run.replayChanged();
  const faults = createFaultReports(run.crashes, ifStored);
  const addBreadcrumb = (source: Source, breadcrumb: Breadcrumb) => {
    const kept = pipeline.isOn && breadcrumbs.add(source, breadcrumb);
    if (kept) run.add(kept);
  };
  /** `isOn`: whether the user lets reports be made. */
  const pipeline = { isOn: true, breadcrumbs, faults, replays, run, segments, addBreadcrumb };
  const sdkParts = {
    counters,
    transport: boundTransport(options.transport, { ...shared, segments, onSegment: replayChanged }),
    own: eventIntegration({ ...options, breadcrumbs, counters, faults, previous: run.previous }),
    onBreadcrumb: (breadcrumb: Breadcrumb) => addBreadcrumb('main', breadcrumb),
  };
  return { pipeline, sdkParts };
}

function pageSettings(
  { release, environment, replays, masks, sentry }: TelemetryOptions,
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

function answerSettings(
  settings: () => TelemetrySettings | null,
  isTrustedSender: TelemetryOptions['isTrustedSender'],
): void {
  ipcMain.removeHandler(TELEMETRY_CHANNELS.settings);
  answerMessage(TELEMETRY_CHANNELS.settings, NOTHING, isTrustedSender, settings);
}

function off(folder: string, fault: Fault | undefined): ReturnType<typeof start> {
  return {
    on: false,
    fault,
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
