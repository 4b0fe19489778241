/** Loaded only if reports are on: the SDK in main, with its limits. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Breadcrumb } from '@sentry/core';
import { getTraceData, init } from '@sentry/electron/main';
import { app, powerMonitor } from 'electron';
import type { ReportsSetting } from '../builtConfig/settingsSchema/schema.ts';
import type { Guard } from '../common/messages.ts';
import type { ReportExtra } from '../common/reportedFaults.ts';
import { changeRequestHeaders } from '../common/requestHeaders.ts';
import type { Fault } from '../shared/fault.ts';
import type { LimitCounters, Trail } from '../shared/limitValues/limits.ts';
import type { OpenEnvelope } from './outbox/envelope.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { RateLimits } from './rateLimit/rateLimit.policy.ts';
import { createRateLimit } from './rateLimit/rateLimit.ts';
import { createPseudonyms } from './redaction/pseudonym.ts';
import { createRedaction, type RedactionOptions } from './redaction/redaction.ts';
import { connectReplays } from './replay/connect.ts';
import type { GateOptions } from './replay/gate.ts';
import { createSegments } from './replay/replaySegments.ts';
import { boundEnvelope, eventIntegration, linkEnvelope, nameReplay } from './sentry/events.ts';
import { createFaultReports } from './sentry/faultReports.ts';
import { keepRun, telemetryFolder } from './sentry/lastRun.ts';
import { createDetails } from './sentry/logsAndSpans.ts';
import { receive, receivePages } from './sentry/pageReports.ts';
import {
  forgetScopes,
  functions,
  type GivenOptions,
  keepSession,
  limitedOptions,
  userNow,
} from './sentry/sdk.ts';
import { createPipeline } from './sentry/transport.ts';
import { createBreadcrumbs, type Source } from './trimming/breadcrumbs.ts';
import { endTurns } from './workInTurns/turns.ts';

export { createTunnel } from './sentry/tunnel.ts';
export { init };

export interface ReportsOptions {
  /** The SDK's own options. The DSN must be valid. */
  sentry: GivenOptions;
  reports: ReportsSetting;
  userData: string;
  log: (line: string) => void;
  guard: Guard;
  counters: LimitCounters;
  outbox: Pick<Outbox, 'transport' | 'ifStored' | 'wake'>;
  rateLimits: Partial<RateLimits>;
  breadcrumbs?: Trail;
  sample: GateOptions['sample'];
  redaction: Pick<RedactionOptions, 'redact' | 'showsInputs'>;
  /** Whether the shell reports errors of main and processes that end. */
  hasShell: boolean;
}

export type Reports = ReturnType<typeof createReports>;

export function createReports(options: ReportsOptions) {
  const { sentry, counters, guard, hasShell, log, outbox, redaction, sample } = options;
  const { release, environment, dsn } = sentry;
  const publicKey = new URL(dsn).username;
  const folder = telemetryFolder(options.userData);
  const onError = (error: Error) => log(error.message);
  let isOn = true;
  const changed = () => isOn && run.changed();

  const breadcrumbs = createBreadcrumbs(Date.now, options.breadcrumbs);
  const addBreadcrumb = (source: Source, breadcrumb: Breadcrumb) => {
    if (isOn) breadcrumbs.add(source, breadcrumb);
    changed();
  };
  const details = createDetails(sentry, counters, Date.now);
  const held = {
    discard: (replayId: string) => segments.discard(replayId),
    startedBy: (replayId: string, eventId: string) => segments.noteError(replayId, eventId),
  };
  const { gate, change } = connectReplays({ sample, counters, ...held }, guard, (report) => {
    if (report.what === 'checkpoint') segments.checkpoint(report.replayId);
    if (report.what === 'started' || report.what === 'ended') changed();
  });
  const { pseudonym, forget: forgetSalt } = createPseudonyms(join(folder, 'salt.json'), log);
  const rateLimit = createRateLimit(join(folder, 'rateLimit.json'), options.rateLimits, counters, log);
  const { redactEnvelope, redactRecording } = createRedaction({ ...redaction, pseudonym });
  const shared = { gate, breadcrumbs, counters, onError };
  const identity = { release, environment, dist: sentry.dist, user: userNow };
  const segments = createSegments({ ...shared, redactRecording, identity });
  /** The replay that a window's requests name. A worker's have no window: then the one that they name, if it is sent. */
  const replayOf = (window?: number, named?: string) => {
    const isSent = window === undefined && named !== undefined ? gate.isSent(named) : undefined;
    if (isSent !== undefined) return isSent ? named : undefined;
    return gate.link(window, undefined, Date.now(), named).replayId;
  };
  if (hasShell)
    changeRequestHeaders((headers, { webContentsId }) =>
      nameReplay(headers, publicKey, (named) => replayOf(webContentsId, named)),
    );
  const current = () => {
    const crashes = faults.waiting();
    return { release, environment, breadcrumbs: breadcrumbs.read(), replayId: replayOf(), crashes };
  };
  const run = keepRun(folder, current, log);
  const faults = createFaultReports(run.write, outbox.ifStored);

  const onStart = () => {
    faults.expect(run.previous?.crashes ?? []);
    receivePages(guard, reports);
    reports.setReports(options.reports);
    if (isOn) run.write();
  };
  const sdkOptions = limitedOptions(sentry, {
    ...{ hasShell, isOn: () => isOn },
    own: eventIntegration({ ...shared, isOn: () => isOn, faults, onStart, previous: run.previous }),
    onBreadcrumb: (breadcrumb) => addBreadcrumb('main', breadcrumb),
    transport: createPipeline({
      limit: rateLimit.passes,
      redact: redactEnvelope,
      store: outbox.transport,
      limitDetails: details.limit,
      segments,
      onError,
      link: (envelope) => linkEnvelope(envelope, gate, segments),
      bound: (envelope) => {
        changed();
        boundEnvelope(envelope, counters, breadcrumbs);
      },
    }),
  });

  const reports = {
    sdkOptions,
    functions,
    ...{ counters, details, segments, addBreadcrumb },
    settings: { release, environment, publicKey },
    get isOn() {
      return isOn;
    },
    /** Whether this fault is reported already: events of pages about it are dropped. */
    isRepeat: (_: Fault): boolean => false,
    traceHeaders: () => nameReplay(getTraceData(), publicKey, (named) => replayOf(undefined, named)),
    /** The user's choice. Replays record only after `on`; `off` ends all capturing and forgets everything. */
    setReports(chosen: ReportsSetting) {
      const wasOn = isOn;
      isOn = chosen !== 'off';
      change((gate, now) => gate.consent(chosen === 'on', now));
      if (isOn !== wasOn) keepSession(isOn);
      if (!isOn) reports.forget();
    },
    forget() {
      details.flush();
      breadcrumbs.clear();
      faults.clear();
      run.clear();
      rateLimit.forget();
      forgetSalt();
      forgetScopes(sentry.initialScope);
    },
    /** Accepts an envelope of another SDK in the page of a window. False if reports are off. @throws as `receive` */
    async receiveForeign(window: number | undefined, envelope: OpenEnvelope): Promise<boolean> {
      if (!isOn || window === undefined) return false;
      await receive(reports, window, envelope, true);
      return true;
    },
    report: (fault: Fault, extra?: ReportExtra) => (isOn ? faults.report(fault, extra) : undefined),
    /** The server rejects replays until then (milliseconds since the epoch). */
    replaysLimited: (until: number) => change((gate, now) => gate.rateLimited(until, now)),
    /** Before quitting, while windows are open: asks pages for last segments, waits `wait` ms, writes the breadcrumbs. */
    async flush(wait = 200) {
      rateLimit.save();
      if (gate.flush() > 0) await setTimeout(wait);
      endTurns();
      details.flush();
      await segments.settled();
      run.flush();
    },
  };
  void app.whenReady().then(() => powerMonitor.on('resume', outbox.wake));
  app.on('before-quit', () => void reports.flush().catch(onError));
  return reports;
}
