/** GET requests to the web app's server, which isn't trusted to be brief, fast, or to stay on its own origin. */
import type { ClientRequest, ClientRequestConstructorOptions } from 'electron';
import { responseTo } from '../network/responseTo.ts';

/** A GET request that follows no redirect. Rejects if the server can't be reached; resolves for every status. */
export type Fetch = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response>;

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** As many redirects as browsers follow (Fetch Standard, HTTP-redirect fetch). */
const MAX_REDIRECTS = 20;

/**
 * GET that returns a redirect as a response with its `location`. `net.fetch` rejects instead (electron/electron#43715),
 * and following redirects unchecked could lead to a private address. Sends no cookies unless `request` adds them.
 * The reason phrase is dropped, because not every one can be passed to a page.
 * @param request Electron's `net.request`
 */
export function fetchUnfollowed(
  request: (options: ClientRequestConstructorOptions) => ClientRequest,
  url: string,
  { headers, signal }: Parameters<Fetch>[1],
): Promise<Response> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const sent = request({ url, headers, redirect: 'manual', cache: 'no-store' });
  const response = responseTo(
    sent,
    signal,
    (status, location) => new Response(null, { status, headers: { location } }),
  );
  sent.end();
  return response;
}

/** Where a response redirects to; undefined if it is no redirect or has no valid address. */
export function redirectOf(response: Response, url: string): URL | undefined {
  const location = response.headers.get('location');
  if (location === null || Math.floor(response.status / 100) !== 3) return undefined;
  return URL.parse(location, url) ?? undefined;
}

/**
 * Follows redirects within the origin to paths that `mayFollow`. Any other redirect is returned as the response.
 * @throws Error for too many redirects; whatever `fetch` throws
 */
export async function fetchWithin(
  fetch: Fetch,
  url: string,
  init: Parameters<Fetch>[1],
  mayFollow: (pathname: string) => boolean,
): Promise<Response> {
  const { origin } = new URL(url);
  let at = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(at, init);
    const next = redirectOf(response, at);
    if (next?.origin !== origin || !mayFollow(next.pathname)) return response;
    await response.body?.cancel();
    at = next.href;
  }
  throw new Error(`net::ERR_TOO_MANY_REDIRECTS: there were more than ${MAX_REDIRECTS}.`);
}

/**
 * The body of a response.
 * @throws TooLargeError as soon as it exceeds `maxBytes`; the stream's error if the connection breaks
 */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new TooLargeError(`The answer has more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** The Chromium name in an error of `net.request`, such as `ERR_CONNECTION_REFUSED`; ERR_FAILED if it has none. */
export function netErrorOf(error: unknown): string {
  return /net::(ERR_\w+)/.exec(String(error))?.[1] ?? 'ERR_FAILED';
}
