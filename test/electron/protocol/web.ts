/** Converts the app's requests and responses from and to the web's, for tests. */
import { Readable } from 'node:stream';
import type { AppRequest, AppResponse } from '../../../electron/protocol/message.ts';

export function fromWeb(request: Request & { initiatorOrigin?: string }): AppRequest {
  const { url, method, initiatorOrigin } = request;
  const body = (request.body ?? undefined) as AppRequest['body'];
  return { url, method, headers: Object.fromEntries(request.headers), initiatorOrigin, body };
}

export function toWeb({ status, headers, body, error }: AppResponse): Response {
  if (error !== undefined) return Response.error();
  if (body instanceof Readable)
    return new Response(Readable.toWeb(body) as ReadableStream, { status, headers });
  // Statuses such as 204 allow no body, not even an empty one.
  return new Response(body?.length ? body : null, { status, headers });
}
