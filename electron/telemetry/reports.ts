/** Loaded only if reports are on: the SDK in main, with its limits. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Breadcrumb } from '@sentry/core';
import { type ElectronMainOptions, getClient, getTraceData, init } from '@sentry/electron/main';
import { app, powerMonitor } from 'electron';
import type { Guard } from '../common/messages.ts';
import type { ReportExtra } from '../common/reportedFaults.ts';
import type { ReportsSetting } from '../configuration/settings/schema.ts';
import type { Fault } from '../shared/fault.ts';
import { LIMITS, type LimitCounters, type Trail } from '../shared/limits.ts';
import { createBreadcrumbs, type Source } from './common/breadcrumbs.ts';
import { endTurns } from './common/turns.ts';
import type { OpenEnvelope } from './outbox/envelope.ts';
import type { Outbox } from './outbox/outbox.ts';
import { createPseudonyms } from './pseudonym.ts';
import type { RateLimits } from './rateLimit.policy.ts';
import { createRateLimit } from './rateLimit.ts';
import { createRedaction, type RedactionOptions } from './redaction.ts';
import { connectReplays } from './replay/connect.ts';
import { ReplaySegments } from './replay/replaySegments.ts';
import type { GateOptions } from './replay/windowReplay.ts';
import { boundEnvelope, eventIntegration, linkEnvelope } from './sentry/events.ts';
import { createFaultReports, type FaultReports } from './sentry/faultReports.ts';
import { keepRun, telemetryFolder } from './sentry/lastRun.ts';
import { createDetails, type Details } from './sentry/logsAndSpans.ts';
import { type PageReceiver, receive, receivePages } from './sentry/pageReports.ts';
import {
  forgetScopes,
  functions,
  type GivenOptions,
  keepSession,
  limitedOptions,
  userNow,
} from './sentry/sdk.ts';
import { createPipeline } from './sentry/transport.ts';

export { init };

/** Loads the server for the Sentry SDKs of the app's own pages, which most apps do not need. */
export const loadTunnel = () => import('./sentry/tunnel.ts');

export const sdkVersion = () => getClient()?.getSdkMetadata()?.sdk?.version ?? 'unknown';

export interface ReportsOptions {
  /** The SDK's own options. The DSN must be valid. */
  sentry: GivenOptions;
  /** Whether reports are sent, or wait; may be changed later. */
  reports: ReportsSetting;
  /** `app.getPath('userData')` */
  userData: string;
  log: (line: string) => void;
  guard: Guard;
  counters: LimitCounters;
  outbox: Pick<Outbox, 'transport' | 'ifStored' | 'wake'>;
  /** Default: the table of limits. */
  rateLimits: Partial<RateLimits>;
  breadcrumbs?: Trail;
  sample: GateOptions['sample'];
  redaction: Pick<RedactionOptions, 'redact' | 'showsInputs'>;
  /** Whether the shell reports errors of main and processes that end. */
  hasShell: boolean;
}

/** The reports of a run: each part gets what it needs from the parts made before it. */
export class Reports implements PageReceiver {
  readonly functions = functions;
  /** For `Sentry.init`. */
  readonly sdkOptions: ElectronMainOptions;
  readonly counters: LimitCounters;
  readonly settings: PageReceiver['settings'];
  readonly details: Details;
  readonly segments: ReplaySegments;
  isOn = true;
  /** Whether this fault is reported already: events of pages about it are dropped. */
  isRepeat = (_: Fault): boolean => false;
  readonly #ran: { release: string; environment: string };
  readonly #initialScope: ElectronMainOptions['initialScope'];
  readonly #breadcrumbs: ReturnType<typeof createBreadcrumbs>;
  readonly #replays: ReturnType<typeof connectReplays>;
  readonly #run: ReturnType<typeof keepRun>;
  readonly #faults: FaultReports;
  readonly #pseudonyms: ReturnType<typeof createPseudonyms>;
  readonly #rateLimit: ReturnType<typeof createRateLimit>;

  constructor(options: ReportsOptions) {
    const { sentry, counters, guard, hasShell, log, outbox, redaction, sample } = options;
    const { release, environment, dsn } = sentry;
    const { reportsPerHour = LIMITS.reportsPerHour.value, reportsPerDay = LIMITS.reportsPerDay.value } =
      options.rateLimits;
    const folder = telemetryFolder(options.userData);
    const onError = (error: Error) => log(error.message);
    const isOn = () => this.isOn;
    this.#ran = { release, environment };
    this.#initialScope = sentry.initialScope;
    this.counters = counters;
    this.#breadcrumbs = createBreadcrumbs(Date.now, options.breadcrumbs);
    this.settings = { release, environment, publicKey: new URL(dsn).username };
    this.details = createDetails(sentry, counters, Date.now);
    this.#replays = connectReplays({
      sample,
      counters,
      guard,
      discard: (replayId) => this.segments.discard(replayId),
      startedBy: (replayId, eventId) => this.segments.noteError(replayId, eventId),
      onReport: (report) => {
        if (report.what === 'checkpoint') this.segments.checkpoint(report.replayId);
        if (report.what === 'started' || report.what === 'ended') this.#changed();
      },
    });
    this.#pseudonyms = createPseudonyms(join(folder, 'salt.json'), log);
    this.#rateLimit = createRateLimit({
      file: join(folder, 'rateLimit.json'),
      limits: { reportsPerHour, reportsPerDay },
      onSuppressed: (limit) => counters.add(limit, 'dropped'),
      log,
    });
    const { pseudonym } = this.#pseudonyms;
    const { redactEnvelope, redactRecording } = createRedaction({ ...redaction, pseudonym });
    const { gate } = this.#replays;
    const shared = { gate, breadcrumbs: this.#breadcrumbs, counters, now: Date.now, onError };
    const identity = { release, environment, dist: sentry.dist, user: userNow };
    this.segments = new ReplaySegments({ ...shared, redactRecording, identity });
    this.#run = keepRun(folder, () => this.#current(), log);
    this.#faults = createFaultReports(this.#run.write, outbox.ifStored);
    const { previous } = this.#run;
    const onStart = () => {
      this.#faults.expect(previous?.crashes ?? []);
      receivePages(guard, this);
      this.setReports(options.reports);
      if (this.isOn) this.#run.write();
    };
    this.sdkOptions = limitedOptions(sentry, {
      ...{ hasShell, isOn },
      own: eventIntegration({ ...shared, isOn, faults: this.#faults, onStart, previous }),
      onBreadcrumb: (breadcrumb) => this.addBreadcrumb('main', breadcrumb),
      transport: createPipeline({
        limit: this.#rateLimit.passes,
        redact: redactEnvelope,
        store: outbox.transport,
        limitDetails: this.details.limit,
        segments: this.segments,
        onError,
        link: (envelope) => linkEnvelope(envelope, { ...shared, segments: this.segments }),
        bound: (envelope) => {
          this.#changed();
          boundEnvelope(envelope, counters, this.#breadcrumbs);
        },
      }),
    });
    void app.whenReady().then(() => powerMonitor.on('resume', outbox.wake));
    app.on('before-quit', () => void this.flush().catch(onError));
  }

  /** What must survive a crash. */
  #current() {
    const { replayId } = this.#replays.gate.link(undefined, undefined, Date.now());
    const breadcrumbs = this.#breadcrumbs.read();
    return { ...this.#ran, breadcrumbs, replayId, crashes: this.#faults.waiting() };
  }

  #changed(): void {
    if (this.isOn) this.#run.changed();
  }

  addBreadcrumb(source: Source, breadcrumb: Breadcrumb): void {
    if (this.isOn) this.#breadcrumbs.add(source, breadcrumb);
    this.#changed();
  }

  /** The headers that name the current trace to a server. */
  readonly traceHeaders = () => getTraceData();

  /** The user's choice. Replays record only after `on`; `off` ends all capturing and forgets everything. */
  setReports(reports: ReportsSetting): void {
    const wasOn = this.isOn;
    this.isOn = reports !== 'off';
    this.#replays.change((gate, now) => gate.consent(reports === 'on', now));
    if (this.isOn !== wasOn) keepSession(this.isOn);
    if (!this.isOn) this.forget();
  }

  /** Forgets what this run knows, in memory and on disk, once the outbox is off. */
  readonly forget = (): void => {
    this.details.flush();
    this.#breadcrumbs.clear();
    this.#faults.clear();
    this.#run.clear();
    this.#rateLimit.forget();
    this.#pseudonyms.forget();
    forgetScopes(this.#initialScope);
  };

  /** Accepts an envelope of another SDK in the page of a window. False if reports are off. @throws as `receive` */
  async receiveForeign(window: number | undefined, envelope: OpenEnvelope): Promise<boolean> {
    if (!this.isOn || window === undefined) return false;
    await receive(this, window, envelope, true);
    return true;
  }

  report(fault: Fault, extra?: ReportExtra): string | undefined {
    return this.isOn ? this.#faults.report(fault, extra) : undefined;
  }

  /** The server rejects replays until then (milliseconds since the epoch). */
  replaysLimited(until: number): void {
    this.#replays.change((gate, now) => gate.rateLimited(until, now));
  }

  /**
   * Call it before the app quits, while windows are open, and flush the transport afterwards. Asks recording pages for
   * their last segments, waits `wait` milliseconds for them, and writes the breadcrumbs to disk.
   */
  async flush(wait = 200): Promise<void> {
    this.#rateLimit.save();
    if (this.#replays.gate.flush() > 0) await setTimeout(wait);
    endTurns();
    this.details.flush();
    await this.segments.settled();
    this.#run.flush();
  }
}
