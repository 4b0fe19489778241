import type { ClientOptions, SerializedTraceData } from '@sentry/core';

/** Messages between main and pages about telemetry. */

/** Of the channels on which `@sentry/electron/renderer` speaks to main, as its preload expects them. */
export const SDK_NAMESPACE = 'sentry-ipc';

export const TELEMETRY_CHANNELS = {
  /** page → main, answered: the settings for this page, or `null` when there is no telemetry. */
  settings: 'holdfast:telemetry-settings',
  /** page → main: a PageReport. */
  report: 'holdfast:telemetry-report',
  /** main → page: a ReplayCommand. */
  command: 'holdfast:telemetry-command',
} as const;

/** Settings for a page's SDK. */
export interface TelemetrySettings {
  /** The same as main's. */
  release: string;
  environment: string;
  publicKey: string;
  /** Share of page loads and navigations that are traced, 0 to 1; absent: none. */
  tracesSampleRate?: number;
  /** The app's own, of the SDK's options of these names. */
  options: Pick<ClientOptions, 'allowUrls' | 'denyUrls' | 'enableLogs'>;
  /** Address of a module whose default export changes the options. */
  module?: string;
  /** Whether a replay may ever be recorded; if not, the page does not load the recorder. */
  replay: boolean;
  /** Milliseconds between two segments of a replay. */
  replayFlush: { minimum: number; maximum: number };
  /** Longest replay, in milliseconds. */
  replayMaximum: number;
  /** CSS selectors of what replays mask, block or ignore beside all text, input and media. */
  masks: Partial<Record<'mask' | 'unmask' | 'block' | 'unblock' | 'ignore', string[]>>;
}

/** Limits on what a page may hold or add while it is recorded. */
export type Crowd = 'replayAdded' | 'replayElements';

/** page → main */
export type PageReport =
  /** The page can take commands. */
  | { what: 'ready' }
  /** The user touched the page: pointer, wheel, key. At most once a second. */
  | { what: 'input' }
  /** The recorder runs, with this replay id. */
  | { what: 'started'; replayId: string }
  /** The recorder stopped by itself. `reason` is the SDK's. */
  | { what: 'ended'; replayId: string; reason: string }
  /** The page is over this limit: it is not recorded until it is within it. */
  | { what: 'crowded'; by: Crowd }
  /** What was recorded is sent, and the recording begins again with a whole picture of the page. */
  | { what: 'checkpoint'; replayId: string };

/** main → the recorder of a page, which runs them one after the other. */
export type ReplayCommand =
  /** Record, with the replay of this tab if it has one. `live`: what is recorded is sent, not held in main. */
  | { do: 'record'; live: boolean }
  /** As `record`, with a new replay id. */
  | { do: 'renew'; live: boolean }
  | { do: 'pause' }
  | { do: 'resume' }
  | { do: 'flush' }
  /** Send what is recorded and begin again with a whole picture of the page. */
  | { do: 'checkpoint' }
  /** End this replay; its last part is sent if `flush`. */
  | { do: 'stop'; flush: boolean };

/** The part of the bridge that telemetry uses: `window.holdfast.telemetry`. */
export interface TelemetryBridge {
  settings(): Promise<TelemetrySettings | null>;
  report(report: PageReport): void;
  /** Calls `listener` for each command. Returns a function that stops it. */
  onCommand(listener: (command: ReplayCommand) => void): () => void;
  /** Calls `read` with each call of a handler in main, which then belongs to that trace. */
  traceCalls(read: () => SerializedTraceData): void;
}

/** Reports that wait on this computer: how many, and their bytes. */
export interface Saved {
  count: number;
  bytes: number;
}

export interface ReportStore {
  saved(): Saved;
  /** @throws Error that names what could not be removed */
  erase(): void;
}
