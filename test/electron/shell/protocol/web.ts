/** Converts the app's requests and responses from and to the web's, for tests. */
import type { AppRequest, AppResponse } from '../../../../electron/common/message.ts';

export function fromWeb(request: Request & { initiatorOrigin?: string }): AppRequest {
  const { url, method, initiatorOrigin } = request;
  const body = (request.body ?? undefined) as AppRequest['body'];
  return { url, method, headers: Object.fromEntries(request.headers), initiatorOrigin, body };
}

export function toWeb({ status, headers, body }: AppResponse): Response {
  // Statuses such as 204 allow no body, not even an empty one.
  return new Response(body?.length ? body : null, { status, headers });
}
