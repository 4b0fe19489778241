/**
 * What a build at its server's address has from Chromium, beside a plain window in which the same build comes from the same
 * kind of server: by HTTP/2, with a certificate of an own authority.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { needing } from '../../support/lacks.ts';
import { type Origin, startOrigin, usual } from '../../support/origin.ts';
import { makeHome } from '../../support/ownAuthority.ts';
import { plainWindow } from '../../support/plainWindow.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { selfSigned } from '../../support/selfSigned.ts';
import { until } from '../../support/until.ts';
import { webBuild } from '../../support/webBuild.ts';

const LARGE = Buffer.alloc(3_000_000, 'abcdefghij');
/** `(module (func (export "add") (param i32 i32) (result i32) local.get 0 local.get 1 i32.add))` */
const ADDS = '0061736d0100000001070160027f7f017f030201000707010361646400000a09010700200020016a0b';
const BUILD = {
  'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/app.css"><body><h1>The build</h1><script type="module" src="/assets/app.js"></script></body></html>`,
  'assets/app.js': `document.querySelector('h1').append(' at ', location.pathname);`,
  'assets/app.css': 'h1 { color: rgb(1, 2, 3) }',
  'assets/part.js': `export default 'a part';`,
  'assets/worker.js': `self.onmessage = async () => postMessage(await (await fetch('/api/me')).json());`,
  'assets/shared.js': `self.onconnect = ({ ports: [port] }) => port.postMessage('shared');`,
  'assets/add.wasm': Buffer.from(ADDS, 'hex'),
  'assets/film.mp4': LARGE,
};
const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  wasm: 'application/wasm',
};

type Server = Awaited<ReturnType<typeof serve>>;

/** @param files that the server has itself */
async function serve(tls: object, files: Readonly<Record<string, string | Buffer>> = {}) {
  const asked: string[] = [];
  const ended: string[] = [];
  const held: Http2ServerResponse[] = [];
  const answer = (request: Http2ServerRequest, response: Http2ServerResponse): void => {
    const { url = '', method, headers } = request;
    asked.push(`${method} ${url}`);
    const path = url.replace(/\?.*/, '');
    const json = (body: unknown, more = {}) =>
      void response.writeHead(200, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body));
    const { origin = '', cookie = '' } = headers;
    if (path === '/api/in')
      return void response
        .writeHead(204, {
          'set-cookie': ['id=7; HttpOnly; SameSite=Strict; Secure; Path=/', 'theme=dark; Path=/'],
        })
        .end();
    if (path === '/api/me') return json(String(cookie).split('; ').sort());
    if (path === '/api/seen') {
      const names = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'accept', 'content-type'];
      const sent = names.map((name) => headers[name] ?? null);
      const own = [origin, headers.referer].map((one) => (one ? new URL(String(one)).pathname : null));
      return json([request.httpVersion, method, own, ...sent]);
    }
    if (path === '/api/open')
      return json('open', {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
      });
    if (path === '/api/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n');
      return void held.push(response);
    }
    if (path === '/api/stream') {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('first,');
      return void held.push(response);
    }
    if (path === '/api/more') {
      for (const one of held.splice(0)) one.end('data: two\n\n');
      return json('sent');
    }
    if (path === '/api/upload') {
      let size = 0;
      request.on('data', (chunk: Buffer) => (size += chunk.length)).on('end', () => json(size));
      return;
    }
    if (path === '/api/never') return void response.on('close', () => ended.push(path));
    if (path === '/api/tagged') {
      if (headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
      return json('tagged', { etag: '"1"', 'cache-control': 'no-cache' });
    }
    if (path === '/api/away')
      return void response.writeHead(302, { location: `https://${url.split('?')[1]}/api/open` }).end();
    if (path === '/api/form' && method === 'POST')
      return void response.writeHead(303, { location: '/thanks' }).end();
    const name = path.slice(1) in files ? path.slice(1) : 'index.html';
    const file = files[name];
    if (file === undefined) return void response.writeHead(404).end();
    const type = TYPES[/\w+$/.exec(name)?.[0] ?? ''] ?? 'video/mp4';
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(String(headers.range)) ?? [];
    if (!from) return void response.writeHead(200, { 'content-type': type }).end(file);
    const range = `bytes ${from}-${to}/${file.length}`;
    response
      .writeHead(206, { 'content-type': type, 'content-range': range })
      .end(file.slice(Number(from), Number(to) + 1));
  };
  const sockets = new Set<Socket>();
  const server = createSecureServer({ ...tls, allowHTTP1: true }, answer);
  server.on('connection', (socket: Socket) =>
    sockets.add(socket.once('close', () => sockets.delete(socket))),
  );
  server.on('upgrade', ({ headers }, socket) => {
    const key = createHash('sha1').update(
      `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`,
    );
    const said = Buffer.from(String(headers.cookie?.includes('id=7')));
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key.digest('base64')}\r\n\r\n`,
    );
    socket.write(Buffer.concat([Buffer.from([0x81, said.length]), said]));
  });
  let port = 0;
  const listen = async () => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  };
  await listen();
  return {
    ...{ asked, ended, listen, host: `127.0.0.1:${port}` },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** What a worker says. */
const toldBy = (worker: string) =>
  `new Promise((done) => Object.assign(${worker}, { onmessage: ({ data }) => done(data) }).postMessage(''))`;
const ME = `fetch('/api/me').then((answer) => answer.json())`;
const COOKIES = ['id=7', 'theme=dark'];
/** Of the headers that Chromium adds. */
const SEEN = ['same-origin', 'cors', 'empty', '*/*'];

/** Each is an expression of a page, and its value in both windows. `OTHER` is the host of the other server. */
const LIST: [what: string, expression: string, value: unknown][] = [
  ['a module', `import('/assets/part.js').then((part) => part.default)`, 'a part'],
  ['a style sheet', `getComputedStyle(document.querySelector('h1')).color`, 'rgb(1, 2, 3)'],
  [
    'WebAssembly, compiled as it arrives',
    `WebAssembly.instantiateStreaming(fetch('/assets/add.wasm')).then(({ instance }) => instance.exports.add(2, 3))`,
    5,
  ],
  ['a sign-in', `fetch('/api/in').then(({ status }) => status)`, 204],
  [
    'a strict cookie, what scripts see of it, and none if none is wanted',
    `Promise.all([${ME}, document.cookie, fetch('/api/me', { credentials: 'omit' }).then((answer) => answer.json())])`,
    [COOKIES, 'theme=dark', ['']],
  ],
  [
    'a worker, a module as one, and a shared one',
    `Promise.all([${toldBy(`new Worker('/assets/worker.js')`)}, ${toldBy(`new Worker('/assets/worker.js', { type: 'module' })`)}, ${toldBy(`new SharedWorker('/assets/shared.js').port`)}])`,
    [COOKIES, COOKIES, 'shared'],
  ],
  [
    'what the server sees of a GET and of a POST',
    `Promise.all([{}, { method: 'POST', body: new URLSearchParams('a=1') }].map((init) =>
      fetch('/api/seen', init).then((answer) => answer.json())))`,
    [
      ['2.0', 'GET', [null, '/'], ...SEEN, null],
      ['2.0', 'POST', ['/', '/'], ...SEEN, 'application/x-www-form-urlencoded;charset=UTF-8'],
    ],
  ],
  [
    'another host that lets pages in, by a redirect, too, and one that does not',
    `Promise.all([
      fetch('https://OTHER/api/open', { credentials: 'include' }).then((answer) => answer.json()),
      fetch('/api/away?OTHER').then(async (answer) => [answer.redirected, new URL(answer.url).host === 'OTHER', await answer.json()]),
      fetch('https://OTHER/api/me').then(() => 'let in', ({ name }) => name),
    ])`,
    ['open', [true, true, 'open'], 'TypeError'],
  ],
  [
    'a socket',
    `new Promise((done, fail) => Object.assign(new WebSocket('wss://' + location.host + '/live'), { onmessage: ({ data }) => done(data), onerror: fail }))`,
    'true',
  ],
  [
    'events',
    `new Promise((done) => {
      const source = new EventSource('/api/events');
      source.onmessage = ({ data }) => data === 'two' ? (source.close(), done(data)) : fetch('/api/more');
    })`,
    'two',
  ],
  [
    'a stream, read while it arrives',
    `fetch('/api/stream').then(async ({ body }) => {
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      const { value } = await reader.read();
      await fetch('/api/more');
      return value + (await reader.read()).value;
    })`,
    'first,data: two\n\n',
  ],
  [
    'progress of an upload',
    `new Promise((done) => {
      const request = new XMLHttpRequest();
      let count = 0;
      request.upload.onprogress = () => (count += 1);
      request.onload = () => done([count > 0, JSON.parse(request.response)]);
      request.open('POST', '/api/upload');
      request.send(new Blob([new Uint8Array(5_000_000)]));
    })`,
    [true, 5_000_000],
  ],
  [
    'a file in a form, and what is made while it is sent',
    `(async () => {
      const form = new FormData();
      form.append('file', new File([new Uint8Array(3_000_000)], 'film.mp4'));
      const parts = ['one,', 'two,', 'three'];
      const made = new ReadableStream({ pull: (to) => parts.length ? to.enqueue(new TextEncoder().encode(parts.shift())) : to.close() });
      const send = (body) => fetch('/api/upload', { method: 'POST', body, duplex: 'half' }).then((answer) => answer.json());
      return [Math.round(await send(form) / 1_000), await send(made)];
    })()`,
    [3_000, 13],
  ],
  [
    'an answer from the cache, once the server has agreed',
    `(async () => [await (await fetch('/api/tagged')).json(), await (await fetch('/api/tagged')).json()])()`,
    ['tagged', 'tagged'],
  ],
  [
    'a large file, whole and a part of it',
    `Promise.all([{}, { Range: 'bytes=2000001-2000004' }].map(async (headers) => {
      const answer = await fetch('/assets/film.mp4', { headers });
      const text = await answer.text();
      return [answer.status, text.length, text.slice(0, 4), answer.headers.get('content-range')];
    }))`,
    [
      [200, LARGE.length, 'abcd', null],
      [206, 4, 'bcde', `bytes 2000001-2000004/${LARGE.length}`],
    ],
  ],
  [
    'a frame of the build',
    `new Promise((done) => {
      const frame = Object.assign(document.createElement('iframe'), { src: '/framed' });
      frame.onload = () => done(frame.contentDocument.querySelector('h1').textContent);
      document.body.append(frame);
    })`,
    'The build at /framed',
  ],
];

describe('a build at its address and a plain window', needing('certutil'), () => {
  let own: ReturnType<typeof makeHome>;
  let server: Server;
  let whole: Server;
  /** Whoever answers for its name, as a captive portal or a false DNS has it, and has no certificate for that. */
  let portal: Origin;
  let app: Watched;
  let plain: Awaited<ReturnType<typeof plainWindow>>;
  beforeAll(async () => {
    own = makeHome();
    const tls = own.serverOptions('valid');
    [server, whole] = await Promise.all([serve(tls), serve(tls, BUILD)]);
    const env = { HOME: own.home };
    await server.close();
    const port = Number(server.host.split(':')[1]);
    portal = await startOrigin(usual, { port, tls: selfSigned() });
    app = await watch({ env, alter: webBuild(BUILD, undefined, { address: `https://${server.host}/` }) });
    await app.shows('The build at /');
    expect(await app.page(`fetch('/api/me').catch(({ name }) => name)`)).toBe('TypeError');
    await portal.close();
    await server.listen();
    plain = await plainWindow(`https://${whole.host}/`, env);
    await plain.shows('The build at /');
  });

  it.each(LIST)('%s', async (_what, expression, value) => {
    const seen = (window: Screen, other: Server) => window.page(expression.replaceAll('OTHER', other.host));
    expect(await seen(plain, server)).toEqual(value);
    expect(await seen(app, whole)).toEqual(value);
  });

  it.each([
    ['the build', () => [app, server] as const],
    ['the plain window', () => [plain, whole] as const],
  ])(
    'of %s the server sees an abort, a form leads back, and the server may go and come back',
    async (_what, which) => {
      const [window, its] = which();
      await window.page(
        `void (globalThis.asking = new AbortController(), fetch('/api/never', { signal: asking.signal }).catch(String))`,
      );
      await until('the request', () => its.asked.includes('GET /api/never'));
      await window.page('asking.abort()');
      await until('the abort', () => its.ended.includes('/api/never'));
      await window.page(`void setTimeout(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/api/form' });
      document.body.append(form);
      form.submit();
    })`);
      await window.shows('The build at /thanks');
      await its.close();
      expect(await window.page(`fetch('/api/me').catch(({ name }) => name)`)).toBe('TypeError');
      await its.listen();
      expect(await window.page(`fetch('/api/me').then(({ ok }) => ok)`)).toBe(true);
    },
  );

  it('who has the name of the server later, without its certificate, gets nothing either', async () => {
    await server.close();
    await portal.listen();
    expect(await app.page(`fetch('/api/me').catch(({ name }) => name)`)).toBe('TypeError');
    await app.replacedBy(() => app.page('void setTimeout(() => location.reload())'));
    await app.shows('The build at /thanks');
    expect(portal.asked).toEqual([]);
    await portal.close();
    await server.listen();
  });

  it('the server was asked for nothing of the build', () => {
    expect(server.asked.filter((one) => !/ \/api\//.test(one))).toEqual([]);
  });
});
