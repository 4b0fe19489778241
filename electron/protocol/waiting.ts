/**
 * Tells when a page no longer waits for a response: it aborted the request, went to another page, crashed or was closed.
 * Electron tells the handler of a scheme only once a response has begun, and then by destroying its stream. Before that
 * `webRequest` knows, which names the request by an id: a header brings that id to the handler.
 *
 * `webRequest` sees no request of a worker and no download.
 */
import { app, session } from 'electron';
import { changeOwnHeaders } from '../app/requestHeaders.ts';

const ID_HEADER = 'x-holdfast-request';

/** Requests that have no response yet, by id. */
const waiting = new Map<string, AbortController>();

/**
 * Watches requests from now on. Call it before Electron is ready.
 * @param urls addresses of the app's scheme, as `webRequest` takes them
 */
export function watchRequests(urls: string[]): void {
  if (urls.length === 0) return;
  changeOwnHeaders(urls, (headers, id, { webRequest }) => {
    // Only there somebody answers.
    if (webRequest !== session.defaultSession.webRequest) return headers;
    waiting.set(String(id), new AbortController());
    return { ...headers, [ID_HEADER]: String(id) };
  });
  void app.whenReady().then(() => {
    session.defaultSession.webRequest.onErrorOccurred({ urls }, ({ id }) => {
      waiting.get(String(id))?.abort();
      waiting.delete(String(id));
    });
  });
}

/**
 * Takes the id out of a request's headers, whose names are in lower case.
 * @returns the headers without it, a signal that aborts when nobody waits for the response any more, and what to call
 *   when there is a response; without an id both are absent
 */
export function awaited({ [ID_HEADER]: id, ...headers }: Readonly<Record<string, string>>) {
  if (id === undefined) return { headers };
  // An id that is unknown is one that is over.
  const signal = waiting.get(id)?.signal ?? AbortSignal.abort();
  return { headers, signal, answered: () => void waiting.delete(id) };
}
