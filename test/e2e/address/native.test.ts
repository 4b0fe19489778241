/** What a build at its server's address has from Chromium, as in a plain window. An own authority vouches for the server. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { postForm } from '../../support/input.ts';
import { needing } from '../../support/lacks.ts';
import { type Origin, startOrigin, usual } from '../../support/origin.ts';
import { makeHome } from '../../support/ownAuthority.ts';
import { type Watched, watch } from '../../support/recovery.ts';
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
const ended: string[] = [];

async function serve(tls: object): Promise<Origin> {
  const held: ServerResponse[] = [];
  const made = await startOrigin(
    (request, response): void => {
      const { url = '', method, headers } = request;
      const path = url.replace(/\?.*/, '');
      const answer = (status: number, more = {}, body?: string) =>
        void response.writeHead(status, more).end(body);
      const json = (body: unknown, more = {}) =>
        answer(200, { 'content-type': 'application/json', ...more }, JSON.stringify(body));
      const begin = (type: string, part: string) => {
        response.writeHead(200, { 'content-type': type }).write(part);
        held.push(response);
      };
      const { origin = '', cookie = '' } = headers;
      const cookies = ['id=7; HttpOnly; SameSite=Strict; Secure; Path=/', 'theme=dark; Path=/'];
      if (path === '/api/in') return answer(204, { 'set-cookie': cookies });
      if (path === '/api/me') return json(String(cookie).split('; ').sort());
      if (path === '/api/seen') {
        const names = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'accept', 'content-type'];
        const sent = names.map((name) => headers[name] ?? null);
        const own = [origin, headers.referer].map((one) => (one ? new URL(String(one)).pathname : null));
        return json([method, own, ...sent]);
      }
      if (path === '/api/open')
        return json('open', {
          'access-control-allow-origin': origin,
          'access-control-allow-credentials': 'true',
        });
      if (path === '/api/events') return begin('text/event-stream', 'data: one\n\n');
      if (path === '/api/stream') return begin('text/plain', 'first,');
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
        if (headers['if-none-match'] === '"1"') return answer(304);
        return json('tagged', { etag: '"1"', 'cache-control': 'no-cache' });
      }
      if (path === '/api/away') return answer(302, { location: `https://${url.split('?')[1]}/api/open` });
      if (path === '/api/form' && method === 'POST') return answer(303, { location: '/thanks' });
      answer(404);
    },
    { tls },
  );
  made.server.on('upgrade', ({ headers }, socket) => {
    const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    const said = Buffer.from(String(headers.cookie?.includes('id=7')));
    const head = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n';
    socket.write(`${head}Sec-WebSocket-Accept: ${accept}\r\n\r\n`);
    socket.end(Buffer.concat([Buffer.from([0x81, said.length]), said]));
  });
  return made;
}

const toldBy = (worker: string) =>
  `new Promise((done) => Object.assign(${worker}, { onmessage: ({ data }) => done(data) }).postMessage(''))`;
const ME = `fetch('/api/me').then((answer) => answer.json())`;
const COOKIES = ['id=7', 'theme=dark'];
/** Of the headers that Chromium adds. */
const SEEN = ['same-origin', 'cors', 'empty', '*/*'];

/** Each is an expression of a page, and its value, which a plain window has, too. `OTHER` is the host of the other server. */
const LIST: Record<string, [expression: string, value: unknown]> = {
  'a module': [`import('/assets/part.js').then((part) => part.default)`, 'a part'],
  'a style sheet': [`getComputedStyle(document.querySelector('h1')).color`, 'rgb(1, 2, 3)'],
  'WebAssembly, compiled as it arrives': [
    `WebAssembly.instantiateStreaming(fetch('/assets/add.wasm')).then(({ instance }) => instance.exports.add(2, 3))`,
    5,
  ],
  'a sign-in': [`fetch('/api/in').then(({ status }) => status)`, 204],
  'a strict cookie, what scripts see of it, and none if none is wanted': [
    `Promise.all([${ME}, document.cookie, fetch('/api/me', { credentials: 'omit' }).then((answer) => answer.json())])`,
    [COOKIES, 'theme=dark', ['']],
  ],
  'a worker, a module as one, and a shared one': [
    `Promise.all([${toldBy(`new Worker('/assets/worker.js')`)}, ${toldBy(`new Worker('/assets/worker.js', { type: 'module' })`)}, ${toldBy(`new SharedWorker('/assets/shared.js').port`)}])`,
    [COOKIES, COOKIES, 'shared'],
  ],
  'what the server sees of a GET and of a POST': [
    `Promise.all([{}, { method: 'POST', body: new URLSearchParams('a=1') }].map((init) =>
      fetch('/api/seen', init).then((answer) => answer.json())))`,
    [
      ['GET', [null, '/'], ...SEEN, null],
      ['POST', ['/', '/'], ...SEEN, 'application/x-www-form-urlencoded;charset=UTF-8'],
    ],
  ],
  'another host that lets pages in, by a redirect, too, and one that does not': [
    `Promise.all([
      fetch('https://OTHER/api/open', { credentials: 'include' }).then((answer) => answer.json()),
      fetch('/api/away?OTHER').then(async (answer) => [answer.redirected, new URL(answer.url).host === 'OTHER', await answer.json()]),
      fetch('https://OTHER/api/me').then(() => 'let in', ({ name }) => name),
    ])`,
    ['open', [true, true, 'open'], 'TypeError'],
  ],
  'a socket': [
    `new Promise((done, fail) => Object.assign(new WebSocket('wss://' + location.host + '/live'), { onmessage: ({ data }) => done(data), onerror: fail }))`,
    'true',
  ],
  events: [
    `new Promise((done) => {
      const source = new EventSource('/api/events');
      source.onmessage = ({ data }) => data === 'two' ? (source.close(), done(data)) : fetch('/api/more');
    })`,
    'two',
  ],
  'a stream, read while it arrives': [
    `fetch('/api/stream').then(async ({ body }) => {
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      const { value } = await reader.read();
      await fetch('/api/more');
      return value + (await reader.read()).value;
    })`,
    'first,data: two\n\n',
  ],
  'progress of an upload': [
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
  'an answer from the cache, once the server has agreed': [
    `(async () => [await (await fetch('/api/tagged')).json(), await (await fetch('/api/tagged')).json()])()`,
    ['tagged', 'tagged'],
  ],
  'a large file, a part of it, and its head': [
    `Promise.all([{}, { headers: { Range: 'bytes=2000001-2000004' } }, { method: 'HEAD' }].map(async (init) => {
      const answer = await fetch('/assets/film.mp4', init);
      const text = await answer.text();
      return [answer.status, text.length, text.slice(0, 4), answer.headers.get('content-range')];
    }))`,
    [
      [200, LARGE.length, 'abcd', null],
      [206, 4, 'bcde', `bytes 2000001-2000004/${LARGE.length}`],
      [200, 0, '', null],
    ],
  ],
  'a frame of the build': [
    `new Promise((done) => {
      const frame = Object.assign(document.createElement('iframe'), { src: '/framed' });
      frame.onload = () => done(frame.contentDocument.querySelector('h1').textContent);
      document.body.append(frame);
    })`,
    'The build at /framed',
  ],
};

describe('a build at its address', needing('certutil'), () => {
  let own: ReturnType<typeof makeHome>;
  let server: Origin;
  let other: Origin;
  /** Whoever answers for its name, as a captive portal or a false DNS has it, and has no certificate for that. */
  let portal: Origin;
  let app: Watched;
  beforeAll(async () => {
    own = makeHome();
    const tls = own.serverOptions('valid');
    [server, other] = await Promise.all([serve(tls), serve(tls)]);
    await server.close();
    portal = await startOrigin(usual, { port: server.port, tls: selfSigned() });
    app = await watch({
      env: { HOME: own.home },
      alter: webBuild(BUILD, undefined, { address: `${server.url}/` }),
    });
    await app.shows('The build at /');
    expect(await app.page(`fetch('/api/me').catch(({ name }) => name)`)).toBe('TypeError');
    await portal.close();
    await server.listen();
  });

  it.each(Object.entries(LIST))('%s', async (_what, [expression, value]) => {
    expect(await app.page(expression.replaceAll('OTHER', new URL(other.url).host))).toEqual(value);
  });

  it('the server sees an abort, a form leads back, and the server may go and come back', async () => {
    await app.page(
      `void (globalThis.asking = new AbortController(), fetch('/api/never', { signal: asking.signal }).catch(String))`,
    );
    await until('the request', () => server.asked.includes('/api/never'));
    await app.page('asking.abort()');
    await until('the abort', () => ended.includes('/api/never'));
    await app.page(postForm('/api/form'));
    await app.shows('The build at /thanks');
    await server.close();
    expect(await app.page(`fetch('/api/me').catch(({ name }) => name)`)).toBe('TypeError');
    await server.listen();
    expect(await app.page(`fetch('/api/me').then(({ ok }) => ok)`)).toBe(true);
  });

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
    expect(server.asked.filter((one) => !one.startsWith('/api/'))).toEqual([]);
  });
});
