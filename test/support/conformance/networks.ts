/** Servers and networks beyond a plain server: HTTP/2, a proxy that wants a sign-in, and a portal that answers itself. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createSecureServer, type Http2SecureServer, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { selfSigned } from '../selfSigned.ts';
import { CASES } from './cases.ts';
import { conformanceServer, type Seen } from './server.ts';

/** By name, for the server with HTTP/2. */
export const HTTP2: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'fetch: GET',
      'fetch: HEAD',
      'fetch: POST an empty body',
      'fetch: PUT JSON',
      'fetch: DELETE',
      'fetch: 12 MB',
      'fetch: 200 at a time',
      'fetch: encodings',
      'fetch: ranges',
      'fetch: early hints',
      'fetch: trailers',
      'fetch: aborted at once',
      'fetch: aborted before the headers',
      'fetch: aborted in the body',
      'EventSource: comes back with the last id',
      'video: is sought',
    ].flatMap((name) => (CASES[name] ? [[name, CASES[name]]] : [])),
  ),
  'a stream up': `(async () => {
    const parts = ['one', '', 'two'];
    const stream = new ReadableStream({ async pull(it) {
      await new Promise((done) => setTimeout(done, 50));
      const part = parts.shift();
      if (part === undefined) it.close(); else it.enqueue(new TextEncoder().encode(part));
    } });
    return await read('echo', body(stream, { duplex: 'half' }));
  })()`,
  'a stream up that breaks off': `(async () => {
    const stream = new ReadableStream({ start(it) {
      it.enqueue(new Uint8Array(10));
      void here('echo?stream').then(() => it.error(new Error('mine')));
    } });
    return await read('echo?stream', body(stream, { duplex: 'half' }));
  })()`,
  'a stream that is reset': `each(['CANCEL', 'REFUSED'], (why) => read('resetStream/' + why))`,
  // Reset earlier, the response itself may be lost, in a browser too.
  'a stream that is reset in the body': `(async () => {
    const r = await fetch('/api/resetLater');
    const reader = r.body.getReader();
    const { value } = await reader.read();
    await read('resetNow');
    return told(r, { first: new TextDecoder().decode(value), then: await reader.read().catch(failed) });
  })()`,
};

export interface Networks {
  /** The server with HTTP/2. Its certificate is not trusted. */
  http2: string;
  /** Reached only by the proxy, which wants a sign-in. Its start page needs none. */
  behindProxy: string;
  /** Each request of the proxy, and whether it was signed in. */
  sent: string[];
  /** Answers in place of a server, except for its start page. */
  portal: string;
  /** Electron's arguments. Names that end in `.test` are not found. */
  args: string[];
  close(): void;
}

/**
 * @param start the start page of each
 * @param note called with each request
 */
export async function startNetworks(start: string, note: (seen: Seen) => void): Promise<Networks> {
  const common = conformanceServer({ '/': start }, note);
  const sent: string[] = [];
  const servers = [
    createSecureServer({ ...selfSigned(), allowHTTP1: false }, http2Server(common, note) as never),
    createServer((request, response) => {
      const url = new URL(request.url ?? '');
      const isIn =
        request.headers['proxy-authorization'] === `Basic ${Buffer.from('ann:right').toString('base64')}`;
      sent.push(`${request.method} ${url.pathname} ${isIn}`);
      request.url = url.pathname + url.search;
      if (isIn || url.pathname === '/') return void common(request, response);
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="Corp"' });
      request.resume().on('end', () => response.end('<p>Who are you?'));
    }),
    createServer((request, response) => {
      if (request.url === '/') return void common(request, response);
      if (request.url?.startsWith('/api/moved'))
        response.writeHead(302, { location: 'http://portal.test/login' });
      else
        response.writeHead(request.url?.startsWith('/api/511') ? 511 : 200, { 'content-type': 'text/html' });
      request.resume().on('end', () => response.end('<h1>Buy an hour'));
    }),
  ] as const;
  const [http2 = 0, proxy = 0, portal = 0] = await Promise.all(servers.map(listen));
  return {
    // Names of their own, because cookies ignore ports.
    http2: `https://http2.localhost:${http2}`,
    behindProxy: 'http://app.localhost',
    sent,
    portal: `http://portal.localhost:${portal}`,
    args: [
      '--ignore-certificate-errors',
      '--host-resolver-rules=MAP *.test ~NOTFOUND',
      `--proxy-server=http://127.0.0.1:${proxy}`,
      '--proxy-bypass-list=<-loopback>;127.0.0.1;http2.localhost;portal.localhost;*.test',
    ],
    close() {
      for (const server of servers) server.close();
    },
  };
}

async function listen(server: Server | Http2SecureServer): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Resets streams by their path, and answers everything else like `common`. */
function http2Server(common: RequestListener, note: (seen: Seen) => void): RequestListener {
  let reset: () => void = () => undefined;
  return (request, response) => {
    const { method = '', url = '' } = request;
    const [, why] = /^\/api\/reset(\w+\/?\w*)/.exec(url) ?? [];
    if (!why) return common(request, response);
    const { stream } = response as unknown as Http2ServerResponse;
    note({ method, url, headers: {}, body: '' });
    if (why === 'Now') {
      reset();
      response.end();
    } else if (why === 'Later') {
      response.writeHead(200, { 'content-type': 'application/json' }).write('part');
      reset = () => stream.close(8);
    } else stream.close(why.endsWith('CANCEL') ? 8 : 7);
  };
}
