/** The bridge between page and main: channel names, and the shape of `window.holdfast`. */
import type { Fault } from './fault.ts';

/** IPC channel names. One word for one thing: the bridge's function and its channel share it. */
export const CHANNELS = {
  /** page → main: the page has painted itself. No payload. */
  ready: 'holdfast:ready',
  /** main → page: show this fault. Payload: a Fault. */
  fault: 'holdfast:fault',
} as const;

/** What the preload puts on `window.holdfast`. The page has nothing else of Electron. */
export interface Bridge {
  /** Tells main that this page has painted itself. */
  ready(): void;
  /** Calls `listener` for each fault that main wants shown. Returns a function that stops it. */
  onFault(listener: (fault: Fault) => void): () => void;
}

/** The one origin of the app's own pages and files. Renderer code writes paths only. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'shell';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

/** Name of the `<meta>` in which a document that main answers carries its fault, as JSON. */
export const FAULT_META = 'holdfast-fault';
