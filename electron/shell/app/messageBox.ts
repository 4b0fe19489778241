/** Native message boxes, under the app's name. */
import { app, type BaseWindow, clipboard, dialog, type MessageBoxOptions } from 'electron';
import { log } from '../../common/log.ts';
import * as TEXTS from '../../shared/texts.ts';

/**
 * Shows a message, in a window of its own if it gets none. Its buttons, OK by default, are given by importance and shown in
 * the platform's order: GTK puts the affirmative one last. `response` is the pressed one's index as given.
 */
export async function showMessage(window: BaseWindow | undefined, options: MessageBoxOptions) {
  const { buttons = [TEXTS.dialogs.ok], defaultId = 0, cancelId = 0 } = options;
  const isReversed = process.platform === 'linux';
  const place = (at: number) => (isReversed ? buttons.length - 1 - at : at);
  const shown = {
    ...{ title: app.name, ...options, buttons: isReversed ? buttons.toReversed() : buttons },
    ...{ defaultId: place(defaultId), cancelId: place(cancelId) },
  };
  const answer = await (window ? dialog.showMessageBox(window, shown) : dialog.showMessageBox(shown));
  return { ...answer, response: place(answer.response) };
}

/** Asks with two buttons; the second, Cancel, is the default. Resolves to whether the user chose the first. */
export async function confirm(
  window: BaseWindow | undefined,
  type: 'question' | 'info' | 'warning',
  message: string,
  detail: string,
  button: string,
  otherwise: string = TEXTS.dialogs.cancel,
): Promise<boolean> {
  const options = { type, message, detail, buttons: [button, otherwise], defaultId: 1, cancelId: 1 };
  return (await showMessage(window, options)).response === 0;
}

export const showFailure = (window: BaseWindow | undefined, message: string, error: unknown) =>
  showMessage(window, { type: 'error', message, detail: (error as Error).message });

/** Asks with these buttons and another one, which copies a text for support and keeps the question open. */
export async function askWithDetails(
  window: BaseWindow | undefined,
  options: MessageBoxOptions & { buttons: string[] },
  details: string,
): Promise<number> {
  const buttons = [...options.buttons, TEXTS.errorPage.copyDetails];
  for (;;) {
    const { response } = await showMessage(window, { ...options, buttons });
    if (response !== options.buttons.length) return response;
    await copyText(details);
  }
}

/** Copies a text; asynchronous from Electron 44 on. Resolves to the error if the system refuses, which is logged. */
export async function copyText(text: string): Promise<Error | undefined> {
  try {
    await clipboard.writeText(text);
    return undefined;
  } catch (error) {
    log('Could not copy the text:', error);
    return error as Error;
  }
}

/** Returns a function that asks something, and does nothing while an earlier question of it is open. */
export function oneAtATime<A extends unknown[], R>(ask: (...args: A) => Promise<R>) {
  let isOpen = false;
  return async (...args: A): Promise<R | undefined> => {
    if (isOpen) return undefined;
    isOpen = true;
    try {
      return await ask(...args);
    } finally {
      isOpen = false;
    }
  };
}
