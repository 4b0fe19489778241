/** Handles a page's answer to the question whether to send reports. */
import { confirm, oneAtATime } from '../app/messageBox.ts';
import type { CurrentFault } from '../recovery/currentFault.ts';
import type { Choice, ConsentAnswer } from '../shared/channels.ts';
import * as TEXTS from '../shared/texts.ts';
import { takeGesture } from './gestures.ts';
import type { WindowManager } from './windowManager.ts';

interface PageConsentOptions {
  windows: Pick<WindowManager, 'window'>;
  fault: Pick<CurrentFault, 'askedSince'>;
  /** Saves the choice; rejects if it holds only until the app closes. */
  choose(choice: Choice): Promise<void>;
}

/**
 * Creates the function that takes a page's answer. The answer counts only while the page asks, and after a key press or
 * click that main saw. Otherwise, as with a screen reader or a page that answers by itself, main asks the user.
 */
export function createPageConsent({ windows, fault, choose }: PageConsentOptions) {
  const ask = oneAtATime((window: Electron.BrowserWindow, choice: Choice) => {
    const { question, sendReports, sendNothing } = TEXTS.errorPage;
    return confirm(window, 'question', question, '', choice === 'on' ? sendReports : sendNothing);
  });

  async function isUsers(window: Electron.BrowserWindow, since: number, choice: Choice): Promise<boolean> {
    if (takeGesture(window.webContents, since)) return true;
    return (await ask(window, choice)) === true && fault.askedSince === since;
  }

  return async (choice: Choice): Promise<ConsentAnswer> => {
    const { askedSince } = fault;
    const { window } = windows;
    if (askedSince === undefined || !window) return { isOpen: true };
    if (!(await isUsers(window, askedSince, choice))) return { isOpen: true };
    try {
      await choose(choice);
      return {};
    } catch (error) {
      return { problem: (error as Error).message };
    }
  };
}
