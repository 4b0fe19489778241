/** A window with a sign of waiting, for a start that takes long. */
import { setTimeout as pause } from 'node:timers/promises';
import * as TEXTS from '../shared/texts.ts';
import { makeWindow, SMALLEST } from './createWindow.ts';
import { cover } from './told.ts';

/** How long a start may show nothing, in ms. */
const SIGN_MS = 1_000;

/**
 * Waits for work before the app's window; after a while, shows how far it is.
 * @param work gets a function to call with the share that is done, 0 to 1
 * @returns how to remove the sign: call it once there is another window, because without any the app quits
 */
export async function waitFor(
  work: (onProgress: (share: number) => void) => Promise<void>,
): Promise<() => void> {
  let share = 0;
  let window: Electron.BrowserWindow | undefined;
  const tell = () => window && !window.isDestroyed() && window.setProgressBar(share);
  const working = work((done) => {
    share = done;
    tell();
  });
  const isDone = await Promise.race([working.then(() => true), pause(SIGN_MS, false, { ref: false })]);
  if (!isDone) {
    window = makeWindow('plain', SMALLEST);
    cover(window, TEXTS.pages.loading);
    window.show();
    tell();
    await working;
  }
  return () => window && !window.isDestroyed() && window.destroy();
}
