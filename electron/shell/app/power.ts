/** Sleep, wake-up, shutdown and log-off of the computer. */
import { app, powerMonitor } from 'electron';
import { endNow } from './lifecycle.ts';

/** @param onAwake called after sleep: a page may be unpainted, and requests that failed can be tried again */
export function setupPower(onAwake: () => void): void {
  void app.whenReady().then(() => {
    powerMonitor.on('resume', onAwake);
    powerMonitor.on('unlock-screen', onAwake);
    // Otherwise the system ends the processes one by one, which would count as crashes.
    powerMonitor.on('shutdown', endNow);
  });
  app.on('browser-window-created', (_event, window) => {
    window.on('session-end', endNow);
  });
}
