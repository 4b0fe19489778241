/** Creates the app's windows. */
import { join } from 'node:path';
import { app, type BaseWindow, BrowserWindow, nativeTheme, session, type WebContents } from 'electron';
import { appFolder } from '../../builtConfig/folder.ts';
import * as TEXTS from '../../shared/texts.ts';
import { appIcon } from '../app/icon.ts';
import type { Remembered } from './bounds.policy.ts';

/** The colours of the frame in index.html, so that nothing flashes before the first paint. */
const BACKGROUND = { dark: '#15171b', light: '#ffffff' };

export const backgroundColour = () => (nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light);

/** `plain` runs no script and has no preload: for pages that must paint when the app's cannot, and for main's own. */
export type WindowKind = 'app' | 'plain';

const popUps = new WeakSet<BaseWindow>();

/** Whether a page of the app opened the window, and may reach it. */
export const isPopUp = (window: BaseWindow | undefined): window is BrowserWindow =>
  window !== undefined && popUps.has(window);

/** Electron's defaults, written down so that no other setting changes them unnoticed. */
export const SAFE = { sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true };

/** Window sizes in DIPs: initial and minimum. */
export const USUAL = { width: 1024, height: 720 } as const;
export const SMALLEST = { width: 320, height: 240 } as const;

/** A window's position: centred without `x` and `y`. */
export interface WindowPlace {
  bounds: Partial<Electron.Rectangle>;
  mode: Remembered['mode'];
}

/** Creates it invisible and empty. @param from for one that a page opens: its contents from Electron, if there are any */
export function makeWindow(
  kind: WindowKind,
  bounds: WindowPlace['bounds'],
  from?: { webContents: WebContents | undefined },
): BrowserWindow {
  // X11 shows the window's own icon; other systems use the installed program's.
  const icon = process.platform === 'linux' ? appIcon() : undefined;
  const window = new BrowserWindow({
    show: false,
    ...USUAL,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    ...bounds,
    ...(from?.webContents && { webContents: from.webContents }),
    title: app.name,
    ...(icon && { icon }),
    backgroundColor: backgroundColour(),
    webPreferences: preferencesOf(kind),
  });
  if (kind === 'app' && from) popUps.add(window);
  // As in a browser: black text of a page without a dark mode must not be on black.
  window.webContents.once('did-navigate', () => window.setBackgroundColor(BACKGROUND.light));
  return window;
}

export const preferencesOf = (kind: WindowKind): Electron.WebPreferences => ({
  ...(kind === 'plain' && { javascript: false }),
  ...(kind === 'app' && { preload: join(appFolder(), 'preload', 'preload.cjs') }),
  // From a page's second alert on, the user may block further ones: endless alerts would lock the window.
  safeDialogs: true,
  safeDialogsMessage: TEXTS.dialogs.noMore,
  ...SAFE,
  // The spell checker may fetch its dictionaries from the network: see spelling.ts.
  spellcheck: kind === 'app' && session.defaultSession.isSpellCheckerEnabled(),
});

/** Shows a window for the first time. Electron needs it visible before it can become full screen. */
export function showWindow(window: BrowserWindow, mode: WindowPlace['mode']): void {
  if (mode === 'maximized') window.maximize();
  window.show();
  if (mode === 'fullscreen') window.setFullScreen(true);
}

/** Returns the window of a page, if both still exist. */
export const windowOf = (contents: WebContents): BrowserWindow | undefined =>
  (!contents.isDestroyed() && BrowserWindow.fromWebContents(contents)) || undefined;

export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

export const visibleWindow = (): BrowserWindow | undefined =>
  BrowserWindow.getAllWindows().find((window) => window.isVisible());
