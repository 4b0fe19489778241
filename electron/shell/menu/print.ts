/** Print, and Save as PDF. Loaded on first use. */
import { join } from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import { writeDocument } from '../../common/atomicFile.ts';
import { log } from '../../common/log.ts';
import * as TEXTS from '../../shared/texts.ts';
import { confirm, showFailure } from '../app/messageBox.ts';

const texts = TEXTS.dialogs.print;

/** Electron's reason when the user closes the dialog (shell/browser/api/electron_api_web_contents.cc). */
const CANCELLED = 'Print job canceled';
/** Most characters of a title in a file's name, which may have 255 bytes, with what systems add to it. */
const MAX_NAME = 50;

/** Opens the system's dialog, or offers a PDF where there is no printer. */
export function print(window: BrowserWindow): void {
  window.webContents.print({}, (isPrinted, reason) => {
    if (!isPrinted && reason !== CANCELLED && !window.isDestroyed()) void offerPdf(window, reason);
  });
}

/** @param reason why it was not printed, in English: for the log */
async function offerPdf(window: BrowserWindow, reason: string): Promise<void> {
  log(`The page was not printed: ${reason}`);
  const printers = await window.webContents.getPrintersAsync();
  const [message, detail] = printers.length ? [texts.failed, ''] : [texts.noPrinter, texts.noPrinterDetail];
  if (await confirm(window, 'warning', message, detail, `${texts.saveTitle}…`)) await saveAsPdf(window);
}

export async function saveAsPdf(window: BrowserWindow): Promise<void> {
  const title = window.webContents.getTitle().replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ');
  const name = [...(title.trim() || app.name)].slice(0, MAX_NAME).join('').trim();
  const { filePath } = await dialog.showSaveDialog(window, {
    title: texts.saveTitle,
    defaultPath: join(app.getPath('documents'), `${name}.pdf`),
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  if (!filePath || window.isDestroyed()) return;
  try {
    const pdf = await window.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true });
    await writeDocument(filePath, pdf);
  } catch (error) {
    await showFailure(window, texts.notSaved, error);
  }
}
