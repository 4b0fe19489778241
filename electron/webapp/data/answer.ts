/** Asking servers that are not trusted to be small or quick, or to stay where they are. */

/** Asks a server. Rejects when it cannot be reached; a status is never a rejection. */
export type Fetch = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response>;

/** An answer is larger than it may be. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** A redirect that is not followed. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
  /** The Chromium name of such a failure. */
  readonly code: 'ERR_UNSAFE_REDIRECT' | 'ERR_TOO_MANY_REDIRECTS';

  constructor(code: RedirectError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** As many redirects as browsers follow (Fetch Standard, HTTP-redirect fetch). */
const MAX_REDIRECTS = 20;

/** Where an answer redirects to, or undefined if it is no redirect or its address is none. */
export function redirectOf(response: Response, url: string): URL | undefined {
  const location = response.headers.get('location');
  if (location === null || response.status < 300 || response.status > 399) return undefined;
  return URL.parse(location, url) ?? undefined;
}

/**
 * Asks a server, and follows redirects within its origin to addresses that `isData`. Another one within the origin is
 * an answer: the page itself is elsewhere.
 * @throws RedirectError for another redirect; what `fetch` throws
 */
export async function fetchWithin(
  fetch: Fetch,
  url: string,
  init: Parameters<Fetch>[1],
  isData: (pathname: string) => boolean,
): Promise<Response> {
  const { origin } = new URL(url);
  let at = url;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(at, init);
    const next = redirectOf(response, at);
    if (!next || (next.origin === origin && !isData(next.pathname))) return response;
    await response.body?.cancel();
    if (next.origin !== origin) {
      // Without path and query: those may hold a token.
      const where = next.host ? `${next.protocol}//${next.host}` : next.protocol;
      throw new RedirectError(
        'ERR_UNSAFE_REDIRECT',
        `The server redirects to ${where}, which is not the app's own.`,
      );
    }
    if (redirects === MAX_REDIRECTS)
      throw new RedirectError('ERR_TOO_MANY_REDIRECTS', `There were more than ${MAX_REDIRECTS} redirects.`);
    at = next.href;
  }
}

/**
 * The body of an answer.
 * @throws TooLargeError as soon as it has more than `maxBytes`; what the connection throws when it breaks
 */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (length > maxBytes) throw new TooLargeError(`The answer has more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** The Chromium name in an error of `net.fetch`, such as `ERR_CONNECTION_REFUSED`; ERR_FAILED if it has none. */
export function netErrorOf(error: unknown): string {
  return /net::(ERR_\w+)/.exec(String(error))?.[1] ?? 'ERR_FAILED';
}
