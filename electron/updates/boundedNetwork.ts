/** Limits the size of what electron-updater downloads, which by itself reads whatever a server sends. */
import { type Session, session } from 'electron';
import { answerTo } from '../network/answerTo.ts';
import { request } from '../network/authentication.ts';

export interface Bounds {
  /** The largest response from a URL, in bytes. */
  limitOf(url: URL): number;
  /** Gets the cause of a failed request, which the updater does not. */
  onFailed(error: Error): void;
}

/**
 * Limits every request of a session. `Content-Length` is not enough: over HTTP/2 Chromium reads past it. Redirects from
 * https to http are refused.
 * @param asking the updater's session
 */
export function boundNetwork(asking: Session, bounds: Bounds): void {
  // Another session: in this one the handlers would call themselves.
  const outside = session.fromPartition('updates', { cache: false });
  for (const scheme of ['https', 'http']) {
    asking.protocol.handle(scheme, (asked) =>
      fetchBounded(outside, asked, bounds).catch((error) => {
        bounds.onFailed(error);
        throw error;
      }),
    );
  }
}

async function fetchBounded(
  outside: Session,
  { url, headers, signal }: Request,
  { limitOf, onFailed }: Bounds,
): Promise<Response> {
  const { protocol, pathname } = new URL(url);
  const limit = limitOf(new URL(url));
  const options = {
    url,
    headers: Object.fromEntries(headers),
    session: outside,
    redirect: 'manual',
  } as const;
  const asked = request(options, false);
  let isUnsafe = false;
  const answered = answerTo(asked, signal, (_status, location) => {
    isUnsafe = protocol === 'https:' && !location.startsWith('https:');
    return isUnsafe ? Response.error() : undefined;
  });
  asked.end();
  const { status, body } = await answered;
  if (isUnsafe) throw new Error(`${pathname} leads to an address without https, and is not used`);
  let left = limit;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left >= 0) return controller.enqueue(chunk);
      const error = new Error(`${pathname} is longer than ${limit} bytes, and is not used`);
      onFailed(error);
      controller.error(error);
      asked.abort();
    },
  });
  return new Response(body?.pipeThrough(bounded) ?? null, { status });
}
