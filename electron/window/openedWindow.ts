/** Windows that pages open. */
import type { BrowserWindow, HandlerDetails, WebContents, WindowOpenHandlerResponse } from 'electron';
import type { Size } from './bounds.policy.ts';
import { preferencesOf, type WindowKind } from './createWindow.ts';

/**
 * Lets a page open a window. One of the app outlives that page, as in a browser; a sign-in's closes with it. The page's
 * own wishes do not count, such as a window without a frame.
 * @param open makes it, still empty, from the size that the page wants, in DIPs, and from its contents if Electron has any
 */
export function allowWindow(
  kind: WindowKind,
  { url, referrer }: HandlerDetails,
  open: (wanted: Size, webContents: WebContents | undefined) => BrowserWindow,
): WindowOpenHandlerResponse {
  return {
    action: 'allow',
    outlivesOpener: kind === 'app',
    overrideBrowserWindowOptions: { webPreferences: preferencesOf(kind) },
    createWindow: (options) => {
      const {
        webContents,
        width = 0,
        height = 0,
      } = options as typeof options & { webContents?: WebContents };
      const window = open({ width, height }, webContents);
      // After a Ctrl+click no web contents load the page. did-fail-load reports the reason.
      if (!webContents) window.loadURL(url, { httpReferrer: referrer }).catch(() => undefined);
      return window.webContents;
    },
  };
}
