/** The only bridge between a page and Electron: `window.holdfast`, and the channel of Sentry's SDK. */
// Declares `window.__SENTRY_IPC__`.
import type {} from '@sentry/electron/main';
import { contextBridge, ipcRenderer, webFrame } from 'electron';
import { type Bridge, CHANNELS, HOLDS_CHANNEL, type Invocation } from './shared/channels.ts';
import { SDK_NAMESPACE, TELEMETRY_CHANNELS } from './shared/telemetryMessages.ts';
import { watchEmptying } from './shell/recovery/emptyingPreload.ts';
import { followLeaving } from './shell/window/leavingPreload.ts';
import { ask, askNow, send } from './shell/window/messagesPreload.ts';

/** Kilobytes that earlier pages may leave in this page's process. */
const LEFT_KB = 32_000;

/** The page gets the value from main, never Electron's event, which would expose ipcRenderer. */
function listen<T>(channel: string, listener: (value: T) => void): () => void {
  const forward = (_event: unknown, value: T) => listener(value);
  ipcRenderer.on(channel, forward);
  return () => void ipcRenderer.off(channel, forward);
}

const STEPS: Readonly<Record<string, number>> = { '+': 0.5, '-': -0.5 };
/** Chromium's numbers of the keys that the menu has: = and − of a US keyboard, + and − of a number pad. */
const KEYS_OF_MENU = [187, 189, 107, 109];

/** Zooms by what a key types: on a Japanese, Swiss, Turkish or French keyboard, the menu's keys are in other places. */
function zoom(event: KeyboardEvent): void {
  const { isTrusted, key, keyCode, ctrlKey, altKey, metaKey } = event;
  const step = STEPS[key];
  if (!step || !isTrusted || !ctrlKey || altKey || metaKey || KEYS_OF_MENU.includes(keyCode)) return;
  // A page that takes the key itself comes first, with whichever listener.
  setTimeout(() => {
    if (!event.defaultPrevented) webFrame.setZoomLevel(webFrame.getZoomLevel() + step);
  });
}

/** Again after `document.open`, which removes listeners. The menus of macOS go by what a key types. */
function zoomBySigns(): void {
  if (process.platform !== 'darwin') addEventListener('keydown', zoom, true);
}

let readTrace: (() => unknown) | undefined;

async function invoke(name: string, ...[input]: unknown[]): Promise<never> {
  const call: Promise<Invocation> = ask(CHANNELS.invoke, name, input, readTrace?.());
  const answer = await call.catch((error) => {
    // The page is being left, or its handler can never answer: an uncaught rejection would be a fault of the page.
    if (/reply was never sent/.test(error)) return new Promise<never>(() => undefined);
    throw error;
  });
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.value as never;
}

const bridge: Bridge = {
  ready: () => send(CHANNELS.ready),
  waiting: () => send(CHANNELS.waiting),
  showing: (fault, eventId) => send(CHANNELS.showing, fault, eventId),
  cleared: (id) => send(CHANNELS.cleared, id),
  lost: (thrown, eventId) => send(CHANNELS.lost, thrown, eventId),
  retry: () => send(CHANNELS.retry),
  online: () => send(CHANNELS.online),
  consent: (choice) => ask(CHANNELS.consent, choice),
  signOut: () => ask(CHANNELS.signOut),
  mayPrint: () => askNow(CHANNELS.mayPrint) === true,
  onFaultStatus: (listener) => listen(CHANNELS.faultStatus, listener),
  invoke,
  onMessage: (name, listener) => listen(CHANNELS.message(name), listener),
  telemetry: {
    settings: () => ask(TELEMETRY_CHANNELS.settings),
    report: (report) => send(TELEMETRY_CHANNELS.report, report),
    onCommand: (listener) => listen(TELEMETRY_CHANNELS.command, listener),
    traceCalls(read) {
      readTrace = read;
    },
  },
};

/** What the SDK's own preload provides, and its pages expect. */
const sdk: NonNullable<Window['__SENTRY_IPC__']>[string] = {
  sendRendererStart: () => send(`${SDK_NAMESPACE}.start`),
  sendScope: (scope) => send(`${SDK_NAMESPACE}.scope`, scope),
  sendEnvelope: (envelope) => send(`${SDK_NAMESPACE}.envelope`, envelope),
  sendFeedback: (envelope) => ask(`${SDK_NAMESPACE}.feedback`, envelope),
  sendStatus: (status) => send(`${SDK_NAMESPACE}.status`, status),
  sendStructuredLog: (log) => send(`${SDK_NAMESPACE}.structured-log`, log),
  sendMetric: (metric) => send(`${SDK_NAMESPACE}.metric`, metric),
};

/** The page script, which main does not add to a server's documents; '' for a sign-in's. */
const script: string = /^https?:$/.test(location.protocol)
  ? ipcRenderer.sendSync(CHANNELS.pageScript, origin)
  : '';
const isApps = script !== '' || !/^https?:$/.test(location.protocol);
if (script || location.protocol === 'app:') {
  contextBridge.exposeInMainWorld('holdfast', bridge);
  contextBridge.exposeInMainWorld('__SENTRY_IPC__', { [SDK_NAMESPACE]: sdk });
}
// An empty document is its opener's to fill. Text typed in a sign-in does not belong to the app.
if (isApps) {
  const leaving = followLeaving();
  watchEmptying(() => {
    leaving();
    zoomBySigns();
  });
} else ipcRenderer.on(HOLDS_CHANNEL, ({ ports }) => ports[0]?.close());
zoomBySigns();
// A file of the build shown by itself, such as a PDF or a picture, has no page script that reports this.
if (location.protocol === 'app:' && document.contentType !== 'text/html')
  addEventListener('load', bridge.ready);

// Nothing of this page exists yet. Chromium is slow to collect pages that were left: 100 reloads held 270 MB.
if (process.getHeapStatistics().usedHeapSize > LEFT_KB) webFrame.clearCache();

// The server's content security policy does not apply to it.
if (script) void webFrame.executeJavaScript(script);
