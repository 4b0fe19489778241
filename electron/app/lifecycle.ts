/** When the app ends and when it opens again, as each platform does it. */
import { app, session } from 'electron';

/** On macOS an app lives on without windows and opens one when its icon is clicked; elsewhere it ends with them. */
export function followPlatform(open: () => void): void {
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  // Also with a window open: it may be the diagnostics', and `open` shows the app's own if that is there.
  app.on('activate', () => open());
}

/** Ends the app at once. Unlike `app.exit` alone it keeps what pages have stored last. */
export function exitNow(code: number): void {
  if (app.isReady()) session.defaultSession.flushStorageData();
  app.exit(code);
}
