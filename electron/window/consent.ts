/** Handles a page's answer to the question whether to send reports. */
import type { WebContents } from 'electron';
import { confirm, oneAtATime } from '../app/messageBox.ts';
import type { CurrentFault } from '../recovery/currentFault.ts';
import type { Choice, ConsentAnswer } from '../shared/channels.ts';
import * as TEXTS from '../shared/texts.ts';
import type { AppWindow } from './appWindow.ts';
import { takeGesture } from './gestures.ts';

/** How often in a run a page's own answer, for which main saw no press, makes main ask. */
const MAX_UNPRESSED = 3;

interface PageConsentOptions {
  /** The window of the page that answers, and its fault: another window's page answers for that one alone. */
  at(sender: WebContents): {
    windows: { readonly current: Pick<AppWindow, 'window' | 'isFaultDocument'> | undefined };
    fault: Pick<CurrentFault, 'askedSince'>;
  };
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
    { window, isFaultDocument }: Pick<AppWindow, 'window' | 'isFaultDocument'>,
    since: number,
    choice: Choice,
    fault: Pick<CurrentFault, 'askedSince'>,
  ): Promise<boolean> {
    const isPressed = takeGesture(window.webContents, since);
    if (isPressed && isFaultDocument) return true;
    if (!isPressed && !isFaultDocument && ++unpressed > MAX_UNPRESSED) return false;
    return (await ask(window, choice)) === true && fault.askedSince === since;
  }

  return async (sender: WebContents, choice: Choice): Promise<ConsentAnswer> => {
    const {
      windows: { current },
      fault,
    } = at(sender);
    const { askedSince } = fault;
    if (askedSince === undefined || current?.window.webContents !== sender) return { isOpen: true };
    if (!(await isUsers(current, askedSince, choice, fault))) return { isOpen: true };
    try {
      await choose(choice);
      return {};
    } catch (error) {
      return { problem: (error as Error).message };
    }
  };
}
