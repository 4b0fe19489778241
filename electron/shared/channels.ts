/** The bridge between page and main: channel names, and the shape of `window.holdfast`. */
import type { Fault, FaultStatus, Thrown } from './fault.ts';
import type { TelemetryBridge } from './telemetryMessages.ts';
import type { HoldfastPage } from './windowHoldfast.ts';

/** IPC channels, named after the functions of the Bridge, where they are documented. */
export const CHANNELS = {
  ready: 'holdfast:ready',
  waiting: 'holdfast:waiting',
  showing: 'holdfast:showing',
  cleared: 'holdfast:cleared',
  lost: 'holdfast:lost',
  /** For the preload alone, answered synchronously: the page script, for documents of a server. */
  pageScript: 'holdfast:page-script',
  retry: 'holdfast:retry',
  online: 'holdfast:online',
  consent: 'holdfast:consent',
  signOut: 'holdfast:sign-out',
  mayPrint: 'holdfast:may-print',
  faultStatus: 'holdfast:fault-status',
  invoke: 'holdfast:invoke',
  message: (name: string) => `holdfast:message:${name}`,
} as const;

/** The outcome of a handler call: its result, or a message for the page's developer. */
export type Invocation = { value: unknown } | { problem: string };

/** The preload tells main where the page navigates, and whether by a form. Not on the bridge: no page can send it. */
export const GOING_CHANNEL = 'holdfast:going';
export const SEND_FORM_CHANNEL = 'holdfast:send-form';
/** Main asks the preload to open an address for which the page wanted a new window. */
export const OPEN_CHANNEL = 'holdfast:open';
/** Main asks the preload whether the page holds typed text; it answers through the port. */
export const HOLDS_CHANNEL = 'holdfast:holds';
export const EMPTIED_CHANNEL = 'holdfast:emptied';

/** The preload tells main how many messages on a channel were over the document's budget. */
export const OVER_BUDGET_CHANNEL = 'holdfast:over-budget';

/** Event on a page's window: an app page or a fault is painted. The frame is painted earlier. */
export const READY_EVENT = 'holdfast:ready';

/** Whether the user allows reports to be sent. */
export type Choice = 'on' | 'off';

export interface ConsentAnswer {
  /** Why the choice could not be saved; it still holds until the app closes. */
  problem?: string;
  /** Nothing was chosen: the page is not asking, or the user did not give the answer. */
  isOpen?: true;
}

/** Longest `detail` of a fault, in characters, that a page may send to main. */
export const MAX_FAULT_DETAIL = 20_000;

/** What the preload puts on `window.holdfast`. The page gets nothing else from Electron. */
export type Bridge = HoldfastPage & ShellBridge;
/** The part that only the shell's own code in a page uses. */
export interface ShellBridge {
  ready(): void;
  /** Tells main that the page's code runs and waits for its data. */
  waiting(): void;
  /** Tells main which fault the page found and shows, and the SDK's event id for it. */
  showing(fault: Fault, eventId?: string): void;
  cleared(id: string): void;
  /** Tells main that an error left the screen empty, and the SDK's event id for it. Main then shows the fault. */
  lost(thrown: Thrown, eventId?: string): void;
  retry(): void;
  online(): void;
  /** Stores the user's choice. In a page of the app, or without a key press or click before the call, main asks once more. */
  consent(choice: Choice): Promise<ConsentAnswer>;
  /** Takes the right to open the system's print dialog: once in a load of the user's, and once after each press. */
  mayPrint(): boolean;
  /** Calls `listener` with each status of the fault on the page. Returns a function that unsubscribes. */
  onFaultStatus(listener: (status: FaultStatus) => void): () => void;
  readonly telemetry: TelemetryBridge;
}

/** The one origin of the app's own pages and files. Renderer code writes paths only. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'shell';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** Prefix of the shell's own documents and files, which share the origin of the app's web build. */
export const SHELL_PATH = '/_holdfast/';

/** Where any Sentry SDK in a page may post its envelopes: `Sentry.init({ tunnel: '/_holdfast/envelope' })`. */
export const TUNNEL_PATH = `${SHELL_PATH}envelope`;

/** Where Chromium posts what the content security policy has refused. */
export const REFUSED_PATH = `${SHELL_PATH}refused`;

export const PAGE_LIST = 'pages.json';

/** Names of `<meta>` elements: the FaultStatus of an error document, as JSON. */
export const FAULT_META = 'holdfast-fault';
/** The app's name and version, such as `Holdfast 0.1.0`. */
export const APP_META = 'holdfast-app';
/** The texts of the chosen language as JSON; empty for English. */
export const TEXTS_META = 'holdfast-texts';
