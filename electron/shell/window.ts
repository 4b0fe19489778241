/** How a window of the app is made. */
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme } from 'electron';

/** The colours of the frame in index.html, so that nothing flashes before its first paint. */
const BACKGROUND = { dark: '#000000', light: '#ffffff' };

/**
 * `app` runs the app's pages. `plain` runs no script at all and has no preload: it is for an honest page that
 * must paint where the app's page could not.
 */
export type WindowKind = 'app' | 'plain';

/**
 * Makes a window that shows nothing yet and is not visible.
 * @param place where it lies; the middle of the screen if absent
 */
export function makeWindow(kind: WindowKind, place: Partial<Electron.Rectangle> = {}): BrowserWindow {
  return new BrowserWindow({
    show: false,
    width: 1024,
    height: 720,
    minWidth: 320,
    minHeight: 240,
    ...place,
    title: app.name,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      ...(kind === 'app'
        ? { preload: join(app.getAppPath(), '.build', 'preload', 'preload.cjs') }
        : { javascript: false }),
      // Electron's defaults, written down so that no other setting can change them unseen.
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      // The spell checker fetches its dictionaries from the network.
      spellcheck: false,
    },
  });
}
