/** What reports contain, in a dialog: the menu and the question about reports lead there. */
import type { BaseWindow } from 'electron';
import { showMessage } from '../app/messageBox.ts';
import { LIMITS } from '../shared/limits.ts';
import * as TEXTS from '../shared/texts.ts';

let isShown = false;

/** Shows it once at a time, as any page can ask for it. */
export async function showReportContents(window: BaseWindow | undefined): Promise<void> {
  if (isShown) return;
  isShown = true;
  try {
    await showMessage(window, {
      type: 'info',
      message: TEXTS.menu.reportContentsTitle,
      detail: TEXTS.privacy.reportContents({ breadcrumbs: LIMITS.breadcrumbs.value }),
    });
  } finally {
    isShown = false;
  }
}
