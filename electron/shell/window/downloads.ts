/** Downloads: which ones may start, their progress and their end. */
import { basename } from 'node:path';
import { app, BrowserWindow, type DownloadItem, type Session, shell, type WebContents } from 'electron';
import { isApp, type Origins } from '../../common/origins.ts';
import * as TEXTS from '../../shared/texts.ts';
import { closeAgain, isEnding, isQuitting, stayOpen } from '../app/lifecycle.ts';
import { confirm, oneAtATime, showMessage } from '../app/messageBox.ts';
import { showNotice } from '../app/notice.ts';
import { isPopUp, visibleWindow, windowOf } from './createWindow.ts';
import { isPressed } from './gestures.ts';
import { freePlace, type Held, hold, move } from './heldDownloads.ts';
import { PDF_VIEWER } from './security.ts';

const texts = TEXTS.dialogs.download;

/** How many Save dialogs may be open at once: after one click a page may begin any number of downloads. */
const MAX_ASKED = 10;

/**
 * Whether a download may begin with the Save dialog: only of the app's own content, such as a file that a page made, and
 * only after a key press or click. Otherwise a link from outside could open a dialog at every start.
 * @param asked how many Save dialogs are open
 * @param page the origin of the page in the window, which `data:` addresses belong to
 */
export function isWanted(
  { ownerOf }: Origins,
  address: string,
  page: string,
  hasGesture: boolean,
  asked = 0,
): boolean {
  const source = address.startsWith('data:') ? page : address.replace(/^blob:/, '');
  const isApps = isApp(ownerOf(source)) || source.startsWith(`${PDF_VIEWER}/`);
  return isApps && hasGesture && asked < MAX_ASKED;
}

/** Downloads that the user chose outside of the page, by address, with their target file; '' if still to be asked. */
const chosen = new Map<string, string>();

/** Downloads what the user chose in a menu or a dialog: a picture of the page, or an interrupted download. */
export function download(contents: WebContents, address: string, file = ''): void {
  chosen.set(address, file);
  contents.downloadURL(address);
}

/** Returns all downloads' progress for the taskbar: 0 to 1, 2 if a size is unknown, -1 without downloads. */
export function progressOf(
  items: readonly Pick<DownloadItem, 'getReceivedBytes' | 'getTotalBytes'>[],
): number {
  if (items.length === 0) return -1;
  if (items.some((item) => item.getTotalBytes() <= 0)) return 2;
  const received = items.reduce((sum, item) => sum + item.getReceivedBytes(), 0);
  return Math.min(1, received / items.reduce((sum, item) => sum + item.getTotalBytes(), 0));
}

const running = new Set<DownloadItem>();

function showProgress(): void {
  const progress = progressOf([...running]);
  // A download continues when its window is replaced.
  for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(progress);
}

/** @param isUnasked whether the user wants them in the folder for downloads; otherwise Electron asks where to save each */
export function setupDownloads(session: Session, origins: Origins, isUnasked: () => boolean): void {
  session.on('will-download', (event, item, contents) => {
    const address = item.getURL();
    const file = chosen.get(address);
    chosen.delete(address);
    // Otherwise Electron shows the address.
    item.setSaveDialogOptions({ title: texts.save });
    if (file) item.setSavePath(file);
    const asked = [...running].filter((one) => !one.getSavePath()).length;
    const hasGesture = item.hasUserGesture() || isPressed(contents) || takeEmptyWindow(contents);
    const { origin } = contents.mainFrame;
    // The item is destroyed at its end.
    const begun = { item, address, name: item.getFilename() };
    const isChosen = file !== undefined || isWanted(origins, address, origin, hasGesture, asked);
    if (isChosen && !file && isUnasked()) item.setSavePath(freePlace(begun.name));
    if (isChosen) return follow(begun, contents);
    if (!hold(item, contents, (held) => follow(begun, contents, held))) event.preventDefault();
  });
}

/** A window that a page opened for what it will not show has that page's press, and goes, as it stays empty. */
export function takeEmptyWindow(contents: WebContents): boolean {
  const window = windowOf(contents);
  if (!isPopUp(window) || !/^(?:about:blank.*)?$/.test(contents.getURL())) return false;
  // Its opener may have written a page into it. Not inside the event.
  const look = `document.body?.hasChildNodes() ?? false`;
  const end = (isFilled: unknown) =>
    void setImmediate(() => isFilled || window.isDestroyed() || window.destroy());
  if (contents.getURL() === '') end(false);
  else void contents.mainFrame.executeJavaScript(look).then(end, end);
  return true;
}

type Download = { item: DownloadItem; address: string; name: string };

/** Follows a download until its end. @param held where the user wants it, if it had to wait for that */
function follow(download: Download, contents: WebContents, held?: Held): void {
  const { item } = download;
  let isBroken = false;
  const ended = (state: Held['end'], path: string) => {
    running.delete(item);
    showProgress();
    const again = () => void askAgain(download, path, contents);
    if (state === 'completed' && held) void move(held).then(() => showDone(path, contents), again);
    else if (state === 'completed') showDone(path, contents);
    else if (isBroken || state === 'interrupted') again();
  };
  if (held?.end) return ended(held.end, held.target);
  running.add(item);
  item.on('updated', (_event, state) => {
    // Otherwise it waits to be resumed, which Chromium cannot do with the app's own scheme.
    isBroken = state === 'interrupted';
    if (isBroken) item.cancel();
    else showProgress();
  });
  item.once('done', (_event, state) => ended(state, held?.target ?? item.getSavePath()));
  if (held) item.resume();
}

/** Quitting would end the downloads, so the user is asked first, unless the system ends the app. */
export function askBeforeEnd(): void {
  let given: readonly DownloadItem[] = [];
  const ask = oneAtATime(async (window: BrowserWindow): Promise<void> => {
    const act = closeAgain(window);
    stayOpen();
    const { leave, stay } = TEXTS.dialogs.leaving;
    const isLeave = await confirm(window, 'question', texts.running, texts.runningDetail, leave, stay);
    if (!isLeave) return;
    given = [...running];
    // The window may have been replaced meanwhile.
    if (!window.isDestroyed()) act();
  });
  app.on('browser-window-created', (_event, window) => {
    window.on('close', (event) => {
      const isLast = process.platform !== 'darwin' && BrowserWindow.getAllWindows().length === 1;
      if (event.defaultPrevented || isEnding() || !(isQuitting() || isLast)) return;
      if ([...running].every((item) => given.includes(item))) return;
      event.preventDefault();
      void ask(window);
    });
  });
}

function showDone(path: string, contents: WebContents): void {
  app.dock?.downloadFinished(path);
  const name = basename(path);
  const show = () => shell.showItemInFolder(path);
  showNotice(texts.done, name, show, () => {
    const window = windowOf(contents) ?? visibleWindow();
    if (!window) return;
    void import('./told.ts').then(({ tellBriefly }) => {
      const answers = [{ label: texts.show, press: show }];
      if (!window.isDestroyed()) tellBriefly(window, 'file', `${texts.done} – ${name}`, answers);
    });
  });
}

async function askAgain({ address, name: file }: Download, path: string, contents: WebContents) {
  const { response } = await showMessage(windowOf(contents) ?? visibleWindow(), {
    type: 'error',
    message: texts.failed({ file }),
    detail: texts.failedDetail,
    buttons: [TEXTS.errorPage.tryAgain, TEXTS.dialogs.close],
    cancelId: 1,
  });
  const page = contents.isDestroyed() ? visibleWindow()?.webContents : contents;
  if (response === 0 && page) download(page, address, path);
}
