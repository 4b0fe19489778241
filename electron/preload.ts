/** The only bridge between a page and Electron: `window.holdfast`, and the channel of Sentry's SDK. */
import '@sentry/electron/preload';
import { contextBridge, ipcRenderer, webFrame } from 'electron';
import { watchEmptying } from './recovery/emptyingPreload.ts';
import { type Bridge, CHANNELS, type Invocation } from './shared/channels.ts';
import { TELEMETRY_CHANNELS } from './shared/telemetry.ts';
import { followWays } from './window/leavingPreload.ts';
import { followTyping } from './window/typingPreload.ts';

/** Kilobytes that earlier pages may leave in this page's process. */
const LEFT_KB = 32_000;

/** The page gets the value from main, never Electron's event, which would expose ipcRenderer. */
function listen<T>(channel: string, listener: (value: T) => void): () => void {
  const forward = (_event: unknown, value: T) => listener(value);
  ipcRenderer.on(channel, forward);
  return () => void ipcRenderer.off(channel, forward);
}

/** Electron's rejection if the page is being left, or if a handler can never answer. */
const NEVER_ANSWERED = /reply was never sent/;

let readTrace: (() => unknown) | undefined;

async function invoke(name: string, ...[input]: unknown[]): Promise<never> {
  const call: Promise<Invocation> = ipcRenderer.invoke(CHANNELS.invoke, name, input, readTrace?.());
  const answer = await call.catch((error) => {
    // Nobody waits any more, and an uncaught rejection would be a fault of the page.
    if (NEVER_ANSWERED.test(error)) return new Promise<never>(() => undefined);
    throw error;
  });
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.value as never;
}

const bridge: Bridge = {
  ready: () => ipcRenderer.send(CHANNELS.ready),
  waiting: () => ipcRenderer.send(CHANNELS.waiting),
  showing: (fault, eventId) => ipcRenderer.send(CHANNELS.showing, fault, eventId),
  cleared: (id) => ipcRenderer.send(CHANNELS.cleared, id),
  lost: (thrown, eventId) => ipcRenderer.send(CHANNELS.lost, thrown, eventId),
  retry: () => ipcRenderer.send(CHANNELS.retry),
  online: () => ipcRenderer.send(CHANNELS.online),
  consent: (choice) => ipcRenderer.invoke(CHANNELS.consent, choice),
  signIn: () => ipcRenderer.send(CHANNELS.signIn),
  signOut: () => ipcRenderer.invoke(CHANNELS.signOut),
  onFaultStatus: (listener) => listen(CHANNELS.faultStatus, listener),
  invoke,
  onMessage: (name, listener) => listen(CHANNELS.message(name), listener),
  telemetry: {
    settings: () => ipcRenderer.invoke(TELEMETRY_CHANNELS.settings),
    report: (report) => ipcRenderer.send(TELEMETRY_CHANNELS.report, report),
    onCommand: (listener) => listen(TELEMETRY_CHANNELS.command, listener),
    traceCalls(read) {
      readTrace = read;
    },
  },
};

/** The page script, which main does not add to a server's documents; '' for a sign-in's. */
const script: string = /^https?:$/.test(location.protocol) ? ipcRenderer.sendSync(CHANNELS.pageScript) : '';
if (script || location.protocol === 'app:') {
  contextBridge.exposeInMainWorld('holdfast', bridge);
  watchEmptying(followTyping(followWays()));
}
// A file of the build shown by itself, such as a PDF or a picture, has no page script that reports this.
if (location.protocol === 'app:' && document.contentType !== 'text/html')
  addEventListener('load', bridge.ready);

// Nothing of this page exists yet. Chromium is slow to collect pages that were left: 100 reloads held 270 MB.
if (process.getHeapStatistics().usedHeapSize > LEFT_KB) webFrame.clearCache();

// The server's content security policy does not apply to it.
if (script) void webFrame.executeJavaScript(script);
