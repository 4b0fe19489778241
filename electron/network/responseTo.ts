import type { Readable } from 'node:stream';
import type { ClientRequest, IncomingMessage } from 'electron';
import type { AppResponse } from '../protocol/message.ts';

/** Statuses without a body (Fetch Standard, null body status). */
const NO_BODY = new Set([101, 204, 205, 304]);

/** A server's response. */
export interface ServerResponse extends AppResponse {
  readonly body: Readable | null;
}

/**
 * The response to a request made with `redirect: 'manual'`.
 * @param onRedirect the response to use instead of a redirect; undefined to follow it
 */
export function responseTo<R = never>(
  request: ClientRequest,
  signal: AbortSignal | undefined,
  onRedirect: (status: number, location: string) => R | undefined,
): Promise<R | ServerResponse> {
  return new Promise((resolve, reject) => {
    const giveUp = (reason: unknown) => {
      reject(reason);
      request.abort();
    };
    signal?.addEventListener('abort', () => giveUp(signal.reason));
    request.on('redirect', (status, _method, location) => {
      const response = onRedirect(status, location);
      if (!response) return request.followRedirect();
      resolve(response);
      request.abort();
    });
    request.on('response', (message) => {
      // IncomingMessage is a readable stream, but is declared as an event emitter.
      const stream = message as unknown as Readable;
      // A page that stops reading, as when it closes an EventSource, ends the request.
      stream.on('close', () => request.abort());
      // Whoever reads it gets the error; nobody may be reading yet.
      stream.on('error', () => undefined);
      try {
        resolve(toResponse(message, stream));
      } catch (error) {
        // Nobody would catch it here.
        giveUp(error);
      }
    });
    request.on('error', reject);
  });
}

/** @throws for a status that is none of a server's response */
function toResponse(message: IncomingMessage, stream: Readable): ServerResponse {
  const names = Object.entries(message.headers);
  const headers = Object.fromEntries(names.map(([name, value]) => [name, [value].flat().join(', ')]));
  const { statusCode: status } = message;
  // What a proxy answers is no response of the server.
  if (status === 407) throw new Error('net::ERR_PROXY_AUTH_REQUESTED');
  if (status < 200 || status > 599) {
    throw new Error(`net::ERR_INVALID_HTTP_RESPONSE: the server answered with status ${status}`);
  }
  return { status, headers, body: NO_BODY.has(status) ? null : stream };
}
