/**
 * Windows that the app's pages open, as in a browser: such a window and its opener reach each other. It has no bridge,
 * and shows nothing but pages of the app, and error pages in their place.
 */
import { app, type BrowserWindow, type HandlerDetails, screen, type WebContents } from 'electron';
import { toAppUrl } from '../app/commandLine.ts';
import { stayOpen } from '../app/lifecycle.ts';
import { askerIn, isApp, ownerOf, type PageOwner } from '../app/origins.ts';
import * as faults from '../recovery/faults.ts';
import { APP_ORIGIN } from '../shared/channels.ts';
import { DURATIONS } from '../shared/durations.ts';
import type { Fault } from '../shared/fault.ts';
import { sizeOn } from './bounds.policy.ts';
import { SMALLEST, USUAL, windowOf } from './createWindow.ts';
import { takeGesture } from './gestures.ts';
import { Leaving } from './leaving.ts';
import { Loads } from './loads.ts';
import { allowWindow } from './openedWindow.ts';
import type { OnExternal } from './security.ts';
import { titleOf } from './title.policy.ts';
import { cover, uncover } from './waiting.ts';

export interface PopUpOptions {
  onExternal: OnExternal;
  /** Returns the address, without origin, of a page that shows the fault. */
  documentPath(fault: Fault): string;
}

/**
 * What a page may show in a window of its own: an empty document for it to fill, a Blob, or a page of its server. A
 * build's pages expect the bridge, and so stay in the app's window.
 */
function mayShow(address: string, asker: PageOwner | undefined): boolean {
  if (!isApp(asker)) return false;
  if (address === 'about:blank') return true;
  const isItsOwn = ownerOf(address.replace(/^blob:/, '')) === asker;
  return isItsOwn && (asker === 'server' || address.startsWith('blob:'));
}

/** Answers a page that opens a window; undefined if it may not: only a page of the app may, once for each press. */
export function openPopUp(
  contents: WebContents,
  details: HandlerDetails,
  options: PopUpOptions,
): Electron.WindowOpenHandlerResponse | undefined {
  if (!mayShow(details.url, askerIn(contents.mainFrame)) || !takeGesture(contents)) return undefined;
  const { workArea } = screen.getDisplayMatching(windowOf(contents)?.getBounds() ?? { x: 0, y: 0, ...USUAL });
  return allowWindow(
    'popUp',
    details,
    (wanted) => sizeOn(details.features ? wanted : USUAL, workArea, SMALLEST),
    (window) => follow(window, options),
  );
}

function follow(window: BrowserWindow, { onExternal, documentPath }: PopUpOptions): void {
  const { webContents: contents } = window;
  const timer = setTimeout(() => {
    cover(window);
    window.show();
  }, DURATIONS.showMs);
  // Never inside the event that reports the fault.
  const fail = (fault: Fault | undefined) =>
    setImmediate(() => {
      if (fault && !window.isDestroyed())
        contents.loadURL(APP_ORIGIN + documentPath(fault)).catch(() => undefined);
    });
  const ignore = () => undefined;
  new Loads(contents, () => window.isDestroyed(), {
    ...{ started: ignore, looped: ignore, began: ignore, wentInPage: ignore, stayed: ignore },
    committed() {
      clearTimeout(timer);
      uncover(window);
      if (!window.isVisible()) window.show();
    },
    failed: (code, text, { address }) => fail(faults.failedLoad(code, text, faults.pathOf(address))),
    // Not even a document came, as from an answer with 204.
    stoppedBlank: (refused) => (refused ? fail(faults.redirectRefused(refused, '/')) : window.destroy()),
  });
  new Leaving({ window, onExternal, isLost: () => false, staying: stayOpen });
  contents.on('render-process-gone', (_event, details) =>
    fail(faults.rendererGone(details, faults.pathOf(contents.getURL()))),
  );
  // The links of the shell's own page, which has no script.
  contents.on('will-frame-navigate', (event) => {
    if (ownerOf(contents.getURL()) !== 'shell' || ownerOf(event.url) !== 'shell') return;
    event.preventDefault();
    // did-fail-load reports the reason.
    contents.loadURL(toAppUrl(faults.pathOf(event.url))).catch(() => undefined);
  });
  window.on('page-title-updated', (event, title, isPages) => {
    event.preventDefault();
    window.setTitle(titleOf(isPages ? title : '', app.name, true));
  });
  // As in a browser's tab.
  contents.on('content-bounds-updated', (event) => event.preventDefault());
  window.once('closed', () => clearTimeout(timer));
}
