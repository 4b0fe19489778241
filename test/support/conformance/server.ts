/** A server that does what its paths say, and notes what came. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** A request as it arrived. */
export interface Seen {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Whether the client cut it. */
  cut?: true;
}

const hash = (bytes: Buffer) =>
  bytes.length > 2000
    ? `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`
    : bytes.toString('latin1');

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
const JSON_TYPE = { 'content-type': 'application/json' };
const LONG = 'abcdefghij'.repeat(1000);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

type Route = (response: ServerResponse, rest: string, request: IncomingMessage, seen: Seen) => unknown;

const later = (ms: number, what: () => void) => setTimeout(what, ms);

const ROUTES: Record<string, Route> = {
  echo: (response, _, __, { method, url, body }) =>
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ method, url, body })),
  status: (response, rest) => response.writeHead(Number(rest), TEXT).end(`status ${rest}`),
  reason: (response) => response.writeHead(200, 'Very Well', TEXT).end(),
  headers: (response) =>
    response
      .writeHead(200, [
        ...['Content-Type', 'text/plain', 'X-Twice', 'one', 'X-Twice', 'two', 'X-Empty', ''],
        ...['Content-Language', 'de', 'ETag', '"e1"', 'Last-Modified', 'Wed, 21 Oct 2015 07:28:00 GMT'],
        ...['Retry-After', '7', 'X-RateLimit-Remaining', '3', 'Allow', 'GET', 'X-Latin', 'gr\xfc\xdfe'],
        ...[
          'Cache-Control',
          'no-store',
          'Content-Disposition',
          'inline; filename="a b.txt"',
          'Vary',
          'Accept',
        ],
        ...[
          'Server',
          'x',
          'Age',
          '3',
          'Server-Timing',
          'db;dur=5',
          'WWW-Authenticate',
          'Bearer',
          'X-Powered-By',
          'y',
        ],
      ])
      .end('x'),
  setCookie: (response, rest) =>
    response.writeHead(200, { ...TEXT, 'set-cookie': decodeURIComponent(rest).split('|') }).end(),
  redirect: (response, rest) => {
    const [status, ...to] = rest.split('/');
    response
      .writeHead(Number(status), { location: `/api/${to.join('/')}`, 'set-cookie': 'redirected=1; Path=/' })
      .end();
  },
  away: (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  loop: (response) => response.writeHead(302, { location: '/api/loop' }).end(),
  nowhere: (response) => response.writeHead(302).end('no location'),
  encoded: (response, rest) => {
    const encoders: Record<string, (text: string) => Buffer> = {
      gzip: gzipSync,
      deflate: deflateSync,
      br: brotliCompressSync,
    };
    const body = encoders[rest]?.(LONG);
    response
      .writeHead(200, { ...TEXT, 'content-encoding': rest, 'content-length': String(body?.length) })
      .end(body);
  },
  brokenGzip: (response) => response.writeHead(200, { ...TEXT, 'content-encoding': 'gzip' }).end('not gzip'),
  latin1: (response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' })
      .end(Buffer.from('grüße', 'latin1')),
  range: (response, _, { headers: { range } }) => {
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(range ?? '') ?? [];
    const end = to ? Number(to) : LONG.length - 1;
    if (!range) return response.writeHead(200, { ...TEXT, 'accept-ranges': 'bytes' }).end(LONG);
    if (Number(from) >= LONG.length)
      return response.writeHead(416, { 'content-range': `bytes */${LONG.length}` }).end();
    const part = { 'content-range': `bytes ${from}-${end}/${LONG.length}`, 'accept-ranges': 'bytes' };
    return response.writeHead(206, { ...TEXT, ...part }).end(LONG.slice(Number(from), end + 1));
  },
  etag: (response, rest, { headers }) => {
    const tag = '"v1"';
    const headersToo = { etag: tag, 'cache-control': decodeURIComponent(rest) };
    if (headers['if-none-match'] === tag) return response.writeHead(304, headersToo).end();
    return response.writeHead(200, { ...TEXT, ...headersToo }).end(`fresh ${LONG}`);
  },
  vary: (response, _, { headers }) =>
    response
      .writeHead(200, { ...TEXT, vary: 'X-Kind', 'cache-control': 'max-age=60' })
      .end(`for ${headers['x-kind']}`),
  events: (response, rest, { headers }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const last = Number(headers['last-event-id'] ?? 0);
    response.write(`retry: 50\nid: ${last + 1}\nevent: tick\ndata: ${rest} ${last}\n\n`);
    if (last < 2) response.end();
  },
  picture: (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
  script: (response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('globalThis.ran = 1'),
  style: (response) => response.writeHead(200, { 'content-type': 'text/css' }).end('body { color: red }'),
  file: (response) =>
    response.writeHead(200, { ...TEXT, 'content-disposition': 'attachment; filename="r.txt"' }).end('saved'),
  drip: (response, rest) => {
    response.writeHead(200, rest ? { 'content-type': decodeURIComponent(rest) } : {});
    const parts = ['one', 'two', 'three'];
    const next = () => {
      const part = parts.shift();
      if (part === undefined) return response.end();
      response.write(part);
      later(100, next);
    };
    next();
  },
  hints: (response) => {
    response.writeEarlyHints({ link: '</api/style>; rel=preload; as=style' });
    response.writeHead(200, TEXT).end('after hints');
  },
  trailers: (response) => {
    response.writeHead(200, { ...TEXT, trailer: 'x-sum' });
    response.write('body');
    response.addTrailers({ 'x-sum': '1' });
    response.end();
  },
  reset: (response) => response.socket?.resetAndDestroy(),
  close: (response) => response.socket?.destroy(),
  short: (response) => {
    response.writeHead(200, { ...TEXT, 'content-length': '100' }).write('part');
    later(50, () => response.destroy());
  },
  badChunk: (response) => response.socket?.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
  noise: (response) => response.socket?.end('\x00\x01\x02 no http at all\r\n\r\n'),
  http10: (response) => response.socket?.end('HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nold'),
  twoLengths: (response) =>
    response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
  long: (response) => response.writeHead(200, TEXT).end(LONG.repeat(100)),
  manyHeaders: (response) => response.writeHead(200, { ...TEXT, 'x-long': 'x'.repeat(100_000) }).end('x'),
  silent: () => undefined,
  basic: (response, _, { headers }) =>
    headers.authorization
      ? response.writeHead(200, TEXT).end(headers.authorization)
      : response.writeHead(401, { ...TEXT, 'www-authenticate': 'Bearer realm="x"' }).end('who?'),
};

/**
 * @param files the texts of other paths
 * @param note called when a request has come wholly, or was cut
 */
export function conformanceServer(
  files: Readonly<Record<string, string>>,
  note: (seen: Seen) => void,
): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    const { method = '', url = '', rawHeaders } = request;
    const headers: Record<string, string> = {};
    rawHeaders.forEach((name, at) => {
      if (at % 2 === 0) headers[name.toLowerCase()] = rawHeaders[at + 1] ?? '';
    });
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('close', () => {
      if (!request.complete) note({ method, url, headers, body: '', cut: true });
    });
    request.on('end', () => {
      const seen = { method, url, headers, body: hash(Buffer.concat(chunks)) };
      const [, route = '', rest = ''] = /^\/api\/(\w+)\/?([^?]*)/.exec(url) ?? [];
      if (!route) {
        const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
        return response.writeHead(200, { 'content-type': type }).end(files[url]);
      }
      note(seen);
      const answer = ROUTES[route];
      if (answer) answer(response, rest, request, seen);
      else response.writeHead(404, TEXT).end('no such route');
    });
  };
}
