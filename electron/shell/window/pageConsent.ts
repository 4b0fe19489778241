/** Handles a page's answer to the question whether to send reports. */
import type { WebContents } from 'electron';
import type { Choice, ConsentAnswer } from '../../shared/channels.ts';
import * as TEXTS from '../../shared/texts.ts';
import { confirm, oneAtATime } from '../app/messageBox.ts';
import type { AppWindow } from './appWindow.ts';
import { takeGesture } from './gestures.ts';

/** How often in a run a page's own answer, for which main saw no press, makes main ask. */
const MAX_UNPRESSED = 3;

/**
 * Creates the function that takes a page's answer. It counts by itself only in a document of a fault that main has loaded,
 * which runs no code of the app, and after a key press or click that main saw. Otherwise main asks the user: a page of the
 * app may say that it shows a fault and asks, and it may answer by itself; a screen reader presses nothing.
 * @param at the window of the page that answers: it answers for that one's fault alone
 * @param choose saves the choice; rejects if it holds only until the app closes
 */
export function createPageConsent(
  at: (sender: WebContents) => Pick<AppWindow, 'window' | 'isFaultDocument' | 'asks'>,
  choose: (choice: Choice) => Promise<void>,
) {
  const ask = oneAtATime((window: Electron.BrowserWindow, choice: Choice) => {
    const { question, sendReports, sendNothing } = TEXTS.errorPage;
    return confirm(window, 'question', question, '', choice === 'on' ? sendReports : sendNothing);
  });
  let unpressed = 0;
  return async (sender: WebContents, choice: Choice): Promise<ConsentAnswer> => {
    const asking = at(sender);
    const { asks, window, isFaultDocument } = asking;
    if (!asks || window?.webContents !== sender) return { isOpen: true };
    const isPressed = takeGesture(sender);
    if (!isPressed && !isFaultDocument && ++unpressed > MAX_UNPRESSED) return { isOpen: true };
    const isUsers = (isPressed && isFaultDocument) || ((await ask(window, choice)) === true && asking.asks);
    if (!isUsers) return { isOpen: true };
    try {
      await choose(choice);
      return {};
    } catch (error) {
      return { problem: (error as Error).message };
    }
  };
}
