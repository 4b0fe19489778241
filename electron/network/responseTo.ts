import { Readable } from 'node:stream';
import type { ClientRequest, IncomingMessage } from 'electron';

/** Statuses without a body (Fetch Standard, null body status). */
const NO_BODY = new Set([101, 204, 205, 304]);

/**
 * The response to a request made with `redirect: 'manual'`.
 * @param onRedirect the response to use instead of a redirect; undefined to follow it
 */
export function responseTo(
  request: ClientRequest,
  signal: AbortSignal,
  onRedirect: (status: number, location: string) => Response | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const giveUp = (reason: unknown) => {
      reject(reason);
      request.abort();
    };
    signal.addEventListener('abort', () => giveUp(signal.reason));
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
      try {
        resolve(toResponse(message, stream));
      } catch (error) {
        // Response rejects some headers and statuses, and nobody would catch that here.
        giveUp(error);
      }
    });
    request.on('error', reject);
  });
}

/** @throws for a status or header that Response rejects */
function toResponse(message: IncomingMessage, stream: Readable): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, [value].flat().join(', '));
  const { statusCode: status } = message;
  // What a proxy answers is no response of the server.
  if (status === 407) throw new Error('net::ERR_PROXY_AUTH_REQUESTED');
  if (status < 200 || status > 599) {
    throw new Error(`net::ERR_INVALID_HTTP_RESPONSE: the server answered with status ${status}`);
  }
  if (NO_BODY.has(status)) return new Response(null, { status, headers });
  return new Response(Readable.toWeb(stream) as ReadableStream, { status, headers });
}
