/** What reports contain, in a dialog: the menu and the question about reports lead there. */
import type { BaseWindow } from 'electron';
import { LIMITS } from '../../shared/limits.ts';
import * as TEXTS from '../../shared/texts.ts';
import { oneAtATime, showMessage } from '../app/messageBox.ts';

/** Shows it once at a time, as any page can ask for it. */
export const showReportContents = oneAtATime((window: BaseWindow | undefined) =>
  showMessage(window, {
    type: 'info',
    message: TEXTS.menu.reportContentsTitle,
    detail: TEXTS.privacy.reportContents({ breadcrumbs: LIMITS.breadcrumbs.value }),
  }),
);
