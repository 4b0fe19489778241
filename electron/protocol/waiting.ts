/**
 * Reports when a page no longer waits for a response: it aborted the request, navigated, crashed or was closed.
 * Electron tells a scheme's handler only after a response has begun, by destroying its stream. Before that only
 * `webRequest` knows; it identifies the request by an id, which a header carries to the handler.
 *
 * `webRequest` does not see a worker's requests. They end with the last page, which every worker needs. Nor does it see
 * downloads, which belong to no page.
 */
import { app, type Session, session, type WebContents, webContents } from 'electron';
import { onPage } from '../app/pages.ts';
import { changeShellHeaders } from '../app/requestHeaders.ts';
import { changeResponses } from '../app/responseHeaders.ts';
import { APP_ORIGIN } from '../shared/channels.ts';
import { realStatus } from './status.ts';

const ID_HEADER = 'x-holdfast-request';

/** Requests without a response so far: those of pages by id, those of workers by a symbol. */
const waiting = new Map<string | symbol, AbortController>();

/** Watched addresses, in `webRequest`'s format. */
let urls: string[] = [];

const isWatched = (url: string) =>
  urls.some((one) => (one.endsWith('*') ? url.startsWith(one.slice(0, -1)) : url === one));

/**
 * Watches requests from now on. Call it before Electron is ready.
 * @param paths of the app's scheme, as in the setting `proxy`
 */
export function watchRequests(paths: readonly string[]): void {
  if (paths.length === 0) return;
  // A pattern also sees the query.
  urls = paths.flatMap((path) => (path.endsWith('*') ? [path] : [path, `${path}?*`]));
  urls = urls.map((path) => APP_ORIGIN + path);
  changeShellHeaders(urls, nameRequest);
  onPage((contents) => {
    const left = () => !isAnyOther(contents) && end((id) => typeof id === 'symbol');
    contents.on('did-navigate', left).on('render-process-gone', left).on('destroyed', left);
  });
  void app.whenReady().then(() => {
    session.defaultSession.webRequest.onErrorOccurred({ urls }, (failed) =>
      end((id) => id === String(failed.id)),
    );
    changeResponses(session.defaultSession, { urls, change: realStatus });
  });
}

function nameRequest(headers: Record<string, string>, id: number, of: Session): Record<string, string> {
  // Only that session has a handler.
  if (of !== session.defaultSession) return headers;
  waiting.set(String(id), new AbortController());
  return { ...headers, [ID_HEADER]: String(id) };
}

function end(isOver: (id: string | symbol) => boolean): void {
  for (const [id, control] of waiting) {
    if (!isOver(id)) continue;
    waiting.delete(id);
    control.abort();
  }
}

function isAnyOther(contents: WebContents): boolean {
  return webContents
    .getAllWebContents()
    .some((one) => one !== contents && !one.isDestroyed() && one.getURL().startsWith(`${APP_ORIGIN}/`));
}

/**
 * Removes the id from a request's headers, whose names are in lower case.
 * @returns the headers without it, a signal that aborts if nobody waits for the response any more, and a function to
 *   call once there is a response; the last two are absent for a request that is not watched
 */
export function awaited(url: string, { [ID_HEADER]: name, ...headers }: Readonly<Record<string, string>>) {
  // A worker's requests have this header; downloads and main's requests do not.
  if (name === undefined && !(headers.accept && isWatched(url))) return { headers };
  const id = name ?? Symbol(url);
  if (typeof id === 'symbol') waiting.set(id, new AbortController());
  // An unknown id belongs to a request that has ended.
  const signal = waiting.get(id)?.signal ?? AbortSignal.abort();
  return { headers, signal, answered: () => void waiting.delete(id) };
}
