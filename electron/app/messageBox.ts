/** Native message boxes, under the app's name. */
import { app, type BaseWindow, dialog, type MessageBoxOptions } from 'electron';

/** @param window the one it belongs to; undefined for one of its own */
export function showMessage(window: BaseWindow | undefined, options: MessageBoxOptions) {
  const titled = { title: app.name, ...options };
  return window ? dialog.showMessageBox(window, titled) : dialog.showMessageBox(titled);
}

/** Asks with two buttons, of which the second is the default. Resolves to whether the user chose the first. */
export async function confirm(
  window: BaseWindow | undefined,
  type: 'question' | 'info' | 'warning',
  message: string,
  detail: string,
  buttons: [string, string],
): Promise<boolean> {
  const options = { type, message, detail, buttons, defaultId: 1, cancelId: 1 };
  return (await showMessage(window, options)).response === 0;
}
