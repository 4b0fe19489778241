/** Sends requests to a handler as `fetch` does, and returns web responses, for tests. */
import { Readable } from 'node:stream';
import type { AppRequest, AppResponse } from '../../../../electron/common/message.ts';
import type { ServerResponse } from '../../../../electron/common/responseTo.ts';
import { fromWeb, toWeb } from './web.ts';

export type Send = (url: string, init?: RequestInit, initiatorOrigin?: string) => Promise<Response>;

/** @param handle answers the requests; `url` may be a path of the app */
export function sendTo(handle: (request: AppRequest) => Promise<AppResponse>): Send {
  return async (url, init, initiatorOrigin) => {
    const request = new Request(url.startsWith('/') ? `app://shell${url}` : url, init);
    return toWeb(await handle({ ...fromWeb(request), initiatorOrigin }));
  };
}

/** `fetch`, with the response in the form of `net.request`. Redirects are not followed. */
export async function fetchServer(url: string, init: RequestInit): Promise<ServerResponse> {
  const { status, headers, body } = await fetch(url, { ...init, redirect: 'manual' });
  const stream = body && Readable.fromWeb(body as import('node:stream/web').ReadableStream);
  return { status, headers: Object.fromEntries(headers), body: stream };
}
