/** Requests to servers that aren't trusted to be brief, fast, or to stay on their own origin. */

/** A GET request. Rejects if the server can't be reached; resolves for every status. */
export type Fetch = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response>;

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** As many redirects as browsers follow (Fetch Standard, HTTP-redirect fetch). */
const MAX_REDIRECTS = 20;

/** Where an answer redirects to, or undefined if it is no redirect or its address is none. */
export function redirectOf(response: Response, url: string): URL | undefined {
  const location = response.headers.get('location');
  if (location === null || Math.floor(response.status / 100) !== 3) return undefined;
  return URL.parse(location, url) ?? undefined;
}

/**
 * Follows redirects within the origin whose target is `isData`. Any other redirect is returned as the answer: it moves
 * the page itself.
 * @throws Error for too many redirects; whatever `fetch` throws
 */
export async function fetchWithin(
  fetch: Fetch,
  url: string,
  init: Parameters<Fetch>[1],
  isData: (pathname: string) => boolean,
): Promise<Response> {
  const { origin } = new URL(url);
  let at = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(at, init);
    const next = redirectOf(response, at);
    if (next?.origin !== origin || !isData(next.pathname)) return response;
    await response.body?.cancel();
    at = next.href;
  }
  throw new Error(`net::ERR_TOO_MANY_REDIRECTS: there were more than ${MAX_REDIRECTS}.`);
}

/**
 * The body of an answer.
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

/** The Chromium name in an error of `net.fetch`, such as `ERR_CONNECTION_REFUSED`; ERR_FAILED if it has none. */
export function netErrorOf(error: unknown): string {
  return /net::(ERR_\w+)/.exec(String(error))?.[1] ?? 'ERR_FAILED';
}
