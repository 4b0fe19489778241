/** Loaded only if reports are on: the SDK in main, with its limits. */
import { setTimeout } from 'node:timers/promises';
import type { Breadcrumb } from '@sentry/core';
import { getTraceData } from '@sentry/electron/main';
import { config } from '../config.ts';
import type { AppRequest } from '../protocol/message.ts';
import type { ReportExtra } from '../recovery/reports.ts';
import type { ReportsSetting } from '../settings/schema.ts';
import type { Fault } from '../shared/fault.ts';
import type { LimitCounters } from '../shared/limits.ts';
import { createBreadcrumbs, type Source } from './common/breadcrumbs.ts';
import { endTurns } from './common/turns.ts';
import { readOptions, type TelemetryOptions } from './options.ts';
import { createRedaction } from './redaction.ts';
import { connectReplays } from './replay/connect.ts';
import { ReplaySegments } from './replay/segments.ts';
import { createDetails } from './sentry/details.ts';
import { boundEnvelope, eventIntegration, linkEnvelope } from './sentry/events.ts';
import { createFaultReports } from './sentry/faultReports.ts';
import { keepRun, runFile, telemetryFolder } from './sentry/lastRun.ts';
import { receive, receivePages } from './sentry/pages.ts';
import { forgetScopes, functions, keepSession, startSdk, userNow } from './sentry/sdk.ts';
import { createPipeline } from './sentry/transport.ts';
import type { createTunnel } from './sentry/tunnel.ts';
import type { Stores } from './stores.ts';

/** Starts the SDK. Throws if that fails. Needs a valid DSN; reports may be turned off later. */
export function startReports(parts: TelemetryOptions, counters: LimitCounters, stores: Stores) {
  const options = readOptions(parts);
  const { dsn, sentry, settings } = options;
  const { pipeline, sdkParts } = connect(parts, options, counters, stores);
  const { breadcrumbs, details, faults, replays, run, segments } = pipeline;
  let tunnel: ReturnType<typeof createTunnel> | undefined;
  startSdk({ ...settings, dsn, sentry, ...sdkParts });
  faults.expect(run.previous?.crashes ?? []);
  receivePages(parts.isTrustedSender, pipeline);

  /** Forgets breadcrumbs, user and tags, in memory and on disk, once the outbox is off. */
  const forget = () => {
    details.flush();
    breadcrumbs.clear();
    faults.clear();
    run.clear();
    forgetScopes(sentry);
  };
  /** The user's choice. Replays record only after `on`; `off` ends all capturing and forgets everything. */
  const setReports = (reports: ReportsSetting) => {
    const wasOn = pipeline.isOn;
    pipeline.isOn = reports !== 'off';
    replays.change((gate, now) => gate.consent(reports === 'on', now));
    if (pipeline.isOn !== wasOn) keepSession(pipeline.isOn);
    if (!pipeline.isOn) forget();
  };
  setReports(parts.settings.reports);
  return {
    functions,
    /** The headers that name the current trace to a server. */
    traceHeaders: () => getTraceData(),
    /** Settings for a page's SDK; `null` if it must not start. */
    pageSettings: () => (pipeline.isOn ? settings : null),
    setReports,
    forget,
    /** Answers the Sentry SDKs of the app's own pages. */
    async tunnel(request: AppRequest) {
      tunnel ??= (await import('./sentry/tunnel.ts')).createTunnel(dsn, async (envelope) => {
        const window = parts.pageId();
        if (!pipeline.isOn || window === undefined) return false;
        await receive(pipeline, window, envelope, true);
        return true;
      });
      return await tunnel(request);
    },
    /** From now on drops the pages' events about such faults. */
    dropRepeats(isRepeat: (fault: Fault) => boolean) {
      pipeline.isRepeat = isRepeat;
    },
    /** Makes a report of a fault; see `FaultReports`. */
    report: (fault: Fault, extra?: ReportExtra) => (pipeline.isOn ? faults.report(fault, extra) : undefined),
    /** The server rejects replays until then (milliseconds since the epoch). */
    replaysLimited: (until: number) => replays.change((gate, now) => gate.rateLimited(until, now)),
    /**
     * Call it before the app quits, while windows are open, and flush the transport afterwards. Asks recording pages
     * for their last segments, waits `wait` milliseconds for them, and writes the breadcrumbs to disk.
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

/** Connects breadcrumbs, replays and faults to the transport, before the SDK starts. */
function connect(
  { isTrustedSender, log, userData }: TelemetryOptions,
  { sentry, settings }: ReturnType<typeof readOptions>,
  counters: LimitCounters,
  { outbox, pseudonyms, rateLimit }: Stores,
) {
  const { masks, redact, replays: sample } = config.telemetry;
  const { redactEnvelope, redactRecording } = createRedaction({
    ...pseudonyms,
    redact: redact ?? {},
    showsInputs: (masks.unmask ?? []).length > 0,
  });
  const onError = (error: Error) => log(error.message);
  const breadcrumbs = createBreadcrumbs();
  const details = createDetails(settings, counters, Date.now);
  const replays = connectReplays({
    sample,
    counters,
    isTrustedSender,
    discard: (replayId) => segments.discard(replayId),
    startedBy: (replayId, eventId) => segments.noteError(replayId, eventId),
    onReport(report) {
      if (report.what === 'checkpoint') segments.checkpoint(report.replayId);
      if (report.what === 'started' || report.what === 'ended') changed();
    },
  });
  const { gate } = replays;
  const shared = { gate, breadcrumbs, counters, now: Date.now, onError };
  const segments = new ReplaySegments({
    ...shared,
    redactRecording,
    identity: { ...settings, dist: sentry.dist, user: userNow },
  });
  const current = () => ({
    breadcrumbs: breadcrumbs.read(),
    replayId: gate.link(undefined, undefined, Date.now()).replayId,
    crashes: faults.waiting(),
  });
  const run = keepRun(runFile(telemetryFolder(userData)), current, onError);
  const changed = () => pipeline.isOn && run.changed();
  const faults = createFaultReports(run.write, outbox.ifStored);
  const addBreadcrumb = (source: Source, breadcrumb: Breadcrumb) => {
    if (pipeline.isOn) breadcrumbs.add(source, breadcrumb);
    changed();
  };
  const own = { breadcrumbs, details, faults, replays, run, segments, addBreadcrumb };
  /** `isOn`: whether the user allows reports. */
  const pipeline = { isOn: true, isRepeat: (_: Fault) => false, settings, counters, ...own };
  const isOn = () => pipeline.isOn;
  const sdkParts = {
    transport: createPipeline({
      limit: rateLimit.passes,
      redact: redactEnvelope,
      store: outbox.transport,
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
