/**
 * Tells of what a server's page asked for in vain, where nothing on it would. A form that cannot be sent, or is answered by
 * a gateway alone, stays with what the user typed: Chromium would show an error page, and the form is lost with the
 * document. A page that lacks a script of its server may be dead: a build comes from the disk, what it has not from there.
 */
import type { OnErrorOccurredListenerDetails, Session, WebContents } from 'electron';
import { isApp, type Origins } from '../../common/origins.ts';
import { onceLeft } from '../../common/pages.ts';
import { loadError } from '../../shared/loadErrors.ts';
import * as TEXTS from '../../shared/texts.ts';
import { watchFailed } from '../app/requests.ts';
import { windowOf } from './createWindow.ts';

/** Back led to the answer of a form, which is not sent again; main refuses a server's version of a script of the build. */
const NOT_FAILED = {
  mainFrame: /^net::ERR_(?:ABORTED|CACHE_MISS)$/,
  script: /^net::ERR_(?:ABORTED|BLOCKED_BY_CLIENT)$/,
};

/** @param reload asks first, if the page holds typed text */
export function tellFailedRequests(
  session: Session,
  origins: Origins,
  reload: (page: WebContents) => void,
): void {
  watchFailed(session, (details) => {
    const { error, resourceType } = details;
    if (resourceType === 'mainFrame' && !NOT_FAILED.mainFrame.test(error))
      keepForm(origins, details, loadError(error.replace('net::', '')).title);
    if (resourceType === 'script' && !NOT_FAILED.script.test(error))
      tellMissingScript(origins, details, reload);
  });
}

/** Keeps the page that sent a form, before its answer is a document. Does nothing for other requests. @param why in short */
export function keepForm(
  { ownerOf }: Origins,
  { webContents: contents, method }: { method: string; webContents?: WebContents },
  why: string,
): void {
  const window = method === 'POST' && contents && windowOf(contents);
  const owner = window && ownerOf(contents.mainFrame.url);
  if (!window || owner === undefined || owner === 'shell') return;
  // Chromium has not replaced the document yet: a stopped load leaves it.
  contents.stop();
  void import('./told.ts').then(({ tellBriefly }) => {
    if (window.isDestroyed()) return;
    const remove = tellBriefly(window, 'offline', why);
    contents.once('did-start-navigation', remove);
  });
}

const told = new WeakSet<WebContents>();

function tellMissingScript(
  { ownerOf }: Origins,
  { url, webContents: page }: OnErrorOccurredListenerDetails,
  reload: (page: WebContents) => void,
): void {
  const window = page && windowOf(page);
  // What a page loads later it can tell itself.
  if (!window || told.has(page) || !page.isLoadingMainFrame()) return;
  const { origin } = new URL(url);
  if (!isApp(ownerOf(origin)) || URL.parse(page.getURL())?.origin !== origin) return;
  told.add(page);
  void import('./told.ts').then(({ tell }) => {
    if (window.isDestroyed()) return;
    const { remove } = tell(window, 'offline', TEXTS.fault.part.title, [
      { label: TEXTS.pages.reload, press: () => reload(page) },
      { label: TEXTS.dialogs.close, press: () => undefined },
    ]);
    onceLeft(page, () => {
      told.delete(page);
      remove();
    });
  });
}
