/** Offers an update that is ready. Loaded when there is one. */
import { app, shell } from 'electron';
import { config } from '../../configuration/config.ts';
import * as TEXTS from '../../shared/texts.ts';
import { showMessage } from '../app/messageBox.ts';
import { visibleWindow } from '../window/createWindow.ts';
import type { Update } from './updater.ts';

/** Says what is new. Resolves to whether the user wants to restart now. */
export async function wantsRestart({ version, notes }: Update): Promise<boolean> {
  const { isReady, isReadyDetail } = TEXTS.updates;
  const { response } = await showMessage(visibleWindow(), {
    type: 'info',
    message: isReady({ version }),
    detail: [notes, isReadyDetail({ name: app.name })].filter(Boolean).join('\n\n'),
    buttons: [TEXTS.menu.restart, TEXTS.menu.later, ...(config.homepage ? [TEXTS.about.homepage] : [])],
    defaultId: 1,
    cancelId: 1,
  });
  if (response === 2) await shell.openExternal(config.homepage);
  return response === 0;
}
