import { Readable } from 'node:stream';
import type { ClientRequest } from 'electron';

export interface ServerResponse {
  readonly status: number;
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | null;
}

/** @param onRedirect returns a response to use instead of a redirect; undefined to follow it */
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
      const { statusCode: status } = message;
      // It comes from the proxy, not from the server.
      if (status === 407) return giveUp(new Error('net::ERR_PROXY_AUTH_REQUESTED'));
      // Its type is only an event emitter.
      if (!(message instanceof Readable)) return giveUp(new TypeError('the answer is no stream'));
      // Its reader has enough.
      message.on('close', () => request.abort());
      // The reader gets the error; there may be no reader yet.
      message.on('error', () => undefined);
      const names = Object.entries(message.headers);
      const headers = Object.fromEntries(names.map(([name, value]) => [name, [value].flat().join(', ')]));
      resolve({ status, headers, body: message });
    });
    request.on('error', reject);
  });
}
