/** Windows that pages open. */
import type {
  BrowserWindow,
  HandlerDetails,
  Session,
  WebContents,
  WindowOpenHandlerResponse,
} from 'electron';
import type { Size } from './bounds.policy.ts';
import { makeWindow, preferencesOf, type WindowKind } from './createWindow.ts';

/**
 * Lets a page open a window. A pop-up outlives that page, as in a browser; a sign-in's window closes with it. The page's
 * own wishes do not count, such as a window without a frame.
 * @param sizeFor returns its size for the one that the page wants, both in DIPs
 * @param follow gets the window, still empty
 * @param session of its contents, if not the app's
 */
export function allowWindow(
  kind: WindowKind,
  { url, referrer }: HandlerDetails,
  sizeFor: (wanted: Size) => Size,
  follow: (window: BrowserWindow) => void,
  session?: Session,
): WindowOpenHandlerResponse {
  return {
    action: 'allow',
    outlivesOpener: kind === 'popUp',
    overrideBrowserWindowOptions: { webPreferences: preferencesOf(kind) },
    createWindow: (options) => {
      const {
        webContents,
        width = 0,
        height = 0,
      } = options as typeof options & { webContents?: WebContents };
      const from = { ...(webContents && { webContents }), ...(session && !webContents && { session }) };
      const window = makeWindow(kind, sizeFor({ width, height }), from);
      follow(window);
      // After a Ctrl+click no web contents load the page. did-fail-load reports the reason.
      if (!webContents) window.loadURL(url, { httpReferrer: referrer }).catch(() => undefined);
      return window.webContents;
    },
  };
}
