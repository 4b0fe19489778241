/** Limits the size of electron-updater's downloads; by itself it reads whatever a server sends. */
import { Readable } from 'node:stream';
import { type Session, session } from 'electron';
import { responseTo } from '../../common/responseTo.ts';
import { request as makeRequest } from '../signIn/authentication.ts';

interface Bounds {
  limitOf(url: URL): number;
  /** Gets the cause of a failed request, which the updater does not pass on. */
  onFailed(error: Error): void;
}

/** Limits every request of a session; over HTTP/2 Chromium reads past `Content-Length`. Refuses redirects from https to http. */
export function boundNetwork(updater: Session, bounds: Bounds): void {
  // Uses another session: in this one the handlers would call themselves.
  const outside = session.fromPartition('updates', { cache: false });
  for (const scheme of ['https', 'http']) {
    updater.protocol.handle(scheme, (request) =>
      fetchBounded(outside, request, bounds).catch((error) => {
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
  const options = { url, headers: Object.fromEntries(headers), session: outside } as const;
  const request = makeRequest({ ...options, redirect: 'manual' });
  let isUnsafe = false;
  const response = responseTo(request, signal, (_status, location) => {
    isUnsafe = protocol === 'https:' && !location.startsWith('https:');
    return isUnsafe ? { status: 0, body: null } : undefined;
  });
  request.end();
  const { status, body } = await response;
  if (isUnsafe) throw new Error(`${pathname} redirects to an address without https and is ignored`);
  let left = limit;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left >= 0) return controller.enqueue(chunk);
      const error = new Error(`${pathname} is longer than ${limit} bytes and is ignored`);
      onFailed(error);
      controller.error(error);
      request.abort();
    },
  });
  const stream = body && (Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>);
  return new Response(stream?.pipeThrough(bounded) ?? null, { status });
}
