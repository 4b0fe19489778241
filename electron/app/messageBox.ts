/** Native message boxes, under the app's name. */
import { app, type BaseWindow, clipboard, dialog, type MessageBoxOptions } from 'electron';
import * as TEXTS from '../shared/texts.ts';
import { log } from './log.ts';

/**
 * Shows a message, with OK unless it has buttons.
 * @param window its parent; undefined for a separate window
 */
export function showMessage(window: BaseWindow | undefined, options: MessageBoxOptions) {
  const titled = { title: app.name, buttons: [TEXTS.dialogs.ok], ...options };
  return window ? dialog.showMessageBox(window, titled) : dialog.showMessageBox(titled);
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

/**
 * Asks with these buttons and another one, which copies a text for support and keeps the question open. Resolves to the
 * index of the user's button.
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
 * Copies a text to the clipboard; from Electron 44 on that is asynchronous. Resolves to the error if the system
 * refuses, which is also logged.
 */
export async function copyText(text: string): Promise<Error | undefined> {
  try {
    await clipboard.writeText(text);
    return undefined;
  } catch (error) {
    log('Could not copy the text:', error);
    return error as Error;
  }
}
