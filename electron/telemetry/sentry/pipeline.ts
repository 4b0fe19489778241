/** What every report passes between the SDK, the pages and the outbox. */
import { join } from 'node:path';
import type { Breadcrumb, Envelope } from '@sentry/core';
import type { ElectronMainOptions } from '@sentry/electron/main';
import type { WebContents } from 'electron';
import type { Reports } from '../../settings/schema.ts';
import type { TelemetrySettings } from '../../shared/telemetry.ts';
import { createBreadcrumbs, type Source } from '../common/breadcrumbs.ts';
import { createCounters } from '../common/counters.ts';
import { connectReplays } from '../replay/connect.ts';
import { ReplaySegments } from '../replay/segments.ts';
import { boundTransport, type MakeTransport } from './envelopes.ts';
import { createFaultReports } from './faultReports.ts';
import { keepRun } from './lastRun.ts';
import { userNow } from './sdk.ts';

export interface TelemetryOptions {
  /** Where reports go; without it there is no telemetry. */
  dsn: string | undefined;
  /** Whether it was already reported why the DSN cannot be used; then nothing is logged here. */
  isDsnReported?: boolean;
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
  /** Shares from 0 to 1; by default REPLAYS. */
  replays?: { session: number; onError: number };
  /** CSS selectors of what replays mask, block or ignore beside the SDK's own. */
  masks?: TelemetrySettings['masks'];
  /** Options of the SDK that the app adds. What this module sets has the last word. */
  sentry?: Partial<ElectronMainOptions>;
  /** For one line about why telemetry is off, and for what goes wrong in it. */
  log: (line: string) => void;
}

export const RUN_FILE = 'last-run.json';
/** Every error brings its replay; there is none without one. */
export const REPLAYS = { session: 0, onError: 1 };

/** Makes all of it but the SDK, which must not be there yet. */
export function createPipeline(options: TelemetryOptions) {
  const onError = (error: Error) => options.log(error.message);
  const counters = createCounters();
  const breadcrumbs = createBreadcrumbs();
  const replays = connectReplays({
    sample: options.replays ?? REPLAYS,
    counters,
    isOurs: options.isOurs,
    discard: (replayId) => pipeline.segments?.discard(replayId),
    onReport: (_window, report) => {
      if (report.what === 'ready') breadcrumbs.limit('page', report.maxBreadcrumbs);
      if (report.what === 'checkpoint') pipeline.segments?.checkpoint(report.replayId);
      if (report.what === 'started' || report.what === 'ended') pipeline.replayChanged();
      if (report.what === 'baggage') counters.add('baggage', 'dropped', report.dropped);
    },
  });
  const current = () => ({
    breadcrumbs: breadcrumbs.read(),
    replayId: replays.gate.link(undefined, false, Date.now()).replayId,
    crashes: faults.waiting(),
  });
  const run = keepRun(join(options.folder, RUN_FILE), current, onError);
  const faults = createFaultReports(run.crashes, options.ifStored ?? ((capture) => capture()));
  const pipeline = {
    onError,
    counters,
    breadcrumbs,
    replays,
    run,
    faults,
    segments: undefined as ReplaySegments | undefined,
    /** Whether the user lets reports be made. */
    isOn: true,
    addBreadcrumb(source: Source, breadcrumb: Breadcrumb) {
      const kept = pipeline.isOn && breadcrumbs.add(source, breadcrumb);
      if (kept) run.add(kept);
    },
    replayChanged: () => pipeline.isOn && run.replayChanged(),
  };
  return pipeline;
}

export type Pipeline = ReturnType<typeof createPipeline>;

export function transportOf(
  { release, environment, transport }: TelemetryOptions,
  pipeline: Pipeline,
): MakeTransport {
  const { breadcrumbs, counters, onError, replays } = pipeline;
  const shared = { gate: replays.gate, counters, now: Date.now, onError };
  const identity = { release, environment, user: userNow };
  return boundTransport(transport, {
    ...shared,
    breadcrumbs,
    segments(send) {
      const forward = (envelope: Envelope) => {
        pipeline.replayChanged();
        send(envelope);
      };
      pipeline.segments = new ReplaySegments({
        ...shared,
        breadcrumbs,
        identity,
        forward,
      });
      return pipeline.segments;
    },
  });
}
