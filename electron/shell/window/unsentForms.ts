/**
 * Keeps a server's page whose form cannot be sent, or is answered by a gateway alone, with what the user typed. Chromium
 * would show its error page or the gateway's, and the form is lost with the document: if it is sent to its own address,
 * even its entry in the history is replaced.
 */
import type { Session, WebContents } from 'electron';
import type { Origins } from '../../common/origins.ts';
import { loadError } from '../../shared/loadErrors.ts';
import { watchFailed } from '../app/requests.ts';
import { windowOf } from './createWindow.ts';

/** `ERR_CACHE_MISS`: Back or Reload leads to the answer of a form, which is not sent again. */
const NOT_FAILED = /^net::ERR_(?:ABORTED|CACHE_MISS)$/;

interface Sent {
  method: string;
  webContents?: WebContents;
}

export function keepUnsentForms(session: Session, origins: Origins): void {
  watchFailed(session, (details) => {
    const { error, resourceType } = details;
    if (resourceType === 'mainFrame' && !NOT_FAILED.test(error))
      keepForm(origins, details, loadError(error.replace('net::', '')).title);
  });
}

/** Keeps the page that sent a form, before its answer is a document. Does nothing for other requests. @param why in short */
export function keepForm({ ownerOf }: Origins, { webContents: contents, method }: Sent, why: string): void {
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
