/** Converts the app's requests and responses from and to the web's, for tests. */
import { readFileSync } from 'node:fs';
import { type AppRequest, type AppResponse, FilePart } from '../../../../electron/common/message.ts';

export function fromWeb(request: Request & { initiatorOrigin?: string }): AppRequest {
  const { url, method, initiatorOrigin } = request;
  const body = (request.body ?? undefined) as AppRequest['body'];
  return { url, method, headers: Object.fromEntries(request.headers), initiatorOrigin, body };
}

export function toWeb({ status, headers, body }: AppResponse): Response {
  const bytes = body instanceof FilePart ? readFileSync(body.path).subarray(body.start, body.end) : body;
  // Statuses such as 204 allow no body, not even an empty one.
  return new Response(bytes?.length ? bytes : null, { status, headers });
}
