/** Starts telemetry in the main process: the SDK within the limits, or nothing at all. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Breadcrumb, Envelope } from '@sentry/core';
import type { ElectronMainOptions } from '@sentry/electron/main';
import { ipcMain, type WebContents } from 'electron';
import { answerMessage, NOTHING } from '../../ipc/messages.ts';
import { checkSetting, type Reports } from '../../settings/schema.ts';
import { type Fault, makeFault } from '../../shared/fault.ts';
import { TELEMETRY_CHANNELS, type TelemetrySettings } from '../../shared/telemetry.ts';
import { createBreadcrumbs, type Source } from '../common/breadcrumbs.ts';
import { type Counters, createCounters } from '../common/counters.ts';
import { connectReplays } from '../replay/connect.ts';
import { lowered, type ReplayLimits } from '../replay/limits.ts';
import { ReplaySegments } from '../replay/segments.ts';
import { boundTransport, type MakeTransport } from './envelopes.ts';
import { eventIntegration } from './events.ts';
import { createFaultReports, type FaultReports } from './faultReports.ts';
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
  /** Where reports go; without it there is no telemetry. */
  dsn: string | undefined;
  /** Whether it was told that there is a DSN, and why it cannot be used: then nothing is said of it here. */
  isDsnTold?: boolean;
  reports: Reports;
  /** Whether this is a window whose page may report. */
  isOurs: (contents: WebContents) => boolean;
  release: string;
  environment: string;
  /** Stores and sends what is within the limits. */
  transport: MakeTransport;
  /** Runs a capture; returns its id if what it made is on disk. Default: it is. */
  ifStored?: (capture: () => string) => string | undefined;
  /** Folder for what a crash must not take along. */
  folder: string;
  /** Shares from 0 to 1. Default: every error brings its replay, no replay without one. */
  replays?: { session: number; onError: number };
  /** Lower limits than those of the table, as for a test. */
  replayLimits?: Partial<ReplayLimits>;
  /** Options of the SDK that the app adds. What this module sets has the last word. */
  sentry?: Partial<ElectronMainOptions>;
  /** For one line about why telemetry is off, and for what goes wrong in it. */
  say: (line: string) => void;
}

export interface Telemetry {
  on: boolean;
  /** A DSN that cannot be used. */
  fault?: Fault;
  counters: Counters;
  /** The person's choice: a replay records only after `on`; `off` ends all capturing and forgets. */
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

const RUN_FILE = 'last-run.json';

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
    if (options.dsn || !options.isDsnTold) options.say(`Telemetry is off: ${why}.`);
    return off(options.folder, problem === undefined ? undefined : dsnFault(why));
  }
  return start(options, options.dsn);
}

function start(options: TelemetryOptions, dsn: string): Telemetry {
  const { release, environment, say } = options;
  const onError = (error: Error) => say(error.message);
  const counters = createCounters();
  const breadcrumbs = createBreadcrumbs();
  const limits = lowered(options.replayLimits);
  const sample = options.replays ?? { session: 0, onError: 1 };
  let segments: ReplaySegments | undefined;
  let isOn = true;

  const replays = connectReplays({
    limits,
    sample,
    counters,
    isOurs: options.isOurs,
    discard: (replayId) => segments?.discard(replayId),
    onReport: (_window, report) => {
      if (report.what === 'ready') breadcrumbs.limit('page', report.maxBreadcrumbs);
      if (report.what === 'checkpoint') segments?.checkpoint(report.replayId);
      if (report.what === 'started' || report.what === 'ended') noteReplay();
      if (report.what === 'baggage') counters.add('baggage', 'dropped', report.dropped);
    },
    onClosed: () => undefined,
  });
  const replayNow = () => replays.gate.link(undefined, false, Date.now()).replayId;
  const noteReplay = () => isOn && run.replayChanged();
  const run = keepRun(
    join(options.folder, RUN_FILE),
    () => ({ breadcrumbs: breadcrumbs.read(), replayId: replayNow(), crashes: faults.waiting() }),
    onError,
  );
  const faults = createFaultReports(run.crashes, options.ifStored ?? ((capture) => capture()));
  const addBreadcrumb = (source: Source, breadcrumb: Breadcrumb) => {
    const kept = isOn && breadcrumbs.add(source, breadcrumb);
    if (kept) run.add(kept);
  };
  const pageSettings: TelemetrySettings = {
    release,
    environment,
    publicKey: new URL(dsn).username,
    tracesSampleRate: options.sentry?.tracesSampleRate,
    replay: sample.session > 0 || sample.onError > 0,
    replayFlush: { minimum: limits.flushMinimum, maximum: limits.flushMaximum },
    replayMaximum: limits.maximum,
  };
  answerSettings(() => (isOn ? pageSettings : null), options.isOurs);

  const makeSegments = (forward: (envelope: Envelope) => void) => {
    const send = (envelope: Envelope) => {
      noteReplay();
      forward(envelope);
    };
    const identity = { release, environment, user: userNow };
    const shared = { gate: replays.gate, trail: breadcrumbs, identity, counters, onError };
    segments = new ReplaySegments({ ...shared, most: limits.recording, now: Date.now, forward: send });
    return segments;
  };
  const own = eventIntegration({
    breadcrumbs,
    counters,
    release,
    environment,
    faults,
    previous: run.previous,
  });
  const transport = boundTransport(options.transport, {
    breadcrumbs,
    gate: replays.gate,
    counters,
    segments: makeSegments,
    now: Date.now,
    onError,
  });
  const onBreadcrumb = (breadcrumb: Breadcrumb) => addBreadcrumb('main', breadcrumb);
  const { maxBreadcrumbs } = startSdk({ ...options, dsn }, { own, transport, counters, onBreadcrumb });
  breadcrumbs.limit('main', maxBreadcrumbs);
  faults.expect(run.previous?.crashes ?? []);
  receivePages(options.isOurs, {
    breadcrumb: addBreadcrumb,
    user: (user) => isOn && setPageUser(user),
    tags: (tags) => isOn && setPageTags(tags),
    event: (event, trace) => isOn && captureFromPage(event, trace, pageSettings),
    segment: (window, envelope) => isOn && segments?.receive(envelope, window),
  });

  const forget = () => {
    breadcrumbs.clear();
    faults.clear();
    run.clear();
    forgetScopes(options.sentry);
  };
  const setReports = (reports: Reports) => {
    const wasOn = isOn;
    isOn = reports !== 'off';
    replays.change((gate, now) => gate.consent(reports === 'on', now));
    if (isOn !== wasOn) enableSdk(isOn);
    if (!isOn) forget();
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
      await segments?.settled();
      run.flush();
    },
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
