/**
 * Keeps a server's page whose form cannot be sent, with what the user typed. Chromium would show its error page, and
 * the form is lost with the document: if it is sent to its own address, even its entry in the history is replaced.
 */
import type { Session } from 'electron';
import { ownerOf } from '../app/origins.ts';
import { loadError } from '../shared/loadErrors.ts';
import { windowOf } from './createWindow.ts';

/** `ERR_CACHE_MISS`: Back or Reload leads to the answer of a form, which is not sent again. */
const NOT_FAILED = /^net::ERR_(?:ABORTED|CACHE_MISS)$/;

export function keepUnsentForms({ webRequest }: Session): void {
  const documents = { urls: ['http://*/*', 'https://*/*'], types: ['mainFrame' as const] };
  webRequest.onErrorOccurred(documents, ({ webContents: contents, method, error }) => {
    if (method !== 'POST' || NOT_FAILED.test(error) || !contents) return;
    const window = windowOf(contents);
    const owner = window && ownerOf(contents.mainFrame.url);
    if (!window || owner === undefined || owner === 'shell') return;
    // Chromium has not replaced the document yet: a stopped load leaves it.
    contents.stop();
    void import('./told.ts').then(({ tellBriefly }) => {
      if (window.isDestroyed()) return;
      const remove = tellBriefly(window, loadError(error.replace('net::', '')).title);
      contents.once('did-start-navigation', remove);
    });
  });
}
