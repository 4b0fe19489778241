/** How long the server of a window's document asks to wait before the next request. Only a session reveals its headers. */
import type { Session, WebContents } from 'electron';
import { APP_SCHEME } from '../../shared/channels.ts';
import { readRetryAfter } from '../../shared/retryAfter.ts';

const DOCUMENTS = {
  urls: [`${APP_SCHEME}://*/*`, 'http://*/*', 'https://*/*'],
  types: ['mainFrame' as const],
};

const waits = new WeakMap<WebContents, number | undefined>();

/** Must be called before the session's first window. */
export function watchRetryAfter({ webRequest }: Session): void {
  webRequest.onResponseStarted(DOCUMENTS, ({ webContents, responseHeaders = {} }) => {
    const header = Object.entries(responseHeaders).find(([name]) => name.toLowerCase() === 'retry-after');
    if (webContents) waits.set(webContents, readRetryAfter(header?.[1][0] ?? null, Date.now()));
  });
}

/** In milliseconds, from the last document's server; undefined if it did not say. */
export const retryAfterOf = (contents: WebContents): number | undefined => waits.get(contents);
