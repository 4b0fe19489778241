/** Sleep, wake-up, shutdown and log-off of the computer. */
import { app, powerMonitor } from 'electron';
import { endNow } from './lifecycle.ts';

/**
 * @param onAwake is called after sleep: a page may then not be painted, or not answer, and what failed for want of a
 *   network can be tried again
 */
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
