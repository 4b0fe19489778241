/** The bridge between page and main: channel names, and the shape of `window.holdfast`. */
import type { Fault, FaultStatus } from './fault.ts';
import type { HoldfastPage } from './page.ts';
import type { TelemetryBridge } from './telemetry.ts';

/** IPC channels, named after the functions of the Bridge, which has their docs. */
export const CHANNELS = {
  ready: 'holdfast:ready',
  waiting: 'holdfast:waiting',
  showing: 'holdfast:showing',
  cleared: 'holdfast:cleared',
  lost: 'holdfast:lost',
  /** Of the preload alone, answered at once: the page script, for documents of a dev server. */
  pageScript: 'holdfast:page-script',
  retry: 'holdfast:retry',
  online: 'holdfast:online',
  consent: 'holdfast:consent',
  signIn: 'holdfast:sign-in',
  signOut: 'holdfast:sign-out',
  faultStatus: 'holdfast:fault-status',
  invoke: 'holdfast:invoke',
  /** One for each name. */
  message: (name: string) => `holdfast:message:${name}`,
} as const;

/** What came of a call of a handler: its result, or what to tell the page's developer. */
export type Invocation = { value: unknown } | { problem: string };

/**
 * The preload tells main the address that the page goes to by itself, and whether with the fields of a form. Not on the
 * bridge: a page cannot send it.
 */
export const GOING_CHANNEL = 'holdfast:going';
/** Main has the preload send that form again. */
export const SEND_FORM_CHANNEL = 'holdfast:send-form';
/** Main has the preload go to an address for which the page wanted a window. */
export const OPEN_CHANNEL = 'holdfast:open';
/** The preload tells main that the page lost what was in it. */
export const EMPTIED_CHANNEL = 'holdfast:emptied';

/** Event of a page's window: one of the app's own pages, or a fault, is painted. Their frame is painted before. */
export const READY_EVENT = 'holdfast:ready';

/** Whether the user lets reports be sent. */
export type Consent = 'on' | 'off';

export interface ConsentAnswer {
  /** Why the choice could not be kept; it still holds until the app is closed. */
  problem?: string;
  /** Nothing was chosen: the page does not ask, or the answer was not the user's. */
  isOpen?: true;
}

/** Characters of a fault's `detail` that a page may send to main. */
export const MAX_FAULT_DETAIL = 20_000;

/** What an error that nobody caught was: any, or a part of the page's code that did not come. */
export interface Thrown {
  kind: 'script' | 'load';
  /** Its stack or text. */
  detail: string;
}

/** What the preload puts on `window.holdfast`. The page has nothing else of Electron. */
export type Bridge = HoldfastPage & ShellBridge;

/** What only the shell's own code in a page uses of it. */
export interface ShellBridge {
  /** Tells main that a page or a fault is painted. */
  ready(): void;
  /** Tells main that the page's code runs, and waits for its data. */
  waiting(): void;
  /** Tells main which fault the page found and shows, and the id of its SDK's event for it. */
  showing(fault: Fault, eventId?: string): void;
  /** Tells main that the page no longer shows this fault. */
  cleared(id: string): void;
  /** Tells main that an error left nothing on the screen, and the id of the SDK's event for it: main shows the fault. */
  lost(thrown: Thrown, eventId?: string): void;
  /** Asks main to load again what failed. */
  retry(): void;
  /** Tells main that the network is back. */
  online(): void;
  /** The user's choice. Without a key or click before it, main asks once more. */
  consent(choice: Consent): Promise<ConsentAnswer>;
  /** Calls `listener` with what main does about the fault on the page. Returns a function that stops it. */
  onFaultStatus(listener: (status: FaultStatus) => void): () => void;
  readonly telemetry: TelemetryBridge;
}

/** The one origin of the app's own pages and files. Renderer code writes paths only. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'shell';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** Below it are the shell's own documents and files, in the same origin as a web build's. */
export const SHELL_PATH = '/_holdfast/';

/** Where any Sentry SDK in a page may post its envelopes: `Sentry.init({ tunnel: '/_holdfast/envelope' })`. */
export const TUNNEL_PATH = `${SHELL_PATH}envelope`;

/** The build's list of the app's pages, for main. */
export const PAGE_LIST = 'pages.json';

/** Name of the `<meta>` with the fault of an error document: a FaultStatus as JSON. */
export const FAULT_META = 'holdfast-fault';
/** Name of the `<meta>` with the app's name and version, such as `Holdfast 0.1.0`. */
export const APP_META = 'holdfast-app';
/** Name of the `<meta>` with the texts of the chosen language as JSON; empty in English. */
export const TEXTS_META = 'holdfast-texts';
