/** Starts telemetry in the main process: the SDK within the limits. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Breadcrumb } from '@sentry/core';
import type { ElectronMainOptions } from '@sentry/electron/main';
import type { WebContents } from 'electron';
import type { ReportsSetting } from '../../settings/schema.ts';
import type { Fault } from '../../shared/fault.ts';
import type { LimitCounters } from '../../shared/limits.ts';
import type { TelemetrySettings } from '../../shared/telemetry.ts';
import { createBreadcrumbs, type Source } from '../common/breadcrumbs.ts';
import { connectReplays } from '../replay/connect.ts';
import { REPLAY_LIMITS } from '../replay/replay.policy.ts';
import { ReplaySegments } from '../replay/segments.ts';
import { boundEnvelope, boundReport, eventIntegration } from './events.ts';
import { createFaultReports, type FaultExtra } from './faultReports.ts';
import { keepRun } from './lastRun.ts';
import { receivePages } from './pages.ts';
import {
  captureFromPage,
  forgetScopes,
  keepSession,
  removeScopeFiles,
  setPageTags,
  setPageUser,
  startSdk,
  userNow,
} from './sdk.ts';
import { createPipeline, type Steps } from './transport.ts';

export interface TelemetryOptions {
  dsn: string;
  reports: ReportsSetting;
  /** Whether this is a window whose page may report. */
  isTrustedSender: (contents: WebContents) => boolean;
  release: string;
  environment: string;
  /** What reports pass after they are bounded. */
  steps: Steps;
  /** Runs a capture; returns its id if what it made is on disk. */
  ifStored: (capture: () => string) => string | undefined;
  counters: LimitCounters;
  /** Folder for what a crash must not take along. */
  folder: string;
  replays: { session: number; onError: number };
  masks: TelemetrySettings['masks'];
  /** Options of the SDK that the app adds. What this module sets has the last word. */
  sentry?: Partial<ElectronMainOptions>;
  /** Gets a line about what goes wrong. */
  log: (line: string) => void;
}

const RUN_FILE = 'last-run.json';

/** Starts the SDK within the limits. The DSN is one that can be used, and `reports` may become `off` later. */
export function startTelemetry(options: TelemetryOptions) {
  const { pipeline, sdkParts } = connect(options);
  const { breadcrumbs, faults, replays, run, segments } = pipeline;
  const settings = settingsOf(options);
  startSdk(options, sdkParts);
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
    if (pipeline.isOn !== wasOn) keepSession(pipeline.isOn);
    if (!pipeline.isOn) forget();
  };
  setReports(options.reports);
  return {
    /** What a page starts its SDK with; `null` if it is not to. */
    pageSettings: () => (pipeline.isOn ? settings : null),
    setReports,
    forget,
    /** Makes a report of a fault; see `FaultReports`. */
    report: (fault: Fault, extra?: FaultExtra) => (pipeline.isOn ? faults.report(fault, extra) : undefined),
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
  const { counters, folder, ifStored, isTrustedSender, log, replays: sample, steps } = options;
  const onError = (error: Error) => log(error.message);
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
    transport: createPipeline({
      ...steps,
      segments,
      onError,
      bound: (envelope) => boundEnvelope(envelope, { ...shared, segments }),
      boundSegment({ event }) {
        replayChanged();
        boundReport(event, counters);
      },
    }),
    own: eventIntegration({
      isOn: () => pipeline.isOn,
      breadcrumbs,
      counters,
      faults,
      previous: run.previous,
    }),
    onBreadcrumb: (breadcrumb: Breadcrumb) => addBreadcrumb('main', breadcrumb),
  };
  return { pipeline, sdkParts };
}

function settingsOf(options: TelemetryOptions): TelemetrySettings {
  const { dsn, release, environment, replays, masks, sentry } = options;
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

/** Where the SDK does not run: forgets what an earlier run has kept for the next, in `folder` and in the SDK's. */
export function forgetLastRun(folder: string): void {
  rmSync(join(folder, RUN_FILE), { force: true });
  removeScopeFiles();
}
