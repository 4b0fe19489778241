/** What the computer's sleep, and its end, mean for the app. */
import { app, powerMonitor } from 'electron';
import { endNow } from './lifecycle.ts';

/**
 * After sleep a page may be alive and not painted, or not answer, and what failed for want of a network can be
 * tried again.
 */
export function setupPower(onAwake: () => void): void {
  void app.whenReady().then(() => {
    powerMonitor.on('resume', onAwake);
    powerMonitor.on('unlock-screen', onAwake);
    // Before the system ends its processes one by one, which would count as crashes.
    powerMonitor.on('shutdown', endNow);
  });
  app.on('browser-window-created', (_event, window) => {
    window.on('session-end', endNow);
  });
}
