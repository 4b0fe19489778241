/** How long the server of a window's document asks to wait before the next request. Only a session reveals its headers. */
import type { Session } from 'electron';
import { APP_SCHEME } from '../../shared/channels.ts';
import { readRetryAfter } from '../../shared/retryAfter.ts';

// Of every kind: a service worker asks for a document as for anything else.
const ALL = { urls: [`${APP_SCHEME}://*/*`, 'http://*/*', 'https://*/*'] };
/** Most addresses that are remembered: a page may ask for any number. */
const MAX = 100;

/** By address, without its fragment. */
const waits = new Map<string, number>();

/** Must be called before the session's first window. */
export function watchRetryAfter({ webRequest }: Session): void {
  webRequest.onResponseStarted(ALL, ({ url, responseHeaders = {} }) => {
    const header = Object.entries(responseHeaders).find(([name]) => name.toLowerCase() === 'retry-after');
    const wait = readRetryAfter(header?.[1][0] ?? null, Date.now());
    waits.delete(url);
    if (wait === undefined) return;
    if (waits.size >= MAX) waits.clear();
    waits.set(url, wait);
  });
}

/** In milliseconds, from the server of the document at this address; undefined if it did not say. */
export const retryAfterOf = (url: string): number | undefined => waits.get(url.replace(/#.*/s, ''));
