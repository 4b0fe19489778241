/** Messages of `app://shell`. Not the web's types: for those Node loads its HTTP client, for 20 ms of the start. */

export interface AppRequest {
  readonly url: string;
  readonly method: string;
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Origin of the page or worker that sent the request; absent for main's requests, and before Electron 34. */
  readonly initiatorOrigin?: string | undefined;
  readonly body?: AsyncIterable<Uint8Array> | undefined;
}

export interface AppResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer> | FilePart | null;
}

/** A part of a file that is too large for memory: who sends the response reads it. As a buffer, it can be cut. */
export class FilePart {
  readonly path: string;
  readonly start: number;
  /** The byte after the last. */
  readonly end: number;

  constructor(path: string, start: number, end: number) {
    this.path = path;
    this.start = start;
    this.end = end;
  }

  get length(): number {
    return this.end - this.start;
  }

  /** Within this part, and not empty. */
  subarray(start: number, end: number): FilePart {
    return new FilePart(this.path, this.start + start, this.start + end);
  }
}

/** Reads a body; undefined as soon as it exceeds `maxBytes`. Rejects if the connection breaks. */
export async function readBody(
  { body }: { body?: AsyncIterable<Uint8Array> | null | undefined },
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns a response with this text, which must not be cached. */
export function textResponse(
  status: number,
  type: 'text/html' | 'text/plain' | 'application/json',
  text: string,
  more: Readonly<Record<string, string>> = {},
): AppResponse {
  const body = Buffer.from(text);
  const about = { 'content-type': `${type}; charset=utf-8`, 'content-length': String(body.byteLength) };
  return { status, headers: { ...about, 'cache-control': 'no-store', ...more }, body };
}

/** Returns a redirect, which must not be cached. @param status 303 leads to a GET, whatever the request was */
export const redirectTo = (location: string, status = 302): AppResponse => ({
  status,
  headers: { location, 'cache-control': 'no-store' },
  body: null,
});
