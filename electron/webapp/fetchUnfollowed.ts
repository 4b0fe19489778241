import type { ClientRequest, ClientRequestConstructorOptions } from 'electron';
import { answerTo } from '../network/answerTo.ts';
import type { Fetch } from './data/answer.ts';

/**
 * GET that gives a redirect as an answer with its `location`: `net.fetch` rejects instead (electron/electron#43715),
 * and following it unchecked could lead to a private address. No cookies are sent unless `request` adds them.
 * The reason phrase is dropped, because not every one can be passed to a page.
 * @param request Electron's `net.request`
 */
export function fetchUnfollowed(
  request: (options: ClientRequestConstructorOptions) => ClientRequest,
  url: string,
  { headers, signal }: Parameters<Fetch>[1],
): Promise<Response> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const asked = request({ url, headers, redirect: 'manual', cache: 'no-store' });
  const answer = answerTo(
    asked,
    signal,
    (status, location) => new Response(null, { status, headers: { location } }),
  );
  asked.end();
  return answer;
}
