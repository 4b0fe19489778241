/** Downloads: which may begin, how far they are, and how they ended. */
import {
  app,
  BrowserWindow,
  type DownloadItem,
  Notification,
  type Session,
  shell,
  type WebContents,
} from 'electron';
import { log } from '../app/log.ts';
import { showMessage } from '../app/messageBox.ts';
import * as TEXTS from '../shared/texts.ts';
import { navigationVerdict } from './security.ts';

const texts = TEXTS.dialogs.download;

/**
 * Whether a download may start: only of the app's own content, such as a file that a page made, and after a click.
 * Otherwise a link from outside could open a Save dialog, and again at every start.
 *
 * @param address of the file; of a Blob `blob:` and the origin
 */
export function downloadVerdict(address: string, hasGesture: boolean): boolean {
  return hasGesture && navigationVerdict(address.replace(/^blob:/, '')) === 'app';
}

type Amounts = Pick<DownloadItem, 'getReceivedBytes' | 'getTotalBytes'>;

/** What the taskbar shows for all downloads together: 0 to 1, 2 where a size is not known, -1 without any. */
export function progressOf(items: readonly Amounts[]): number {
  if (items.length === 0) return -1;
  if (items.some((item) => item.getTotalBytes() <= 0)) return 2;
  const sum = (amount: (item: Amounts) => number) => items.reduce((total, item) => total + amount(item), 0);
  return Math.min(1, sum((item) => item.getReceivedBytes()) / sum((item) => item.getTotalBytes()));
}

/** Follows the downloads of a session. Electron asks the user where to save each. */
export function setupDownloads(session: Session): void {
  const running = new Set<DownloadItem>();
  const showProgress = () => {
    const progress = progressOf([...running]);
    // What is downloaded outlives a window that is replaced.
    for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(progress);
  };
  session.on('will-download', (event, item, contents) => {
    if (!downloadVerdict(item.getURL(), item.hasUserGesture())) {
      event.preventDefault();
      log(
        'A download was refused: no user asked for it by a click or a key, or it is not from a page of the app.',
      );
      return;
    }
    running.add(item);
    let isBroken = false;
    item.on('updated', (_event, state) => {
      // It would wait for somebody to resume it.
      isBroken = state === 'interrupted';
      if (isBroken) item.cancel();
      else showProgress();
    });
    item.once('done', (_event, state) => {
      running.delete(item);
      showProgress();
      if (state === 'completed') showDone(item);
      else if (isBroken || state === 'interrupted') showFailed(item, contents);
    });
  });
}

/** The last one: a notice that nothing refers to may be gone before it is clicked. */
let notice: Notification;

function showDone(item: DownloadItem): void {
  const path = item.getSavePath();
  app.dock?.downloadFinished(path);
  // Nowhere to be seen on a Linux without a service for them.
  if (!Notification.isSupported()) return;
  notice = new Notification({ title: texts.done, body: item.getFilename() });
  notice.on('click', () => shell.showItemInFolder(path));
  notice.show();
}

function showFailed(item: DownloadItem, contents: WebContents): void {
  const window = contents.isDestroyed() ? null : BrowserWindow.fromWebContents(contents);
  void showMessage(window ?? undefined, {
    type: 'error',
    message: texts.failed(item.getFilename()),
    detail: texts.failedDetail,
  });
}
