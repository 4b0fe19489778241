/** One upload: compressed when that is worth it, and given up after a time limit. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from './system.ts';

export interface Post {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array<ArrayBuffer>;
  /** Aborts when the time limit is reached or sending is no longer wanted. */
  signal: AbortSignal;
}

/** What came back from the server, as far as it is looked at. */
export interface Answer {
  status: number;
  /** Values of `ANSWER_HEADERS`, by name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The first bytes of the body, as text. */
  bodyStart: string;
}

export const ANSWER_HEADERS = [
  'content-type',
  'date',
  'retry-after',
  'x-powered-by',
  'x-sentry-rate-limits',
] as const;

/** Makes a POST without following redirects; rejects when no HTTP answer came. */
export type Request = (post: Post) => Promise<Answer>;

/** Bodies above this many bytes are compressed, as Sentry's own transports do. */
const GZIP_THRESHOLD = 32 * 1024;
const compress = promisify(gzip);

/** The time limit of a request in milliseconds: 30 s, and what the body takes at 32 KiB/s, 5 min at most. */
export function timeLimit(bytes: number): number {
  return Math.min(300_000, 30_000 + (bytes / 32_768) * 1_000);
}

/** Uploads `plain`. Rejects when no answer came in time, and with the controller's reason. */
export async function upload(
  target: Pick<Post, 'url' | 'headers'>,
  plain: Uint8Array<ArrayBuffer>,
  controller: AbortController,
  { request, clock }: { request: Request; clock: Clock },
): Promise<Answer> {
  const { signal } = controller;
  const isZipped = plain.length > GZIP_THRESHOLD;
  const body = isZipped ? await compress(plain) : plain;
  const headers = isZipped ? { ...target.headers, 'content-encoding': 'gzip' } : target.headers;
  signal.throwIfAborted();
  const limit = timeLimit(body.length);
  const cancel = clock.after(limit, () =>
    controller.abort(new Error(`No answer within ${Math.round(limit / 1_000)} s.`)),
  );
  // The race holds for a request that does not listen to its signal, too.
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([request({ url: target.url, headers, body, signal }), aborted]);
  } finally {
    cancel();
  }
}
