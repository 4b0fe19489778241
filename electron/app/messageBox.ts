/** Native message boxes, under the app's name. */
import { app, type BaseWindow, clipboard, dialog, type MessageBoxOptions } from 'electron';
import * as TEXTS from '../shared/texts.ts';
import { log } from './log.ts';

/**
 * Shows a message, with OK unless it has buttons.
 * @param window the one it belongs to; undefined for one of its own
 */
export function showMessage(window: BaseWindow | undefined, options: MessageBoxOptions) {
  const titled = { title: app.name, buttons: [TEXTS.dialogs.ok], ...options };
  return window ? dialog.showMessageBox(window, titled) : dialog.showMessageBox(titled);
}

/** Asks with two buttons, of which the second, Cancel, is the default. Resolves to whether the user chose the first. */
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

/**
 * Asks with these buttons and one more, which copies a text for support and leaves the question open. Resolves to the
 * index of the button that the user chose.
 */
export async function askWithDetails(
  window: BaseWindow | undefined,
  options: MessageBoxOptions & { buttons: string[] },
  details: string,
): Promise<number> {
  const buttons = [...options.buttons, TEXTS.dialogs.copyDetails];
  for (;;) {
    const { response } = await showMessage(window, { ...options, buttons });
    if (response !== options.buttons.length) return response;
    await copyText(details);
  }
}

/**
 * Puts a text on the clipboard: a promise from Electron 44 on. Resolves to the error if the system refuses it, which is
 * logged, too.
 */
export async function copyText(text: string): Promise<Error | undefined> {
  try {
    await clipboard.writeText(text);
    return undefined;
  } catch (error) {
    log('The text was not copied:', error);
    return error as Error;
  }
}
