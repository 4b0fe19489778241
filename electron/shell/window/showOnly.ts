/** Windows that show one of the app's own documents: the diagnostics, a form. */
import type { BrowserWindow } from 'electron';
import { APP_ORIGIN } from '../../shared/channels.ts';
import { failedLoad } from '../recovery/faults.ts';
import { makeWindow, type WindowPlace } from './createWindow.ts';

/** Milliseconds after which the window is shown, even if it has not painted. */
const MAX_HIDDEN_MS = 3_000;

/**
 * Opens the document in a window and prevents any other navigation: another page would have this window's rights.
 * @param path without origin; more query may follow
 * @param lost called once, with the reason, if the document cannot be shown
 * @param isQuiet whether the window must not take the focus when it is shown
 */
export function showOnly(
  path: string,
  size: WindowPlace['bounds'],
  lost: (reason: string) => void,
  isQuiet: () => boolean = () => false,
): BrowserWindow {
  const window = makeWindow('plain', size);
  const { webContents: contents } = window;
  // The app's menu is for the app's own window, also if it is set later.
  if (process.platform !== 'darwin') {
    window.removeMenu();
    window.setAutoHideMenuBar(true);
  }
  const address = APP_ORIGIN + path;
  const show = () => {
    if (window.isDestroyed() || window.isVisible()) return;
    if (isQuiet()) window.showInactive();
    else window.show();
  };
  setTimeout(show, MAX_HIDDEN_MS).unref();
  window.once('ready-to-show', show);
  const { promise, resolve } = Promise.withResolvers<string>();
  void promise.then(lost);
  // Without a menu, which has these keys elsewhere.
  contents.on('before-input-event', (_event, { type, key, control, meta }) => {
    const isClose = key === 'Escape' || (key.toLowerCase() === 'w' && (control || meta));
    if (type === 'keyDown' && isClose) window.close();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.url.startsWith(address)) event.preventDefault();
  });
  contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    const fault = isMainFrame ? failedLoad(code, description, path) : undefined;
    if (fault?.detail) resolve(fault.detail);
  });
  contents.on('render-process-gone', (_event, { reason, exitCode }) =>
    resolve(`its process is gone: ${reason}, exit code ${exitCode}`),
  );
  // did-fail-load reports the reason.
  contents.loadURL(address).catch(() => undefined);
  return window;
}
