/**
 * Requests and responses of `app://shell`. Not the web's own: Node loads its HTTP client for those, some 20 ms before
 * the first paint (Electron 33.2.1).
 */
import type { Readable } from 'node:stream';

export interface AppRequest {
  readonly url: string;
  readonly method: string;
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the page or worker that made the request; absent for requests of main, and before Electron 34. */
  readonly initiatorOrigin?: string | undefined;
  /** Read as it arrives, once. */
  readonly body?: AsyncIterable<Uint8Array> | undefined;
  /** Whether a script of the page writes the body while it is sent. */
  readonly isStream?: boolean | undefined;
  /**
   * Aborts when nobody waits for the response any more, as long as there is none; then its body is destroyed instead.
   * Absent for requests that Electron tells nothing about: those of workers, and downloads.
   */
  readonly signal?: AbortSignal | undefined;
}

export interface AppResponse {
  readonly status: number;
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer> | Readable | null;
  /** A number of Chromium's net errors: the request fails with it, as if there were no response. */
  readonly error?: number;
}

/** The body of a request; undefined if it has more than `maxBytes`. */
export async function readBody({ body }: AppRequest, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The text of a request's body. */
export async function readText(request: AppRequest): Promise<string> {
  return String(await readBody(request, Number.POSITIVE_INFINITY));
}

/** A response with this text, which nothing keeps. */
export function textResponse(
  status: number,
  type: 'text/html' | 'text/plain' | 'application/json',
  text: string,
  more: Readonly<Record<string, string>> = {},
): AppResponse {
  const body = Buffer.from(text);
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-length': String(body.byteLength),
    'cache-control': 'no-store',
    ...more,
  };
  return { status, headers, body };
}

/** Thrown by a handler, it answers with the error page of this status. The message is for its details. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
