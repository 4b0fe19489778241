/** Loaded only if reports are on: the SDK in main, with its limits. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Breadcrumb } from '@sentry/core';
import { getTraceData } from '@sentry/electron/main';
import type { AppRequest, AppResponse } from '../protocol/message.ts';
import type { ReportExtra } from '../recovery/reports.ts';
import type { ReportsSetting } from '../settings/schema.ts';
import type { Fault } from '../shared/fault.ts';
import { LIMITS, type LimitCounters } from '../shared/limits.ts';
import type { TelemetrySettings } from '../shared/telemetry.ts';
import { createBreadcrumbs, type Source } from './common/breadcrumbs.ts';
import { endTurns } from './common/turns.ts';
import { readOptions, type TelemetryOptions } from './options.ts';
import type { Outbox } from './outbox/outbox.ts';
import { createPseudonyms } from './pseudonym.ts';
import { createRateLimit } from './rateLimit.ts';
import { createRedaction } from './redaction.ts';
import { connectReplays } from './replay/connect.ts';
import { ReplaySegments } from './replay/segments.ts';
import { createDetails, type Details } from './sentry/details.ts';
import { boundEnvelope, eventIntegration, linkEnvelope } from './sentry/events.ts';
import { createFaultReports, type FaultReports } from './sentry/faultReports.ts';
import { keepRun, telemetryFolder } from './sentry/lastRun.ts';
import { type PageReceiver, receive, receivePages } from './sentry/pages.ts';
import { forgetScopes, functions, keepSession, startSdk, userNow } from './sentry/sdk.ts';
import { createPipeline } from './sentry/transport.ts';
import type { createTunnel } from './sentry/tunnel.ts';

/** The reports of a run: each part gets what it needs from the parts made before it, and the SDK starts last. */
export class Reports implements PageReceiver {
  readonly functions = functions;
  readonly counters: LimitCounters;
  readonly settings: TelemetrySettings;
  readonly details: Details;
  readonly segments: ReplaySegments;
  /** Whether the user allows reports. */
  isOn = true;
  /** Whether this fault is reported already: events of pages about it are dropped. */
  isRepeat = (_: Fault): boolean => false;
  readonly #options: TelemetryOptions & Pick<ReturnType<typeof readOptions>, 'dsn' | 'sentry'>;
  readonly #breadcrumbs = createBreadcrumbs();
  readonly #replays: ReturnType<typeof connectReplays>;
  readonly #run: ReturnType<typeof keepRun>;
  readonly #faults: FaultReports;
  readonly #pseudonyms: ReturnType<typeof createPseudonyms>;
  readonly #rateLimit: ReturnType<typeof createRateLimit>;
  #tunnel: ReturnType<typeof createTunnel> | undefined;

  /** Starts the SDK. Needs a valid DSN; reports may be turned off later. @throws Error if the SDK does not start */
  constructor(
    options: TelemetryOptions,
    counters: LimitCounters,
    outbox: Pick<Outbox, 'transport' | 'ifStored'>,
  ) {
    const { dsn, sentry, settings } = readOptions(options);
    const { isTrustedSender, log } = options;
    const {
      masks,
      redact,
      replays: sample,
      reportsPerHour = LIMITS.reportsPerHour.value,
      reportsPerDay = LIMITS.reportsPerDay.value,
    } = options.config.telemetry;
    const folder = telemetryFolder(options.userData);
    const onError = (error: Error) => log(error.message);
    const isOn = () => this.isOn;
    this.#options = { ...options, dsn, sentry };
    this.counters = counters;
    this.settings = settings;
    this.details = createDetails(settings, counters, Date.now);
    this.#replays = connectReplays({
      sample,
      counters,
      isTrustedSender,
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
    const { redactEnvelope, redactRecording } = createRedaction({
      pseudonym: this.#pseudonyms.pseudonym,
      redact: redact ?? {},
      showsInputs: (masks.unmask ?? []).length > 0,
    });
    const { gate } = this.#replays;
    const shared = { gate, breadcrumbs: this.#breadcrumbs, counters, now: Date.now, onError };
    const identity = { ...settings, dist: sentry.dist, user: userNow };
    this.segments = new ReplaySegments({ ...shared, redactRecording, identity });
    this.#run = keepRun(folder, () => this.#current(), log);
    this.#faults = createFaultReports(this.#run.write, outbox.ifStored);
    const { previous } = this.#run;
    startSdk({
      ...{ ...settings, dsn, sentry, isOn },
      own: eventIntegration({ ...shared, isOn, faults: this.#faults, previous }),
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
          boundEnvelope(envelope, counters);
        },
      }),
    });
    this.#faults.expect(previous?.crashes ?? []);
    receivePages(isTrustedSender, this);
    this.setReports(options.settings.reports);
  }

  /** What must survive a crash. */
  #current() {
    const { replayId } = this.#replays.gate.link(undefined, undefined, Date.now());
    return { breadcrumbs: this.#breadcrumbs.read(), replayId, crashes: this.#faults.waiting() };
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

  /** Settings for a page's SDK; `null` if it must not start. */
  pageSettings(): TelemetrySettings | null {
    return this.isOn ? this.settings : null;
  }

  /** The user's choice. Replays record only after `on`; `off` ends all capturing and forgets everything. */
  setReports(reports: ReportsSetting): void {
    const wasOn = this.isOn;
    this.isOn = reports !== 'off';
    this.#replays.change((gate, now) => gate.consent(reports === 'on', now));
    if (this.isOn !== wasOn) keepSession(this.isOn);
    if (!this.isOn) this.forget();
  }

  /** Forgets what this run knows, in memory and on disk, once the outbox is off. */
  forget(): void {
    this.details.flush();
    this.#breadcrumbs.clear();
    this.#faults.clear();
    this.#run.clear();
    this.#rateLimit.forget();
    this.#pseudonyms.forget();
    forgetScopes(this.#options.sentry);
  }

  /** Answers the Sentry SDKs of the app's own pages. */
  async tunnel(request: AppRequest): Promise<AppResponse> {
    this.#tunnel ??= (await import('./sentry/tunnel.ts')).createTunnel(
      this.#options.dsn,
      async (envelope) => {
        const window = this.#options.pageId();
        if (!this.isOn || window === undefined) return false;
        await receive(this, window, envelope, true);
        return true;
      },
    );
    return await this.#tunnel(request);
  }

  /** Makes a report of a fault; see `FaultReports`. */
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
    if (this.#replays.gate.flush() > 0) await setTimeout(wait);
    endTurns();
    this.details.flush();
    await this.segments.settled();
    this.#run.flush();
    this.#rateLimit.save();
  }
}
