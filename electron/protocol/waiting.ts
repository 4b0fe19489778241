/**
 * Tells when a page no longer waits for a response: it aborted the request, went to another page, crashed or was closed.
 * Electron tells the handler of a scheme only once a response has begun, and then by destroying its stream. Before that
 * `webRequest` knows, which names the request by an id: a header brings that id to the handler.
 *
 * `webRequest` sees no request of a worker. Those end with the last page, which every worker needs. Nor does it see a
 * download, which belongs to no page.
 */
import { app, type Session, session, type WebContents, webContents } from 'electron';
import { changeOwnHeaders } from '../app/requestHeaders.ts';
import { changeResponses } from '../app/responseHeaders.ts';
import { APP_ORIGIN } from '../shared/channels.ts';
import { realStatus } from './status.ts';

const ID_HEADER = 'x-holdfast-request';

/** Requests that have no response yet: of pages by id, of workers by a symbol. */
const waiting = new Map<string | symbol, AbortController>();

/** Addresses that are watched, as `webRequest` takes them. */
let urls: string[] = [];

const isWatched = (url: string) =>
  urls.some((one) => (one.endsWith('*') ? url.startsWith(one.slice(0, -1)) : url === one));

/**
 * Watches requests from now on. Call it before Electron is ready.
 * @param paths of the app's scheme, as in the setting `proxy`
 */
export function watchRequests(paths: readonly string[]): void {
  if (paths.length === 0) return;
  // A pattern sees the query too.
  urls = paths.flatMap((path) => (path.endsWith('*') ? [path] : [path, `${path}?*`]));
  urls = urls.map((path) => APP_ORIGIN + path);
  changeOwnHeaders(urls, nameRequest);
  app.on('web-contents-created', (_event, contents) => {
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
  // Only there somebody answers.
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

/** Whether there is a page of the app beside this one. */
function isAnyOther(contents: WebContents): boolean {
  return webContents
    .getAllWebContents()
    .some((one) => one !== contents && !one.isDestroyed() && one.getURL().startsWith(`${APP_ORIGIN}/`));
}

/**
 * Takes the id out of a request's headers, whose names are in lower case.
 * @returns the headers without it, a signal that aborts when nobody waits for the response any more, and what to call
 *   when there is a response; both are absent for a request that is not watched
 */
export function awaited(url: string, { [ID_HEADER]: name, ...headers }: Readonly<Record<string, string>>) {
  // A request of a worker has this header, a download and a request of main have not.
  if (name === undefined && !(headers.accept && isWatched(url))) return { headers };
  const id = name ?? Symbol(url);
  if (typeof id === 'symbol') waiting.set(id, new AbortController());
  // An id that is unknown is one that is over.
  const signal = waiting.get(id)?.signal ?? AbortSignal.abort();
  return { headers, signal, answered: () => void waiting.delete(id) };
}
