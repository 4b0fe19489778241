/** One upload: compressed if that is worth it, and aborted after a time limit. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export interface Upload {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array<ArrayBuffer>;
  /** Aborts when the time limit is reached or sending is turned off. */
  signal: AbortSignal;
}

export interface UploadResponse {
  status: number;
  /** By name, in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The first bytes of the body, as text. */
  bodyStart: string;
}

/** Sends a POST without following redirects. Rejects if there is no HTTP response, and if the signal aborts. */
export type Request = (upload: Upload) => Promise<UploadResponse>;

/** Bodies above this many bytes are compressed, as in Sentry's own transports. */
const GZIP_THRESHOLD = 32 * 1024;

/** Returns the time limit of a request in milliseconds: 30 s plus the body's time at 32 KiB/s, at most 5 min. */
export const timeLimit = (bytes: number) => Math.min(300_000, 30_000 + (bytes / 32_768) * 1_000);

/** Uploads `plain`. Rejects if no response came in time, and with the controller's reason. */
export async function upload(
  server: Pick<Upload, 'url' | 'headers'>,
  plain: Uint8Array<ArrayBuffer>,
  controller: AbortController,
  request: Request,
): Promise<UploadResponse> {
  const { signal } = controller;
  const isZipped = plain.length > GZIP_THRESHOLD;
  const body = isZipped ? await promisify(gzip)(plain) : plain;
  const headers = isZipped ? { ...server.headers, 'content-encoding': 'gzip' } : server.headers;
  signal.throwIfAborted();
  const limit = timeLimit(body.length);
  const late = new Error(`No response within ${Math.round(limit / 1_000)} s.`);
  const timer = setTimeout(() => controller.abort(late), limit);
  // A request that ignores its signal must not stop sending permanently.
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([request({ url: server.url, headers, body, signal }), aborted]);
  } finally {
    clearTimeout(timer);
  }
}
