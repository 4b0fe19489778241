/** What the computer's sleep means for the window. */
import { app, powerMonitor } from 'electron';

/**
 * After sleep a page may be alive and not painted, or not answer, and what failed for want of a network can be
 * tried again.
 */
export function setupPower(onAwake: () => void): void {
  void app.whenReady().then(() => {
    powerMonitor.on('resume', onAwake);
    powerMonitor.on('unlock-screen', onAwake);
  });
}
