/** Sends requests to a handler as `fetch` does, and returns web responses, for tests. */
import type { AppRequest, AppResponse } from '../../../../electron/common/message.ts';
import { fromWeb, toWeb } from './web.ts';

export type Send = (url: string, init?: RequestInit, initiatorOrigin?: string) => Promise<Response>;

/** @param handle answers the requests; `url` may be a path of the app */
export function sendTo(handle: (request: AppRequest) => Promise<AppResponse>): Send {
  return async (url, init, initiatorOrigin) => {
    const request = new Request(url.startsWith('/') ? `app://shell${url}` : url, init);
    return toWeb(await handle({ ...fromWeb(request), initiatorOrigin }));
  };
}
