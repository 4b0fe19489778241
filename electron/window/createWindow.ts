/** How a window of the app is made. */
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  nativeImage,
  nativeTheme,
  type Session,
  session as sessions,
  type WebContents,
} from 'electron';
import { appFolder } from '../app/folder.ts';
import { config } from '../config.ts';
import * as TEXTS from '../shared/texts.ts';
import type { WindowMode } from './boundsFile.ts';

/** The colours of the frame in index.html, so that nothing flashes before its first paint. */
const BACKGROUND = { dark: '#000000', light: '#ffffff' };

/**
 * `app` runs the app's pages. `plain` runs no script and has no preload: it is for pages that must paint where the app's
 * could not, and for those of main. `signIn` shows pages of other servers: script, no preload, in another session.
 */
export type WindowKind = 'app' | 'plain' | 'signIn';

/** Sizes of a window in DIPs: initial and minimum. */
export const USUAL = { width: 1024, height: 720 } as const;
export const SMALLEST = { width: 320, height: 240 } as const;

/** A window's position: centred without `x` and `y`. */
export interface Place {
  bounds: Partial<Electron.Rectangle>;
  mode: WindowMode;
}

/**
 * Makes a window that shows nothing yet and is not visible.
 * @param from what is shown in it: those of a window that a page opens, as Electron hands them over, or new ones of
 *   this session; if absent, of the app's
 */
export function makeWindow(
  kind: WindowKind,
  bounds: Place['bounds'],
  from: { webContents?: WebContents; session?: Session } = {},
): BrowserWindow {
  const { webContents, session } = from;
  const window = new BrowserWindow({
    show: false,
    ...USUAL,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    ...bounds,
    ...(webContents && { webContents }),
    title: app.name,
    // X11 shows the window's own icon; elsewhere it is that of the installed program.
    ...(process.platform === 'linux' &&
      config.packaged && { icon: nativeImage.createFromPath(join(process.resourcesPath, 'icon.png')) }),
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      ...(kind === 'plain' && { javascript: false }),
      ...(session && { session }),
      ...(kind === 'app' && { preload: join(appFolder(), 'preload', 'preload.cjs') }),
      // From the second alert of a page on, the user may refuse any more: one without an end would be all that is left.
      safeDialogs: true,
      safeDialogsMessage: TEXTS.dialogs.noMore,
      // Electron's defaults, written down so that no other setting changes them unnoticed.
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      // The spell checker may fetch its dictionaries from the network: see spelling.ts.
      spellcheck: kind === 'app' && sessions.defaultSession.isSpellCheckerEnabled(),
    },
  });
  // As in a browser: black text of a page that knows no dark mode is not to be on black.
  window.webContents.once('did-navigate', () => window.setBackgroundColor(BACKGROUND.light));
  return window;
}

/** Shows a window for the first time. Electron needs it visible before it can be full screen. */
export function showWindow(window: BrowserWindow, mode: Place['mode']): void {
  if (mode === 'maximized') window.maximize();
  window.show();
  if (mode === 'fullscreen') window.setFullScreen(true);
}

/** The window of a page, if both are still there. */
export const windowOf = (contents: WebContents): BrowserWindow | null =>
  contents.isDestroyed() ? null : BrowserWindow.fromWebContents(contents);

/** Brings a window in front of all others. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
