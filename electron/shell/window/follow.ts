/** Tells the state of a window (state.policy.ts) what Electron says about it, its page and the page's loads. */
import { app, type BrowserWindow, type WebContents } from 'electron';
import type { Origins } from '../../common/origins.ts';
import { SHELL_PATH } from '../../shared/channels.ts';
import * as TEXTS from '../../shared/texts.ts';
import { isQuitting } from '../app/lifecycle.ts';
import { retryAfterOf } from '../app/requests.ts';
import { isFaultPage } from '../protocol/faultPage.ts';
import * as faults from '../recovery/faults.ts';
import { isGesture, lastGesture, unseen } from './gestures.ts';
import type { WindowEvent } from './reduce.policy.ts';
import { isServers, type Place, type View } from './state.policy.ts';
import { titleOf } from './title.policy.ts';

const RESET = -101;
const REFUSED = [-102, 'ERR_CONNECTION_REFUSED'] as const;

export interface FollowOptions {
  origins: Origins;
  /** What the window shows; undefined once its events no longer matter. */
  view(): View | undefined;
  send(event: WindowEvent): void;
  /** The path of the app's page, for faults. */
  url(): string;
  /** The app's name in titles. */
  name: string;
  /** Whether the app keeps a window when a page closes this one. */
  isKept: boolean;
}

export function follow(window: BrowserWindow, options: FollowOptions): void {
  const { origins, view, send, url, name, isKept } = options;
  const { webContents: contents } = window;
  const placeAt = (address: string): Place => ({ address, owner: origins.ownerOf(address) });
  /** Adds listeners that are ignored once the window is left. */
  const on = ((event: string, listener: (...args: never[]) => void) => {
    contents.on(event as 'did-navigate', (...args: unknown[]) => {
      if (view() && !contents.isDestroyed()) listener(...(args as never[]));
    });
  }) as WebContents['on'];

  on('did-start-navigation', ({ url: address, isMainFrame, isSameDocument, initiator }) => {
    if (!isMainFrame || isSameDocument) return;
    const pressedMs = performance.now() - (lastGesture(contents) ?? Number.NEGATIVE_INFINITY);
    send({ type: 'started', ...placeAt(address), isOwn: Boolean(initiator), pressedMs });
  });
  on('will-redirect', (event) => {
    if (event.isMainFrame && event.defaultPrevented)
      send({ type: 'redirectRefused', to: event.url, isUnseen: unseen.has(event) });
  });
  on('did-redirect-navigation', ({ url: address, isMainFrame }) => {
    if (isMainFrame) send({ type: 'redirected', ...placeAt(address) });
  });
  on('did-navigate', (_event, address, status, text) => {
    const place = placeAt(address);
    if (place.owner === 'guest')
      window.setTitle(TEXTS.signIn.title({ host: new URL(address).host, name: app.name }));
    // Chromium tells the title of a page without one before this.
    else if (view()?.owner === 'guest') window.setTitle(name);
    const fault = faults.navigated(faults.pathOf(address), status, text);
    send({ type: 'committed', ...place, status, fault, retryAfter: retryAfterOf(address) });
  });
  on('did-navigate-in-page', (_event, address, isMainFrame) => {
    if (isMainFrame) send({ type: 'wentInPage', address });
  });
  on('did-fail-load', (_event, code, description, address, isMainFrame) => {
    if (!isMainFrame) return;
    const place = placeAt(address);
    // Main aborts Chromium's requests to a dev server that does not run (ipc/serverPages).
    const reason = code === RESET && place.owner === 'dev' ? REFUSED : ([code, description] as const);
    const fault = faults.failedLoad(...reason, url());
    if (fault) send({ type: 'failed', ...place, fault });
  });
  // Does nothing after a load that completed.
  on('did-stop-loading', () =>
    setImmediate(() => {
      if (view() && !contents.isDestroyed() && !contents.isLoadingMainFrame()) send({ type: 'stopped' });
    }),
  );
  on('did-frame-finish-load', (_event, isMainFrame, processId, routingId) => {
    const { mainFrame: now } = contents;
    // A page that is left says so late, from its own process.
    if (isMainFrame && processId === now.processId && routingId === now.routingId) send({ type: 'loaded' });
  });
  on('will-frame-navigate', (event) => {
    const { kind, isFault, owner } = view() ?? {};
    const at = faults.placeOf(event.url);
    // Chromium sends a server no SameSite=Strict cookie with a load that a page of the shell began.
    const isToServer = origins.server && isFault && owner === 'shell' && !at.startsWith(SHELL_PATH);
    // The app's page needs a window with script.
    if (event.defaultPrevented || (kind !== 'plain' && !(isToServer && event.isMainFrame))) return;
    event.preventDefault();
    send({ type: 'retry', path: isFaultPage(at) ? undefined : at });
  });
  on('render-process-gone', (_event, details) =>
    send({ type: 'processGone', fault: faults.rendererGone(details, url()) }),
  );
  on('preload-error', (_event, file, error) =>
    send({ type: 'preloadFailed', fault: faults.preloadFailed(file, error, url()), error }),
  );
  on('login', () => send({ type: 'asksUser' }));
  on('select-client-certificate', () => send({ type: 'asksUser' }));
  on('input-event', (_event, input) => isGesture(input) && send({ type: 'changed' }));
  on('unresponsive', () => send({ type: 'unresponsive' }));
  on('responsive', () => send({ type: 'responsive' }));
  // As in a browser's tab.
  on('content-bounds-updated', (event) => {
    if (isServers(view()?.owner)) event.preventDefault();
  });
  const tell = (type: 'painted' | 'resume') => () => void (view() && send({ type }));
  window.once('ready-to-show', tell('painted'));
  window.on('restore', tell('resume'));
  window.once('show', () => window.on('show', tell('resume')));
  window.on('page-title-updated', (event, title, isPages) => {
    event.preventDefault();
    const { owner } = view() ?? {};
    if (owner !== 'guest') window.setTitle(titleOf(isPages ? title : '', name, owner === 'server'));
  });
  let isUsers = false;
  window.on('close', () => {
    isUsers = true;
  });
  window.on('closed', () => view() && send({ type: 'closed', isUsers, isKept: isKept && !isQuitting() }));
}
