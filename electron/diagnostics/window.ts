/** The window of the diagnostics. It has its own preload and stays on its one document. */
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, type WebContents } from 'electron';
import { APP_ORIGIN } from '../shared/channels.ts';

const BACKGROUND = { dark: '#000000', light: '#ffffff' };
/** Milliseconds after which the window is shown, painted or not. */
const SHOW_MS = 3_000;

export interface DiagnosticsWindow {
  /** Shows the window; makes it if it is not there. */
  open(): void;
  readonly window: BrowserWindow | undefined;
  isOurs(contents: WebContents): boolean;
}

/**
 * @param path where the document is, without origin
 * @param failed the window could not show it; it is closed by then. Gets why.
 */
export function diagnosticsWindow(path: string, failed: (why: string) => void): DiagnosticsWindow {
  let window: BrowserWindow | undefined;

  function make(): BrowserWindow {
    const made = new BrowserWindow({
      show: false,
      width: 860,
      height: 720,
      minWidth: 320,
      minHeight: 240,
      title: 'Diagnostics',
      backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
      webPreferences: {
        preload: join(app.getAppPath(), '.build', 'preload', 'diagnosticsPreload.cjs'),
        // As for the app's window: Electron's defaults, written down.
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
      },
    });
    const contents = made.webContents;
    const show = () => {
      clearTimeout(timer);
      if (!made.isDestroyed() && !made.isVisible()) made.show();
    };
    const timer = setTimeout(show, SHOW_MS);
    let isLost = false;
    const lose = (why: string) => {
      if (isLost) return;
      isLost = true;
      // Not inside the event: Electron is not done with the page.
      setImmediate(() => {
        if (!made.isDestroyed()) made.destroy();
        failed(why);
      });
    };

    made.once('ready-to-show', show);
    made.on('closed', () => {
      clearTimeout(timer);
      if (window === made) window = undefined;
    });
    // Only the same document again: another page would run with this window's bridge.
    contents.on('will-frame-navigate', (event) => {
      if (event.url !== APP_ORIGIN + path) event.preventDefault();
    });
    contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
      // -3: the load was replaced by another, as by a reload.
      if (isMainFrame && code !== -3) lose(`${description} (${code})`);
    });
    contents.on('render-process-gone', (_event, { reason, exitCode }) =>
      lose(`its process is gone: ${reason}, exit code ${exitCode}`),
    );
    // How a load fails is told by did-fail-load.
    contents.loadURL(APP_ORIGIN + path).catch(() => undefined);
    return made;
  }

  return {
    open() {
      if (!window) {
        window = make();
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    get window() {
      return window;
    },
    isOurs: (contents) =>
      window !== undefined && !window.isDestroyed() && contents.id === window.webContents.id,
  };
}
