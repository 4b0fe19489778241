/** The window of the diagnostics. */
import { type BrowserWindow, dialog, type WebContents } from 'electron';
import { log } from '../app/log.ts';
import * as TEXTS from '../shared/texts.ts';
import { focusWindow, makeWindow } from '../window/createWindow.ts';
import { showOnly } from '../window/showOnly.ts';

const texts = TEXTS.diagnostics;

/**
 * If the window can't show the document, it is closed and a dialog says why.
 * @param path where the document is, without origin
 */
export function diagnosticsWindow(path: string) {
  let window: BrowserWindow | undefined;

  function lost(opened: BrowserWindow, reason: string): void {
    if (!opened.isDestroyed()) opened.destroy();
    log(`${texts.notShown}: ${reason}.`);
    dialog.showErrorBox(texts.notShown, texts.notShownDetail(reason));
  }

  return {
    open(): void {
      if (window) return focusWindow(window);
      const opened = makeWindow('diagnostics', { width: 860, height: 720 });
      window = opened;
      opened.once('closed', () => {
        window = undefined;
      });
      // Not inside the event: Electron isn't done with the page.
      showOnly(opened, path, (reason) => setImmediate(lost, opened, reason));
    },
    current: (): BrowserWindow | undefined => window,
    isTrustedSender: ({ id }: WebContents): boolean =>
      window !== undefined && !window.isDestroyed() && id === window.webContents.id,
  };
}
