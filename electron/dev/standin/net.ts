/** Electron's `net` over Node's own network. Cookies, cache, proxies and the system's certificates are Electron's. */
import { networkInterfaces } from 'node:os';
import { Readable } from 'node:stream';
import { appInstance } from './app.ts';
import { ClientRequest } from './clientRequest.ts';
import { answer, ownScheme } from './protocol.ts';
import { notImplemented, strict } from './strict.ts';

type FetchOptions = RequestInit & { bypassCustomProtocolHandlers?: boolean };
/** Answers with these have no body. */
const BODILESS = new Set([101, 204, 205, 304]);

function clientRequest(options: Electron.ClientRequestConstructorOptions | string): ClientRequest {
  return new ClientRequest(options, appInstance.userAgentFallback);
}

/** False when the machine has no network but its own; true promises nothing, as in Electron. */
function isOnline(): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some((address) => !address.internal));
}

/** The app's own handler answers, without the network. */
async function fetchOwn(request: Request, bypass: boolean): Promise<Response> {
  if (bypass) throw new Error('net::ERR_UNKNOWN_URL_SCHEME');
  const { url, method } = request;
  const body = Buffer.from(await request.arrayBuffer());
  const reply = await answer({ url, method, headers: Object.fromEntries(request.headers), body });
  if ('error' in reply) throw new Error(`net::${reply.error}`);
  const { status, statusText, headers } = reply;
  const isEmpty = BODILESS.has(status) || method === 'HEAD';
  return new Response(isEmpty ? null : new Uint8Array(reply.body), { status, statusText, headers });
}

function fetchHttp(request: Request): Promise<Response> {
  const { signal, method, url, redirect, cache } = request;
  return new Promise((resolve, reject) => {
    const outgoing = clientRequest({
      url,
      method,
      redirect,
      cache,
    } as Electron.ClientRequestConstructorOptions);
    const abort = () => {
      reject(signal.reason);
      outgoing.abort();
    };
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    for (const [name, value] of request.headers) outgoing.setHeader(name, value);
    outgoing.on('error', (error) => (signal.aborted ? reject(signal.reason) : reject(error)));
    outgoing.on('response', (response) => {
      const { statusCode: status, statusMessage: statusText } = response;
      const headers = new Headers();
      for (const [name, value] of Object.entries(response.headers))
        headers.set(name, Array.isArray(value) ? value.join(', ') : String(value));
      const isEmpty = BODILESS.has(status) || method === 'HEAD';
      if (isEmpty) response.resume();
      const body = isEmpty ? null : (Readable.toWeb(response) as ReadableStream);
      resolve(new Response(body, { status, statusText, headers }));
    });
    const send = async () => {
      for await (const chunk of request.body ?? []) outgoing.write(chunk);
      outgoing.end();
    };
    send().catch(reject);
  });
}

export const net = strict(
  {
    request(
      options: Electron.ClientRequestConstructorOptions | string,
      onResponse?: (response: Electron.IncomingMessage) => void,
    ) {
      if (!appInstance.isReady()) throw new Error('net module can only be used after app is ready');
      const request = clientRequest(options);
      if (onResponse) request.once('response', onResponse);
      return request as unknown as Electron.ClientRequest;
    },
    async fetch(input: string | Request, init: FetchOptions = {}): Promise<Response> {
      if (!appInstance.isReady()) throw new Error('Session can only be received when app is ready');
      const request = new Request(input, init);
      const { protocol } = new URL(request.url);
      if (protocol === `${ownScheme()}:`)
        return await fetchOwn(request, init.bypassCustomProtocolHandlers ?? false);
      if (!/^https?:$/.test(protocol)) throw notImplemented(`net.fetch of ${protocol}`);
      return await fetchHttp(request);
    },
    isOnline,
    get online() {
      return isOnline();
    },
  },
  'net',
);
