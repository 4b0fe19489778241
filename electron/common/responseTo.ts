import { Readable } from 'node:stream';
import type { ClientRequest, IncomingMessage } from 'electron';

/** Statuses without a body (Fetch Standard, null body status). */
const NO_BODY = new Set([101, 204, 205, 304]);

export interface ServerResponse {
  readonly status: number;
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | null;
}

/** Resolves to the response. @param onRedirect returns one to use instead of a redirect; undefined to follow it */
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
      try {
        // Its type is only an event emitter.
        if (!(message instanceof Readable)) throw new TypeError('the answer is no stream');
        // If a page stops reading, for instance by closing an EventSource, abort the request.
        message.on('close', () => request.abort());
        // The reader gets the error; there may be no reader yet.
        message.on('error', () => undefined);
        resolve(toResponse(message));
      } catch (error) {
        // An exception here would be uncaught.
        giveUp(error);
      }
    });
    request.on('error', reject);
  });
}

/** @throws for a status that a server's response cannot have */
function toResponse(message: IncomingMessage & Readable): ServerResponse {
  const names = Object.entries(message.headers);
  const headers = Object.fromEntries(names.map(([name, value]) => [name, [value].flat().join(', ')]));
  const { statusCode: status } = message;
  // This response comes from the proxy, not from the server.
  if (status === 407) throw new Error('net::ERR_PROXY_AUTH_REQUESTED');
  if (status < 200 || status > 599) {
    throw new Error(`net::ERR_INVALID_HTTP_RESPONSE: the server answered with status ${status}`);
  }
  return { status, headers, body: NO_BODY.has(status) ? null : message };
}
