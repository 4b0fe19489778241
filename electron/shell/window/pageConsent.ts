/** Handles a page's answer to the question whether to send reports. */
import type { WebContents } from 'electron';
import type { Choice, ConsentAnswer } from '../../shared/channels.ts';
import * as TEXTS from '../../shared/texts.ts';
import { confirm, oneAtATime } from '../app/messageBox.ts';
import type { AppWindow } from './appWindow.ts';
import { takeGesture } from './gestures.ts';

/** How often in a run a page's own answer, for which main saw no press, makes main ask. */
const MAX_UNPRESSED = 3;

type Asking = Pick<AppWindow, 'window' | 'isFaultDocument' | 'askedSince'>;

interface PageConsentOptions {
  /** The window of the page that answers: it answers for that one's fault alone. */
  at(sender: WebContents): Asking;
  /** Saves the choice; rejects if it holds only until the app closes. */
  choose(choice: Choice): Promise<void>;
}

/**
 * Creates the function that takes a page's answer. It counts by itself only in a document of a fault that main has loaded,
 * which runs no code of the app, and after a key press or click that main saw. Otherwise main asks the user: a page of the
 * app may say that it shows a fault and asks, and it may answer by itself; a screen reader presses nothing.
 */
export function createPageConsent({ at, choose }: PageConsentOptions) {
  const ask = oneAtATime((window: Electron.BrowserWindow, choice: Choice) => {
    const { question, sendReports, sendNothing } = TEXTS.errorPage;
    return confirm(window, 'question', question, '', choice === 'on' ? sendReports : sendNothing);
  });

  let unpressed = 0;

  async function isUsers(
    asking: Asking,
    window: Electron.BrowserWindow,
    since: number,
    choice: Choice,
  ): Promise<boolean> {
    const { isFaultDocument } = asking;
    const isPressed = takeGesture(window.webContents, since);
    if (isPressed && isFaultDocument) return true;
    if (!isPressed && !isFaultDocument && ++unpressed > MAX_UNPRESSED) return false;
    return (await ask(window, choice)) === true && asking.askedSince === since;
  }

  return async (sender: WebContents, choice: Choice): Promise<ConsentAnswer> => {
    const asking = at(sender);
    const { askedSince, window } = asking;
    if (askedSince === undefined || window?.webContents !== sender) return { isOpen: true };
    if (!(await isUsers(asking, window, askedSince, choice))) return { isOpen: true };
    try {
      await choose(choice);
      return {};
    } catch (error) {
      return { problem: (error as Error).message };
    }
  };
}
