/** The window of the diagnostics: it stays on its one document. */
import { type BrowserWindow, dialog, type WebContents } from 'electron';
import { log } from '../app/log.ts';
import { APP_ORIGIN } from '../shared/channels.ts';
import * as TEXTS from '../shared/texts.ts';
import { focusWindow, makeWindow } from '../window/createWindow.ts';

const texts = TEXTS.diagnostics;

/** Milliseconds after which the window is shown, painted or not. */
const MAX_HIDDEN_MS = 3_000;
/** Chromium's code of a load that another one replaced, such as a reload. */
const ERR_ABORTED = -3;

function openWindow(address: string): BrowserWindow {
  const window = makeWindow('diagnostics', { width: 860, height: 720 });
  const show = () => {
    if (!window.isDestroyed() && !window.isVisible()) window.show();
  };
  setTimeout(show, MAX_HIDDEN_MS).unref();
  window.once('ready-to-show', show);

  let isLost = false;
  const lose = (reason: string) => {
    if (isLost) return;
    isLost = true;
    // Not inside the event: Electron isn't done with the page.
    setImmediate(() => {
      if (!window.isDestroyed()) window.destroy();
      log(`${texts.notShown}: ${reason}.`);
      dialog.showErrorBox(texts.notShown, texts.notShownDetail(reason));
    });
  };
  const contents = window.webContents;
  // Only the same document again: another page would run with this window's preload.
  contents.on('will-frame-navigate', (event) => {
    if (event.url !== address) event.preventDefault();
  });
  contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame && code !== ERR_ABORTED) lose(`${description} (${code})`);
  });
  contents.on('render-process-gone', (_event, { reason, exitCode }) =>
    lose(`its process is gone: ${reason}, exit code ${exitCode}`),
  );
  contents.loadURL(address).catch(() => undefined);
  return window;
}

/**
 * If the window can't show the document, it is closed and a dialog says why.
 * @param path where the document is, without origin
 */
export function diagnosticsWindow(path: string) {
  let window: BrowserWindow | undefined;
  return {
    open(): void {
      if (window) return focusWindow(window);
      window = openWindow(APP_ORIGIN + path);
      window.once('closed', () => {
        window = undefined;
      });
    },
    current: (): BrowserWindow | undefined => window,
    isTrustedSender: ({ id }: WebContents): boolean =>
      window !== undefined && !window.isDestroyed() && id === window.webContents.id,
  };
}
