/** Starts the SDK in main, with the limits around it. */
import { setTimeout } from 'node:timers/promises';
import type { Breadcrumb } from '@sentry/core';
import { type ElectronMainOptions, getTraceData } from '@sentry/electron/main';
import type { WebContents } from 'electron';
import type { AppRequest } from '../../protocol/message.ts';
import type { ReportExtra } from '../../recovery/reports.ts';
import type { ReportsSetting } from '../../settings/schema.ts';
import type { Fault } from '../../shared/fault.ts';
import type { LimitCounters } from '../../shared/limits.ts';
import type { TelemetrySettings } from '../../shared/telemetry.ts';
import { createBreadcrumbs, type Source } from '../common/breadcrumbs.ts';
import { endTurns } from '../common/turns.ts';
import { connectReplays } from '../replay/connect.ts';
import { ReplaySegments, type SegmentsOptions } from '../replay/segments.ts';
import { createDetails } from './details.ts';
import { boundEnvelope, eventIntegration, linkEnvelope } from './events.ts';
import { createFaultReports } from './faultReports.ts';
import { keepRun, runFile } from './lastRun.ts';
import { receive, receivePages } from './pages.ts';
import { forgetScopes, functions, keepSession, startSdk, userNow } from './sdk.ts';
import { createPipeline, type Steps } from './transport.ts';
import type { createTunnel } from './tunnel.ts';

export interface TelemetryOptions {
  dsn: string;
  reports: ReportsSetting;
  /** For the SDKs of both processes. */
  settings: TelemetrySettings;
  /** Whether the page in this window may report. */
  isTrustedSender: (contents: WebContents) => boolean;
  /** The window (`webContents.id`) with the app's page, if it is open. */
  pageId: () => number | undefined;
  /** The pipeline's steps after the first. */
  steps: Steps;
  redactRecording: SegmentsOptions['redactRecording'];
  /** Runs a capture; returns its id if what it made is on disk. */
  ifStored: (capture: () => string) => string | undefined;
  counters: LimitCounters;
  /** Folder for what must survive a crash. */
  folder: string;
  replays: { session: number; onError: number };
  /** The app's own options of the SDK in main. Those that this module sets win. */
  sentry?: Partial<ElectronMainOptions>;
  /** Logs one line about a problem. */
  log: (line: string) => void;
}

/** Starts the SDK. Needs a valid DSN; `reports` may become `off` later. */
export function startTelemetry(options: TelemetryOptions) {
  const { dsn, sentry = {}, settings } = options;
  const { pipeline, sdkParts } = connect(options);
  const { breadcrumbs, details, faults, replays, run, segments } = pipeline;
  let tunnel: ReturnType<typeof createTunnel> | undefined;
  startSdk({ ...settings, dsn, sentry, ...sdkParts });
  faults.expect(run.previous?.crashes ?? []);
  receivePages(options.isTrustedSender, pipeline);

  /** Forgets breadcrumbs, user and tags, in memory and on disk, once the outbox takes nothing. */
  const forget = () => {
    details.flush();
    breadcrumbs.clear();
    faults.clear();
    run.clear();
    forgetScopes(sentry);
  };
  /** The user's choice. Replays record only after `on`; `off` ends all capturing and forgets. */
  const setReports = (reports: ReportsSetting) => {
    const wasOn = pipeline.isOn;
    pipeline.isOn = reports !== 'off';
    replays.change((gate, now) => gate.consent(reports === 'on', now));
    if (pipeline.isOn !== wasOn) keepSession(pipeline.isOn);
    if (!pipeline.isOn) forget();
  };
  setReports(options.reports);
  return {
    functions,
    /** The headers that name the current trace to a server. */
    traceHeaders: () => getTraceData(),
    /** Settings for a page's SDK; `null` if it must not start. */
    pageSettings: () => (pipeline.isOn ? settings : null),
    setReports,
    forget,
    /** Answers what Sentry SDKs of the app's own pages post. */
    async tunnel(request: AppRequest) {
      tunnel ??= (await import('./tunnel.ts')).createTunnel(dsn, (envelope) => {
        const window = options.pageId();
        if (!pipeline.isOn || window === undefined) return false;
        receive(pipeline, window, envelope);
        return true;
      });
      return await tunnel(request);
    },
    /** Drops events of pages about such a fault from now on. */
    dropRepeats(isRepeat: (fault: Fault) => boolean) {
      pipeline.isRepeat = isRepeat;
    },
    /** Makes a report of a fault; see `FaultReports`. */
    report: (fault: Fault, extra?: ReportExtra) => (pipeline.isOn ? faults.report(fault, extra) : undefined),
    /** The server rejects replays until then (milliseconds since the epoch). */
    replaysLimited: (until: number) => replays.change((gate, now) => gate.rateLimited(until, now)),
    /**
     * Call before the app quits, while windows are open, and flush the transport afterwards. Asks recording pages for
     * their last segments, waits `wait` milliseconds for them, and writes the breadcrumbs to disk.
     */
    async flush(wait = 200) {
      if (replays.gate.flush() > 0) await setTimeout(wait);
      endTurns();
      details.flush();
      await segments.settled();
      run.flush();
    },
  };
}

/** Connects breadcrumbs, replays and faults to the pipeline. The SDK is not started yet. */
function connect(options: TelemetryOptions) {
  const { counters, ifStored, isTrustedSender, sentry, settings, steps } = options;
  const onError = (error: Error) => options.log(error.message);
  const breadcrumbs = createBreadcrumbs();
  const details = createDetails(settings, counters, Date.now);
  const replays = connectReplays({
    sample: options.replays,
    counters,
    isTrustedSender,
    discard: (replayId) => segments.discard(replayId),
    onReport(report) {
      if (report.what === 'checkpoint') segments.checkpoint(report.replayId);
      if (report.what === 'started' || report.what === 'ended') changed();
    },
  });
  const { gate } = replays;
  const shared = { gate, breadcrumbs, counters, now: Date.now, onError };
  const segments = new ReplaySegments({
    ...shared,
    redactRecording: options.redactRecording,
    identity: { ...settings, dist: sentry?.dist, user: userNow },
  });
  const current = () => ({
    breadcrumbs: breadcrumbs.read(),
    replayId: gate.link(undefined, false, Date.now()).replayId,
    crashes: faults.waiting(),
  });
  const run = keepRun(runFile(options.folder), current, onError);
  const changed = () => pipeline.isOn && run.changed();
  const faults = createFaultReports(run.write, ifStored);
  const addBreadcrumb = (source: Source, breadcrumb: Breadcrumb) => {
    if (pipeline.isOn) breadcrumbs.add(source, breadcrumb);
    changed();
  };
  /** `isOn`: whether the user lets reports be made. */
  const own = { breadcrumbs, details, faults, replays, run, segments, addBreadcrumb };
  const pipeline = { isOn: true, isRepeat: (_: Fault) => false, settings, counters, ...own };
  const isOn = () => pipeline.isOn;
  const sdkParts = {
    transport: createPipeline({
      ...steps,
      limitDetails: details.limit,
      segments,
      onError,
      link: (envelope) => linkEnvelope(envelope, { ...shared, segments }),
      bound(envelope) {
        changed();
        boundEnvelope(envelope, counters);
      },
    }),
    isOn,
    own: eventIntegration({ isOn, breadcrumbs, counters, faults, previous: run.previous }),
    onBreadcrumb: (breadcrumb: Breadcrumb) => addBreadcrumb('main', breadcrumb),
  };
  return { pipeline, sdkParts };
}
