/** Offers an update that is ready. Loaded when there is one. */
import { app, shell } from 'electron';
import { config } from '../../configuration/config.ts';
import * as TEXTS from '../../shared/texts.ts';
import { showMessage } from '../app/messageBox.ts';
import { visibleWindow } from '../window/createWindow.ts';

/**
 * Resolves to whether the user wants to restart now. It links to the app's website for what is new, because release
 * notes from an update server are not signed.
 */
export async function wantsRestart(version: string): Promise<boolean> {
  const { isReady, isReadyDetail } = TEXTS.updates;
  const { response } = await showMessage(visibleWindow(), {
    type: 'info',
    message: isReady({ version }),
    detail: isReadyDetail({ name: app.name }),
    buttons: [TEXTS.menu.restart, TEXTS.menu.later, ...(config.homepage ? [TEXTS.about.homepage] : [])],
    defaultId: 1,
    cancelId: 1,
  });
  if (response === 2) await shell.openExternal(config.homepage);
  return response === 0;
}
