/** GET requests to the web app's server, which is not trusted to be brief, fast, or to stay on its own origin. */
import type { ClientRequest, ClientRequestConstructorOptions } from 'electron';
import { responseTo, type ServerResponse } from '../../common/responseTo.ts';

/** A GET request that follows no redirect. Rejects if the server cannot be reached; resolves for every status. */
export type Fetch = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<ServerResponse>;

/** The same number as in browsers (Fetch Standard, HTTP-redirect fetch). */
const MAX_REDIRECTS = 20;

/**
 * A GET that returns a redirect as a response with its `location`. `net.fetch` rejects instead
 * (electron/electron#43715), and following redirects unchecked could lead to a private address. Sends no cookies unless
 * `request` adds them. Drops the reason phrase, because not every phrase can be passed to a page.
 * @param request Electron's `net.request`
 */
export function fetchUnfollowed(
  request: (options: ClientRequestConstructorOptions) => ClientRequest,
  url: string,
  { headers, signal }: Parameters<Fetch>[1],
): Promise<ServerResponse> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const sent = request({ url, headers, redirect: 'manual', cache: 'no-store' });
  const response = responseTo(sent, signal, (status, location) => ({
    status,
    headers: { location },
    body: null,
  }));
  sent.end();
  return response;
}

/** Returns the target of a redirect; undefined if the response is not one or has no valid address. */
function redirectOf({ status, headers }: ServerResponse, url: string): URL | undefined {
  if (headers.location === undefined || Math.floor(status / 100) !== 3) return undefined;
  return URL.parse(headers.location, url) ?? undefined;
}

/**
 * Follows the redirects that `mayFollow`. Any other is returned as the response, with the address that answered it.
 * @throws Error for too many redirects; whatever `fetch` throws
 */
export async function fetchFollowing(
  fetch: Fetch,
  address: URL | string,
  init: Parameters<Fetch>[1],
  mayFollow: (to: URL, from: URL) => boolean,
): Promise<{ response: ServerResponse; at: URL }> {
  let at = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(at.href, init);
    const next = redirectOf(response, at.href);
    if (!next || !mayFollow(next, at)) return { response, at };
    response.body?.destroy();
    at = next;
  }
  throw new Error(`net::ERR_TOO_MANY_REDIRECTS: more than ${MAX_REDIRECTS}.`);
}

/** Returns the Chromium name in an error of `net.request`, such as `ERR_CONNECTION_REFUSED`; ERR_FAILED if it has none. */
export function netErrorOf(error: unknown): string {
  return /net::(ERR_\w+)/.exec(String(error))?.[1] ?? 'ERR_FAILED';
}
