/** A server that does what the path names, and records each request. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { until } from '../until.ts';

/** A request as it arrived. */
export interface Seen {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Whether the client broke it off. */
  cut?: true;
}

const hash = (bytes: Buffer) =>
  bytes.length > 2000
    ? `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`
    : bytes.toString('latin1');

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.wav': 'audio/wav' };
const JSON_TYPE = { 'content-type': 'application/json' };
const LONG = 'abcdefghij'.repeat(1000);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Malformed answers, which Node would not write, by name. */
const RAW: Readonly<Record<string, string>> = {
  badChunk: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  chunkThenNoise: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\nzz\r\n',
  noLastChunk: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n',
  noise: '\x00\x01\x02 no http at all\r\n\r\n',
  http10: 'HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nold',
  twoLengths: 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  tooLong: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\nabcdef',
  notALength: 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nab',
  body204: 'HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\nbody',
  body205: 'HTTP/1.1 205 Reset Content\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\nbody',
  body304: 'HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\nbody',
  noStatus: 'HTTP/1.1\r\n\r\nab',
  bareHeaders: 'HTTP/1.1 200 OK\nContent-Type: application/json\n\nab',
  headersCut: 'HTTP/1.1 200 OK\r\nContent-Type: application/js',
  nul: 'HTTP/1.1 200 OK\r\nX-Nul: a\x00b\r\nContent-Length: 2\r\n\r\nab',
};

/** Ten minutes of silence in WAV (8 kHz, 8 bits). */
export const SOUND = Buffer.alloc(44 + 4_800_000, 0x80);
SOUND.write('RIFF', 0);
SOUND.writeUInt32LE(SOUND.length - 8, 4);
SOUND.write('WAVEfmt ', 8);
for (const [at, value] of [
  [16, 16],
  [24, 8000],
  [28, 8000],
] as const)
  SOUND.writeUInt32LE(value, at);
for (const [at, value] of [
  [20, 1],
  [22, 1],
  [32, 1],
  [34, 8],
] as const)
  SOUND.writeUInt16LE(value, at);
SOUND.write('data', 36);
SOUND.writeUInt32LE(SOUND.length - 44, 40);

/** The paths of the requests that neither side has ended. */
const open = new Map<ServerResponse, string>();

/** Connections by number, and which paths were broken off once. */
const sockets = new WeakMap<object, number>();
const cut = new Set<string>();
let connections = 0;
const numberOf = (socket: object) => {
  const known = sockets.get(socket) ?? ++connections;
  sockets.set(socket, known);
  return known;
};

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
  range: (response, _, request) => ranged(response, request, TEXT, Buffer.from(LONG)),
  sound: (response, _, request) => ranged(response, request, { 'content-type': 'audio/wav' }, SOUND),
  wholeSound: (response) =>
    response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': SOUND.length }).end(SOUND),
  socket: (response) => response.end(String(numberOf(response.socket ?? response))),
  // Breaks off the first request, like a server that has just closed a kept connection.
  cutOnce: (response, rest, _, { method, body }) => {
    if (cut.delete(rest)) return response.writeHead(200, TEXT).end(`${method} ${body}`);
    cut.add(rest);
    return response.socket?.destroy();
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
  trickle: ({ socket }) => {
    const bytes = [...'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\nslow'];
    const timer = setInterval(() => {
      const next = bytes.shift();
      if (next !== undefined) return socket?.write(next);
      clearInterval(timer);
      socket?.destroy();
    }, 10);
  },
  bytes: (response, rest) => response.socket?.end(RAW[rest] ?? ''),
  long: (response) => response.writeHead(200, TEXT).end(LONG.repeat(100)),
  manyHeaders: (response) => response.writeHead(200, { ...TEXT, 'x-long': 'x'.repeat(100_000) }).end('x'),
  silent: () => undefined,
  // Whether a request of this name is here.
  here: (response, rest) =>
    response.end(String([...open.values()].some((url) => url.startsWith(`/api/${rest}`)))),
  basic: (response, _, { headers }) =>
    headers.authorization
      ? response.writeHead(200, TEXT).end(headers.authorization)
      : response.writeHead(401, { ...TEXT, 'www-authenticate': 'Bearer realm="x"' }).end('who?'),
};

function ranged(
  response: ServerResponse,
  { headers: { range } }: IncomingMessage,
  type: Record<string, string>,
  all: Buffer,
): unknown {
  const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(range ?? '') ?? [];
  const end = to ? Math.min(Number(to), all.length - 1) : all.length - 1;
  if (!range) return response.writeHead(200, { ...type, 'accept-ranges': 'bytes' }).end(all);
  if (Number(from) >= all.length)
    return response.writeHead(416, { 'content-range': `bytes */${all.length}` }).end();
  const part = all.subarray(Number(from), end + 1);
  const range206 = { 'content-range': `bytes ${from}-${end}/${all.length}`, 'accept-ranges': 'bytes' };
  return response.writeHead(206, { ...type, ...range206, 'content-length': part.length }).end(part);
}

/** A request without its body. */
export function seenOf({ method = '', url = '', rawHeaders }: IncomingMessage): Seen {
  const headers: Record<string, string> = {};
  rawHeaders.forEach((name, at) => {
    if (at % 2 === 0) headers[name.toLowerCase()] = rawHeaders[at + 1] ?? '';
  });
  return { method, url, headers, body: '' };
}

/** Waits until no request is open: a server sees an end later than the page. */
export const untilEnded = () =>
  until(
    () => `these requests to end: ${[...open.values()].join(', ')}`,
    () => open.size === 0,
  );

/**
 * @param files the texts of other paths
 * @param note called when a request is complete, or was broken off
 */
export function conformanceServer(
  files: Readonly<Record<string, string | Buffer>>,
  note: (seen: Seen) => void,
): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    const { method, url, headers } = seenOf(request);
    const isHere = () => open.set(response, url);
    const closed = [request, response].map((one) => new Promise((resolve) => one.once('close', resolve)));
    void Promise.all(closed).then(() => open.delete(response));
    // Reads the body to its end only after some seconds.
    if (url.startsWith('/api/stuck')) {
      request.once('data', isHere).on('data', () => {
        request.pause();
        later(20, () => request.resume());
      });
    } else isHere();
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('close', () => {
      if (!request.complete) note({ method, url, headers, body: '', cut: true });
    });
    request.on('end', () => {
      const seen = { method, url, headers, body: hash(Buffer.concat(chunks)) };
      const [, route = '', rest = ''] = /^\/api\/(\w+)\/?([^?]*)/.exec(url) ?? [];
      if (!route) {
        const file = Buffer.from(files[url] ?? '');
        return ranged(response, request, { 'content-type': TYPES[extname(url)] ?? 'text/html' }, file);
      }
      // The order of simultaneous requests, and the ranges that a player asks for, differ between runs.
      if (!url.includes('unordered')) note(seen);
      const answer = ROUTES[route];
      if (answer) answer(response, rest, request, seen);
      else response.writeHead(404, TEXT).end('no such route');
    });
  };
}
