/** Messages between main and pages about telemetry. */
import type { ClientOptions, SerializedTraceData } from '@sentry/core';

/** Namespace of the channels that `@sentry/electron/renderer` uses to reach main, as its preload expects. */
export const SDK_NAMESPACE = 'sentry-ipc';

export const TELEMETRY_CHANNELS = {
  /** page → main, answered: the settings for this page, or `null` if telemetry is off. */
  settings: 'holdfast:telemetry-settings',
  /** page → main: a PageReport. */
  report: 'holdfast:telemetry-report',
  /** main → page: a ReplayCommand. */
  command: 'holdfast:telemetry-command',
} as const;

export interface TelemetrySettings {
  release: string;
  environment: string;
  publicKey: string;
  /** Share of page loads and navigations to trace, 0 to 1; absent means none. */
  tracesSampleRate?: number;
  /** The app's values of these SDK options. */
  options: Pick<ClientOptions, 'allowUrls' | 'denyUrls' | 'enableLogs'>;
  /** Address of a module whose default export changes the options. */
  module?: string;
  /** Whether a replay may ever be recorded. If not, the page does not load the recorder. */
  replay: boolean;
  /** Milliseconds between two segments of a replay. */
  replayFlush: { minimum: number; maximum: number };
  /** Longest replay, in milliseconds. */
  replayMaximum: number;
  /** CSS selectors that replays mask, block or ignore in addition to all text, input and media. */
  masks: Partial<Record<'mask' | 'unmask' | 'block' | 'unblock' | 'ignore', string[]>>;
}

/** Limits on how many elements a page may have or add while it is recorded. */
export type Crowd = 'replayAdded' | 'replayElements';

/** page → main */
export type PageReport =
  /** The page can take commands. */
  | { what: 'ready' }
  /** The user touched the page: pointer, wheel, key. At most once a second. */
  | { what: 'input' }
  /** The recorder runs, with this replay id. */
  | { what: 'started'; replayId: string }
  /** The recorder stopped by itself. `reason` comes from the SDK. */
  | { what: 'ended'; replayId: string; reason: string }
  /** The page exceeds this limit: recording pauses until it is within the limit again. */
  | { what: 'crowded'; by: Crowd }
  /** The recording so far is sent, and a new one starts with a full snapshot of the page. */
  | { what: 'checkpoint'; replayId: string };

/** main → the recorder of a page, which runs the commands one at a time. */
export type ReplayCommand =
  /** Record, continuing this tab's replay if it has one. */
  | { do: 'record' }
  /** As `record`, with a new replay id. */
  | { do: 'renew' }
  | { do: 'pause' }
  | { do: 'resume' }
  | { do: 'flush' }
  /** Send the recording so far and start again with a full snapshot of the page. */
  | { do: 'checkpoint' }
  /** End this replay; send its last segment if `flush`. */
  | { do: 'stop'; flush: boolean };

/** The part of the bridge that telemetry uses: `window.holdfast.telemetry`. */
export interface TelemetryBridge {
  settings(): Promise<TelemetrySettings | null>;
  report(report: PageReport): void;
  /** Calls `listener` for each command. Returns a function that unsubscribes. */
  onCommand(listener: (command: ReplayCommand) => void): () => void;
  /** Calls `read` for each call of a handler in main, which then joins that trace. */
  traceCalls(read: () => SerializedTraceData): void;
}

export interface ReportStore {
  /** What waits on this computer. */
  saved(): Promise<{ count: number; bytes: number }>;
  /** Rejects with an Error that names what could not be removed. */
  erase(): Promise<void>;
}
