/** The bridge between page and main: channel names, and the shape of `window.holdfast`. */
import type { Fault, FaultStatus } from './fault.ts';
import type { TelemetryBridge } from './telemetry.ts';

/** IPC channel names: each is that of the function of the Bridge, which says what it is for. */
export const CHANNELS = {
  ready: 'holdfast:ready',
  waiting: 'holdfast:waiting',
  showing: 'holdfast:showing',
  cleared: 'holdfast:cleared',
  retry: 'holdfast:retry',
  online: 'holdfast:online',
  consent: 'holdfast:consent',
  signIn: 'holdfast:sign-in',
  signOut: 'holdfast:sign-out',
  fault: 'holdfast:fault',
  faultStatus: 'holdfast:fault-status',
} as const;

/** The preload tells main where the page goes by itself, with the address: a page cannot say it. */
export const GOING_CHANNEL = 'holdfast:going';

/** Whether the user lets reports be sent. */
export type Consent = 'on' | 'off';

export interface ConsentAnswer {
  /** Why the choice could not be kept; it still holds until the app is closed. */
  problem?: string;
  /** Nothing is chosen: the page does not ask, or it was not the user who answered. */
  isOpen?: true;
}

/** What the preload puts on `window.holdfast`. The page has nothing else of Electron. */
export interface Bridge {
  /** Tells main that a page or a fault is painted. */
  ready(): void;
  /** Tells main that the page's code is there, and waits for its data. */
  waiting(): void;
  /** Tells main which fault the page found and shows by itself, and the id of the event that its SDK makes of it. */
  showing(fault: Fault, eventId?: string): void;
  /** Tells main that the page no longer shows the fault with this id, which it had told. */
  cleared(id: string): void;
  /** Asks main to load again what failed. */
  retry(): void;
  /** Tells main that the network is back. */
  online(): void;
  /** Keeps the user's choice, where the page asks for it and somebody has pressed a key or a button; else main asks. */
  consent(choice: Consent): Promise<ConsentAnswer>;
  /** Opens the window of a sign-in, if the settings name one. The page is loaded again when somebody is signed in. */
  signIn(): void;
  /** Removes the cookies, saved answers and images of the web app, and loads the page again. Rejects if any is left. */
  signOut(): Promise<void>;
  /** Calls `listener` for each fault that main wants shown. Returns a function that stops it. */
  onFault(listener: (status: FaultStatus) => void): () => void;
  /** Calls `listener` with what main does about the fault on the page. Returns a function that stops it. */
  onFaultStatus(listener: (status: FaultStatus) => void): () => void;
  readonly telemetry: TelemetryBridge;
}

/** The one origin of the app's own pages and files. Renderer code writes paths only. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'shell';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** The file of the build with the app's pages, by which main answers. */
export const PAGE_LIST = 'pages.json';

/** Name of the `<meta>` in which a document that main answers carries its fault, a FaultStatus as JSON. */
export const FAULT_META = 'holdfast-fault';
