/** The app's window. */
import { join } from 'node:path';
import { app, BrowserWindow, ipcMain, nativeTheme } from 'electron';
import { CHANNELS } from '../contract/channels.ts';
import { navigationVerdict } from './security.ts';

/** The window is shown when its page says that it is painted, and after this many milliseconds in any case. */
const SHOW_AFTER_MS = 1_000;

/** The colours of the frame in index.html, so that nothing flashes before its first paint. */
const BACKGROUND = { dark: '#000000', light: '#ffffff' };

/**
 * Opens a window on `url`. A load that fails is told by the window's `did-fail-load`, not by this function.
 *
 * @param url an address of the app, as toAppUrl makes it
 */
export function openWindow(url: string): BrowserWindow {
  const window = new BrowserWindow({
    show: false,
    width: 1024,
    height: 720,
    minWidth: 320,
    minHeight: 240,
    title: app.name,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload: join(app.getAppPath(), '.build', 'preload', 'preload.cjs'),
      // Electron's defaults, written down so that no other setting can change them unseen.
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      // The spell checker fetches its dictionaries from the network.
      spellcheck: false,
    },
  });
  showWhenReady(window);
  window
    .loadURL(url)
    .catch((error: Error) => console.error(`The window did not load ${url}: ${error.message}`));
  return window;
}

/** Shows the window at its page's ready signal, or by the clock: a page that never says it is still a window. */
function showWhenReady(window: BrowserWindow): void {
  const show = () => {
    clearTimeout(timer);
    ipcMain.off(CHANNELS.ready, onReady);
    if (!window.isDestroyed() && !window.isVisible()) window.show();
  };
  const onReady = (event: Electron.IpcMainEvent) => {
    const fromPage = event.senderFrame && navigationVerdict(event.senderFrame.url) === 'app';
    if (event.sender.id === window.webContents.id && fromPage) show();
  };
  const timer = setTimeout(show, SHOW_AFTER_MS);
  ipcMain.on(CHANNELS.ready, onReady);
  window.once('closed', show);
}
