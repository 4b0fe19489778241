/** Downloads: which ones may start, their progress and their end. */
import { app, BrowserWindow, type DownloadItem, type Session, shell, type WebContents } from 'electron';
import { closeAgain, isEnding, isQuitting, stayOpen } from '../app/lifecycle.ts';
import { logOnce } from '../app/log.ts';
import { confirm, oneAtATime, showMessage } from '../app/messageBox.ts';
import { showNotice } from '../app/notice.ts';
import * as TEXTS from '../shared/texts.ts';
import { isPopUp, windowOf } from './createWindow.ts';
import { navigationVerdict } from './security.ts';

const texts = TEXTS.dialogs.download;

/** How many downloads may wait for the user at once, each with a Save dialog: after one click a page may begin any number. */
const MAX_ASKED = 10;

/**
 * Why a download may not start; undefined if it may: only from the app's own content, such as a file that a page made,
 * and only after a key press or click. Otherwise a link from outside could open a Save dialog, and again at every start.
 * @param asked how many Save dialogs are open
 * @param address the file's address; for a Blob, `blob:` and the origin
 * @param page the origin of the page in the window, which `data:` addresses belong to
 */
export function downloadProblem(
  address: string,
  page: string,
  hasGesture: boolean,
  asked = 0,
): string | undefined {
  const source = address.startsWith('data:') ? page : address.replace(/^blob:/, '');
  if (navigationVerdict(source) !== 'app') return 'it does not come from a page of the app';
  if (!hasGesture) return 'nobody asked for it by a click or a key';
  return asked < MAX_ASKED ? undefined : `${asked} others wait to be saved`;
}

/** Downloads that the user chose outside of the page, by address, with their target file; '' if still to be asked. */
const chosen = new Map<string, string>();

/** Downloads what the user chose in a menu or a dialog: a picture of the page, or an interrupted download. */
export function download(contents: WebContents, address: string, file = ''): void {
  chosen.set(address, file);
  contents.downloadURL(address);
}

type Amounts = Pick<DownloadItem, 'getReceivedBytes' | 'getTotalBytes'>;

/** Returns all downloads' progress for the taskbar: 0 to 1, 2 if a size is unknown, -1 without downloads. */
export function progressOf(items: readonly Amounts[]): number {
  if (items.length === 0) return -1;
  if (items.some((item) => item.getTotalBytes() <= 0)) return 2;
  const sum = (amount: (item: Amounts) => number) => items.reduce((total, item) => total + amount(item), 0);
  return Math.min(1, sum((item) => item.getReceivedBytes()) / sum((item) => item.getTotalBytes()));
}

/** Handles the downloads of a session. Electron asks the user where to save each. */
export function setupDownloads(session: Session): void {
  const running = new Set<DownloadItem>();
  askBeforeEnd(running);
  const showProgress = () => {
    const progress = progressOf([...running]);
    // A download continues when its window is replaced.
    for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(progress);
  };
  session.on('will-download', (event, item, contents) => {
    const address = item.getURL();
    const file = chosen.get(address);
    chosen.delete(address);
    const asked = [...running].filter((one) => !one.getSavePath()).length;
    const problem = downloadProblem(address, contents.mainFrame.origin, item.hasUserGesture(), asked);
    if (file === undefined && problem) {
      event.preventDefault();
      return logOnce(`A download was refused, because ${problem}.`);
    }
    // A window that a page opened for the file stays empty.
    const window = windowOf(contents);
    if (isPopUp(window) && contents.getURL() === '') setImmediate(() => window.destroy());
    // Otherwise Electron shows the address.
    item.setSaveDialogOptions({ title: texts.save });
    if (file) item.setSavePath(file);
    running.add(item);
    let isBroken = false;
    item.on('updated', (_event, state) => {
      // Otherwise it waits to be resumed, which Chromium cannot do with the app's own scheme.
      isBroken = state === 'interrupted';
      if (isBroken) item.cancel();
      else showProgress();
    });
    item.once('done', (_event, state) => {
      running.delete(item);
      showProgress();
      if (state === 'completed') showDone(item, contents);
      else if (isBroken || state === 'interrupted') void askAgain(item, contents);
    });
  });
}

/** Quitting would end the downloads, so the user is asked first, unless the system ends the app. */
function askBeforeEnd(running: ReadonlySet<DownloadItem>): void {
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
      const isEnd =
        isQuitting() || (process.platform !== 'darwin' && BrowserWindow.getAllWindows().length === 1);
      if (!isEnd || isEnding() || [...running].every((item) => given.includes(item))) return;
      event.preventDefault();
      void ask(window);
    });
  });
}

function showDone(item: DownloadItem, contents: WebContents): void {
  // The item is destroyed afterwards.
  const [path, name] = [item.getSavePath(), item.getFilename()];
  app.dock?.downloadFinished(path);
  const show = () => shell.showItemInFolder(path);
  showNotice(texts.done, name, show, () => {
    const window = windowOf(contents) ?? BrowserWindow.getAllWindows()[0];
    if (window)
      void import('./told.ts').then(({ tellBriefly }) => tellBriefly(window, `${texts.done} – ${name}`));
  });
}

async function askAgain(item: DownloadItem, contents: WebContents): Promise<void> {
  // The item is destroyed afterwards.
  const [address, file] = [item.getURL(), item.getSavePath()];
  const { response } = await showMessage(windowOf(contents), {
    type: 'error',
    message: texts.failed({ file: item.getFilename() }),
    detail: texts.failedDetail,
    buttons: [TEXTS.dialogs.tryAgain, TEXTS.dialogs.close],
    cancelId: 1,
  });
  const page = contents.isDestroyed() ? BrowserWindow.getAllWindows()[0]?.webContents : contents;
  if (response === 0 && page) download(page, address, file);
}
