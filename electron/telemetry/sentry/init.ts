/** Starts telemetry in the main process: the SDK within the limits, or nothing at all. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Envelope, Integration } from '@sentry/core';
import {
  type ElectronMainOptions,
  getClient,
  getCurrentScope,
  getGlobalScope,
  getIsolationScope,
  IPCMode,
  init,
} from '@sentry/electron/main';
import { app, ipcMain, net, type WebContents } from 'electron';
import { answerMessage, NOTHING } from '../../ipc/messages.ts';
import { checkSetting, type Reports } from '../../settings/schema.ts';
import { type Fault, makeFault } from '../../shared/fault.ts';
import { LIMITS } from '../../shared/limits.ts';
import { TELEMETRY_CHANNELS, type TelemetrySettings } from '../../shared/telemetry.ts';
import { type Counters, createCounters } from '../common/counters.ts';
import { createTrail } from '../common/trail.ts';
import { connectReplays } from '../replay/connect.ts';
import { lowered, type ReplayLimits } from '../replay/limits.ts';
import { type Identity, ReplaySegments } from '../replay/segments.ts';
import { limitBaggage } from './baggage.ts';
import { boundTransport, type MakeTransport } from './envelopes.ts';
import { keepRun } from './lastRun.ts';
import { guardSdk, SDK_NAMESPACE, type SdkHooks } from './sdkMessages.ts';
import { asSender, noteSender } from './sender.ts';
import { trailIntegration } from './trailIntegration.ts';

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
  /** The person's choice: a replay records only after `on`; `off` ends all capturing and forgets the trail. */
  setReports(reports: Reports): void;
  /** The server takes no replays before `until` (milliseconds since the epoch). */
  replaysLimited(until: number): void;
  /** Captures for a window (`webContents.id`), so that the report is tied to its replay. */
  forWindow<T>(window: number, capture: () => T): T;
  /**
   * Asks the pages for what they have recorded, gives them `wait` milliseconds (default 200) if one records, and
   * writes down the trail. For the moment before the app quits, while windows are open; then flush the transport.
   */
  flush(wait?: number): Promise<void>;
}

/** A bundle must not look for a preload script beside itself; screenshots show what replays mask. */
const UNWANTED: ReadonlySet<string> = new Set(['PreloadInjection', 'Screenshots']);

/**
 * Call it first of all in main, before `ready` and before any scheme is registered.
 * Without a DSN, with one that cannot be used, or with `reports: off` the SDK is not started, one line says why,
 * and the app goes on; a bad DSN is a fault too.
 */
export function startTelemetry(options: TelemetryOptions): Telemetry {
  const checked = options.dsn === undefined ? undefined : checkSetting('sentryDsn', options.dsn);
  const problem = checked && 'problem' in checked ? checked.problem : undefined;
  if (!options.dsn || problem || options.reports === 'off') {
    answerSettings(null, options.isOurs);
    const why = problem
      ? `"sentryDsn" ${problem}`
      : options.dsn
        ? '"reports" is "off"'
        : '"sentryDsn" is not set';
    if (options.dsn || !options.isDsnTold) options.say(`Telemetry is off: ${why}.`);
    return off(problem === undefined ? undefined : dsnFault(why));
  }
  return start(options, options.dsn);
}

function start(options: TelemetryOptions, dsn: string): Telemetry {
  const { release, environment, say } = options;
  const onError = (error: Error) => say(error.message);
  const counters = createCounters();
  const trail = createTrail();
  const limits = lowered(options.replayLimits);
  const sample = options.replays ?? { session: 0, onError: 1 };
  let segments: ReplaySegments | undefined;
  let lastGone: number | undefined;

  const replays = connectReplays({
    limits,
    sample,
    counters,
    isOurs: options.isOurs,
    discard: (replayId) => segments?.discard(replayId),
    onReport: (window, report) => {
      if (report.what === 'ready') trail.limit(window, report.maxBreadcrumbs);
      if (report.what === 'checkpoint') segments?.checkpoint(report.replayId);
      if (report.what === 'started' || report.what === 'ended') run.changed();
      if (report.what === 'baggage') counters.add('baggage', 'dropped', report.dropped);
    },
    onClosed: (window) => trail.close(window),
  });
  const run = keepRun(
    join(options.folder, 'last-run.json'),
    () => ({ breadcrumbs: trail.read(), replayId: replays.gate.link(undefined, false, Date.now()).replayId }),
    onError,
  );
  answerSettings(
    {
      release,
      environment,
      publicKey: new URL(dsn).username,
      tracesSampleRate: options.sentry?.tracesSampleRate,
      replay: sample.session > 0 || sample.onError > 0,
      replayFlush: { minimum: limits.flushMinimum, maximum: limits.flushMaximum },
      replayMaximum: limits.maximum,
    },
    options.isOurs,
  );

  app.on('render-process-gone', (_event, { id }) => {
    lastGone = id;
    noteSender(id);
  });

  const identity: Identity = { release, environment, user: userOfScopes };
  const makeSegments = (forward: (envelope: Envelope) => void) => {
    const send = (envelope: Envelope) => {
      run.changed();
      forward(envelope);
    };
    const shared = { gate: replays.gate, trail, identity, counters, onError };
    segments = new ReplaySegments({ ...shared, most: limits.recording, now: Date.now, forward: send });
    return segments;
  };
  const own = trailIntegration({
    trail,
    counters,
    release,
    environment,
    previous: run.previous,
    startedAt: Date.now() / 1000,
    lastGone: () => lastGone,
    onBreadcrumb: run.changed,
  });
  const maxBreadcrumbs = Math.min(
    LIMITS.breadcrumbs.value,
    options.sentry?.maxBreadcrumbs ?? Number.POSITIVE_INFINITY,
  );
  trail.limit('main', maxBreadcrumbs);

  const joinBaggage = limitBaggage(counters, net);
  // The SDK does not say for whom it captures what a page sends.
  const hooks: SdkHooks = {
    scope({ id }, scope) {
      const breadcrumb = breadcrumbOf(scope);
      if (!breadcrumb) return;
      trail.add(id, breadcrumb, Date.now());
      run.changed();
    },
    envelope: ({ id }) => noteSender(id),
  };
  const startSdk = () =>
    init({
      ...options.sentry,
      sendDefaultPii: false,
      dsn,
      release,
      environment,
      maxBreadcrumbs,
      ipcMode: IPCMode.Classic,
      ipcNamespace: SDK_NAMESPACE,
      integrations: withOwn(own, options.sentry?.integrations),
      transport: boundTransport(options.transport, {
        trail,
        gate: replays.gate,
        counters,
        segments: makeSegments,
        now: Date.now,
        onError,
      }),
    });
  guardSdk(options.isOurs, hooks, startSdk);
  joinBaggage();

  const setReports = (reports: Reports) => {
    const client = getClient();
    if (client) client.getOptions().enabled = reports !== 'off';
    replays.change((gate, now) => gate.consent(reports === 'on', now));
    if (reports !== 'off') return;
    trail.clear();
    run.changed();
  };
  setReports(options.reports);
  return {
    on: true,
    counters,
    setReports,
    replaysLimited: (until) => replays.change((gate, now) => gate.rateLimited(until, now)),
    forWindow: asSender,
    async flush(wait = 200) {
      if (replays.gate.flush() > 0) await setTimeout(wait);
      await Promise.all([segments?.settled(), run.flush()]);
    },
  };
}

/** What each page is answered that asks for its settings. */
function answerSettings(settings: TelemetrySettings | null, isOurs: TelemetryOptions['isOurs']): void {
  ipcMain.removeHandler(TELEMETRY_CHANNELS.settings);
  answerMessage(TELEMETRY_CHANNELS.settings, NOTHING, isOurs, () => settings);
}

function off(fault: Fault | undefined): Telemetry {
  return {
    on: false,
    ...(fault && { fault }),
    counters: createCounters(),
    setReports: () => undefined,
    replaysLimited: () => undefined,
    forWindow: (_window, capture) => capture(),
    flush: () => Promise.resolve(),
  };
}

function dsnFault(detail: string): Fault {
  const title = 'Reports cannot be sent: the Sentry DSN is not valid';
  return makeFault({ kind: 'main', title, detail, url: '/', at: Date.now(), retryable: false });
}

/** The one breadcrumb that a page's scope message can hold: the page clears its own after each. */
function breadcrumbOf(scope: string) {
  // Most messages have none, and they can be long.
  if (!scope.includes('"breadcrumbs":[{')) return undefined;
  try {
    return JSON.parse(scope).breadcrumbs?.at(-1);
  } catch {
    // Not a message of the SDK, which says so itself.
    return undefined;
  }
}

/** Main's `setUser` and a page's go to different scopes. */
function userOfScopes() {
  const scopes = [getGlobalScope(), getIsolationScope(), getCurrentScope()];
  const user = Object.assign({}, ...scopes.map((scope) => scope.getUser()));
  return Object.keys(user).length > 0 ? user : undefined;
}

function withOwn(own: Integration, added: ElectronMainOptions['integrations']) {
  return (defaults: Integration[]) => {
    const wanted = [own, ...defaults.filter(({ name }) => !UNWANTED.has(name))];
    return typeof added === 'function' ? added(wanted) : [...wanted, ...(added ?? [])];
  };
}
