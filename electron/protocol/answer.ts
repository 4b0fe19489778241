/**
 * What a page, a file of the build and a fault are asked for and answered with. Not the web's Request and Response: with the
 * first of them Node loads its HTTP client, 28 ms of main's before the first paint (Electron 33.2.1).
 */

/** The part of a Request that decides. Names of headers are looked up in any case. */
export interface Asked {
  url: string;
  method: string;
  headers: { get(name: string): string | null };
  /** The origin of the page or worker that asks, as Chromium knows it; absent for main itself, and in older versions of Electron. */
  initiatorOrigin?: string | undefined;
}

export interface Answer {
  status: number;
  /** By their names as written here, `Content-Type`. */
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer> | null;
}

/** An answer of this text, which nothing keeps. */
export function textAnswer(
  status: number,
  type: 'text/html' | 'text/plain' | 'application/json',
  text: string,
): Answer {
  const body = Buffer.from(text);
  return {
    status,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': String(body.byteLength),
      'Cache-Control': 'no-store',
    },
    body,
  };
}

export function toResponse({ status, headers, body }: Answer): Response {
  // Statuses such as 204 allow no body, not even an empty one.
  return new Response(body?.length ? body : null, { status, headers });
}
