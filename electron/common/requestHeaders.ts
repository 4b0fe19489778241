/** Headers of requests to servers. Electron keeps one listener per session, this one: to change them, add a step. */
import { app, type Session } from 'electron';
import { log } from './log.ts';

/** `webContentsId` is undefined for main's requests. */
interface Outgoing {
  url: string;
  webContentsId?: number | undefined;
}

type Headers = Record<string, string>;

/** The request fails if the result is undefined, or its promise rejects. */
type Step = (headers: Headers, request: Outgoing) => Headers | undefined | Promise<Headers>;

const SERVERS = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*'] };

const steps: Step[] = [];

/** Adds a step for all sessions. The last one added runs first. The first call must come before Electron is ready. */
export function changeRequestHeaders(step: Step): void {
  if (steps.unshift(step) === 1) app.on('session-created', listen);
}

function listen(session: Session): void {
  const { webRequest } = session;
  const passed = new Set<number>();
  const set = () =>
    webRequest.onBeforeSendHeaders(SERVERS, ({ id, requestHeaders, url, webContentsId }, answer) => {
      passed.add(id);
      // Requests that were cancelled are never sent.
      const [oldest = id] = passed;
      if (passed.size > 1_000) passed.delete(oldest);
      const request = { url, webContentsId };
      type Changed = Headers | undefined;
      const changed = steps.reduce<Changed | Promise<Changed>>((headers, next) => {
        const change = (known: Changed) => known && next(known, request);
        return headers instanceof Promise ? headers.then(change) : change(headers);
      }, requestHeaders);
      const send = (headers: Changed) => answer(headers ? { requestHeaders: headers } : { cancel: true });
      if (!(changed instanceof Promise)) return send(changed);
      changed.then(send, (error: unknown) => {
        log(`The headers of a request could not be made: ${error}`);
        answer({ cancel: true });
      });
    });
  set();
  webRequest.onSendHeaders(SERVERS, ({ id }) => {
    if (passed.delete(id)) return;
    log(
      'The app set webRequest.onBeforeSendHeaders, but Electron keeps only one listener, so one request was sent without the limits on headers. Holdfast has restored its own listener. Use "requestHeaders" of defineMain instead.',
    );
    set();
  });
}
