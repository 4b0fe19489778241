/** The web app's API through main: every method, cookies, bodies of any length, and refusals. */

import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { retryHref } from '../../../electron/shared/ways.ts';
import {
  type CountedServer,
  expectNothingLeft,
  startCounted,
  watchProxied,
} from '../../support/countedServer.ts';
import { pressKey } from '../../support/input.ts';
import { choose } from '../../support/menu.ts';
import { onPage } from '../../support/onPage.ts';
import type { Watched } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

/** How long the app waits for a response, in seconds: long enough for a machine that stalls. */
const RESPONSE_S = 15;

let server: CountedServer;
let app: Watched;
let origin: string;
/** The same server by another name. */
let other: string;
let answer: RequestListener;
const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];

beforeAll(async () => {
  server = await startCounted((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  origin = server.url;
  other = origin.replace('127.0.0.1', 'other.localhost');
  app = await watchProxied(server, {
    settings: {
      proxy: { '/api/*': `${origin}/api/*`, '/named/*': `${other}/v1/*` },
      responseTimeout: RESPONSE_S,
    },
  });
});
afterAll(async () => {
  expect(await app.stop()).toBe(0);
  await server.close();
});
afterEach(() => expectNothingLeft(server, app));
beforeEach(() => {
  seen.length = 0;
  answer = (_, response) => response.end('{}');
});

/** The result of a page's own fetch. */
const ask = (path: string, init: object = {}) =>
  app.page<{ status: number; text: string; type: string; error: string | null }>(`(async () => {
    const response = await fetch(${JSON.stringify(path)}, ${JSON.stringify(init)});
    const header = (name) => response.headers.get(name);
    return { status: response.status, text: await response.text(), type: header('content-type'),
      error: header('x-holdfast-error') };
  })()`);

it('passes on a method with its body and headers, as from the server itself', async () => {
  answer = (_, response) => response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":7}');
  const init = {
    method: 'PUT',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json', 'x-own': 'yes' },
  };
  expect(await ask('/api/posts/a%2Fb?x=1', init)).toMatchObject({ status: 201, text: '{"id":7}' });
  const [{ method, url, headers, body }] = seen as [(typeof seen)[0]];
  expect({ method, url, body }).toEqual({ method: 'PUT', url: '/api/posts/a%2Fb?x=1', body: '{"a":1}' });
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-own': 'yes', origin });
  expect(headers.referer).toBeUndefined();
});

it("keeps the session's cookies, which the page cannot read", async () => {
  answer = (_, response) => response.setHeader('set-cookie', 'session=s1; HttpOnly; Path=/').end();
  await ask('/api/login', { method: 'POST' });
  await ask('/api/me');
  expect(seen[1]?.headers.cookie).toBe('session=s1');
  expect(await app.page('document.cookie')).toBe('');
});

it("leads a path to its server, with only that server's cookies", async () => {
  answer = ({ headers: { host } }, response) =>
    response.setHeader('set-cookie', `session=${host?.split(':')[0]}; HttpOnly; Path=/`).end();
  await ask('/api/login', { method: 'POST' });
  await ask('/named/login', { method: 'POST' });
  answer = (_, response) => response.end('{}');
  await ask('/api/me');
  expect(await ask('/named/me?x=/..', { method: 'PATCH', body: '1' })).toMatchObject({ status: 200 });
  const last = seen.slice(-2).map(({ url, headers: { host, cookie } }) => [host, url, cookie]);
  expect(last[0]).toEqual([new URL(origin).host, '/api/me', 'session=127.0.0.1']);
  expect(last[1]).toEqual([new URL(other).host, '/v1/me?x=/..', 'session=other.localhost']);
  expect(seen.at(-1)?.headers.origin).toBe(other);
  seen.length = 0;
  // Of one server to its own listed paths: followed. To another, even a named one, and out of what is listed: refused.
  const leads = async (to: string) => {
    answer = ({ url }, response) =>
      url?.endsWith('/old') ? response.writeHead(302, { location: to }).end() : response.end('new');
    const { status, error } = await ask('/named/old');
    return [status, error];
  };
  expect(await leads('/v1/new')).toEqual([200, null]);
  for (const to of ['/v2/new', '/v1/..%2fv2', `${origin}/api/new`, 'http://127.0.0.1:1/v1/new'])
    expect(await leads(to), to).toEqual([502, 'ERR_UNSAFE_REDIRECT']);
  const asked = new Set(seen.map(({ url, headers: { host } }) => `${host?.split(':')[0]}${url}`));
  expect(asked).toEqual(new Set(['other.localhost/v1/old', 'other.localhost/v1/new']));
});

it('streams both ways: a large body is not cut, and events arrive one by one', async () => {
  const size = 5_000_000;
  answer = (_, response) => response.end('x'.repeat(size));
  const length = `(async () => {
    const body = 'y'.repeat(${size});
    return (await (await fetch('/api/large', { method: 'POST', body })).text()).length;
  })()`;
  expect(await app.page(length)).toBe(size);
  expect(seen[0]?.body.length).toBe(size);

  let next: () => void = () => undefined;
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n');
    next = () => response.write('data: two\n\n');
  };
  await app.page(`new Promise((done) => {
    globalThis.events = [];
    const source = new EventSource('/api/events');
    source.onmessage = ({ data }) => { events.push(data); done(); globalThis.got?.(); };
    globalThis.stop = () => source.close();
  })`);
  expect(await app.page('events')).toEqual(['one']);
  const second = app.page<string[]>(
    'new Promise((done) => { globalThis.got = () => done(events); if (events.length > 1) done(events); })',
  );
  next();
  expect(await second).toEqual(['one', 'two']);
  await app.page('stop()');
});

it('passes on bodies of every kind', async () => {
  const { page, main, userData } = app;
  await page(
    `document.body.insertAdjacentHTML('beforeend', '<form id="upload"><input type="file" name="file"></form>')`,
  );
  const file = join(userData, 'upload.txt');
  await writeFile(file, '0123456789');
  await main(`(async () => {
    const { debugger: tools } = electron.BrowserWindow.getAllWindows()[0].webContents;
    tools.attach();
    const { root } = await tools.sendCommand('DOM.getDocument');
    const { nodeId } = await tools.sendCommand('DOM.querySelector', { nodeId: root.nodeId, selector: '#upload input' });
    await tools.sendCommand('DOM.setFileInputFiles', { nodeId, files: [${JSON.stringify(file)}] });
    tools.detach();
  })()`);
  const bodies = {
    text: `'text'`,
    parameters: `new URLSearchParams({ a: 'b c' })`,
    bytes: `new Uint8Array([104, 105])`,
    blob: `new Blob(['in ', 'parts'])`,
    file: `document.querySelector('#upload input').files[0]`,
    slice: `document.querySelector('#upload input').files[0].slice(2, 5)`,
    stream: `new ReadableStream({ pull(control) {
      control.enqueue(new TextEncoder().encode('part'));
      if (++parts === 3) control.close();
    } })`,
    form: `new FormData(document.querySelector('#upload'))`,
  };
  for (const [name, body] of Object.entries(bodies)) {
    await page(`{ let parts = 0; fetch('/api/${name}', { method: 'POST', duplex: 'half', body: ${body} }) }`);
  }
  await until('all bodies', () => seen.length === Object.keys(bodies).length);
  expect(Object.fromEntries(seen.map(({ url, body }) => [url, body]))).toEqual({
    '/api/text': 'text',
    '/api/parameters': 'a=b+c',
    '/api/bytes': 'hi',
    '/api/blob': 'in parts',
    '/api/file': '0123456789',
    '/api/slice': '234',
    '/api/stream': 'partpartpart',
    '/api/form': expect.stringMatching(/filename="upload\.txt"[\s\S]*\r\n\r\n0123456789\r\n/),
  });
});

it('waits for a response as long as the settings say, and longer for its body', async () => {
  let isEnded = false;
  answer = ({ url }, response) => {
    response.on('close', () => {
      isEnded ||= url === '/api/silent';
    });
    if (url === '/api/silent') return;
    response.writeHead(200, { 'content-type': 'application/json' }).write('one');
    setTimeout(() => response.end('two'), (RESPONSE_S + 1) * 1000);
  };
  const text = (path: string) =>
    app.page(`fetch('${path}').then(async (response) => response.status + await response.text())`, 60_000);
  expect(await Promise.all([text('/api/silent'), text('/api/long')])).toEqual([
    `504ERR_TIMED_OUT: The server did not answer within ${RESPONSE_S} s.\n`,
    // A body may take as long as it likes.
    '200onetwo',
  ]);
  await until('the end at the server', () => isEnded);
});

it.each(['GET', 'POST'])('a body that breaks off fails in the page, %s', async (method) => {
  answer = (_, response) => {
    response.writeHead(200, { 'set-cookie': 'session=s2; Path=/', 'content-length': '100' }).write('part');
    setImmediate(() => response.destroy());
  };
  const read = `fetch('/api/broken', { method: '${method}' }).then((response) => response.text())`;
  expect(await app.page(`${read}.then(() => 'whole', () => 'broken')`)).toBe('broken');
});

it('ends at the server if the page stops reading', async () => {
  const closed = new Promise((resolve) => {
    answer = (_, response) => {
      response.on('close', resolve).writeHead(200, { 'content-type': 'text/event-stream' }).write('one');
    };
  });
  await app.page(`(async () => {
    const control = new AbortController();
    const { body } = await fetch('/api/slow', { signal: control.signal });
    await body.getReader().read();
    control.abort();
  })()`);
  await closed;
});

it("opens a WebSocket to a listed path of the server as the server's page would, and to no other", async () => {
  const upgraded: { url: string; origin: string; cookie: string | undefined }[] = [];
  const sockets: Duplex[] = [];
  server.server.on('upgrade', ({ url = '', headers }, socket) => {
    sockets.push(socket);
    upgraded.push({ url, origin: headers.origin ?? '', cookie: headers.cookie });
    const accept = createHash('sha1').update(
      `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`,
    );
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept.digest('base64')}\r\n\r\n`,
    );
    // One frame of text.
    socket.write(Buffer.from([0x81, 5, ...Buffer.from('hello')]));
  });
  const said = (address: string) =>
    app.page<string>(`new Promise((done) => {
      try {
        const socket = new WebSocket(${JSON.stringify(address)});
        socket.onmessage = ({ data }) => { socket.close(); done(data); };
        socket.onerror = () => done('refused');
      } catch ({ name }) { done(name); }
    })`);
  /** From a frame of no origin, which has the policy of the page. */
  const saidInSandbox = (address: string) =>
    app.page<string>(`new Promise((done) => {
      const frame = Object.assign(document.createElement('iframe'), { srcdoc: '<p>frame</p>' });
      frame.sandbox = 'allow-scripts allow-same-origin';
      frame.onload = () => {
        const socket = new frame.contentWindow.WebSocket(${JSON.stringify(address)});
        socket.onmessage = ({ data }) => { frame.remove(); done(data); };
        socket.onerror = () => { frame.remove(); done('refused'); };
      };
      document.body.append(frame);
    })`);
  const address = origin.replace('http:', 'ws:');
  const cookies = [
    'session=s1; HttpOnly; Path=/; SameSite=Strict',
    'socket=s2; Path=/api/live',
    'x=s3; Path=/api/x',
  ];
  answer = (_, response) => response.setHeader('set-cookie', cookies).end();
  await ask('/api/login', { method: 'POST' });
  expect(await said(`${address}/api/live?room=1`)).toBe('hello');
  for (const unlisted of ['/live', '/api', '/apilive', '/api/../live'])
    expect(await said(address + unlisted), unlisted).toBe('refused');
  expect(await said('ws://127.0.0.1:1/api/live')).toBe('refused');
  // A page requests one path, and a server may read another.
  expect(await said(`${address}/api/..%2flive`)).toBe('hello');
  expect(await saidInSandbox(`${address}/api/framed`)).toBe('hello');
  expect(await said(`${other.replace('http:', 'ws:')}/v1/live`)).toBe('hello');
  for (const socket of sockets) socket.destroy();
  expect(upgraded).toEqual([
    { url: '/api/live?room=1', origin, cookie: 'socket=s2; session=s1' },
    { url: '/api/..%2flive', origin: 'app://shell', cookie: undefined },
    { url: '/api/framed', origin, cookie: 'session=s1' },
    { url: '/v1/live', origin: other, cookie: 'session=other.localhost' },
  ]);
  // The page itself still reaches the server only through main.
  expect(
    await app.page(`fetch(${JSON.stringify(`${origin}/api/me`)}).then(() => 'there', () => 'refused')`),
  ).toBe('refused');
});

it('follows a redirect within the listed paths only', async () => {
  answer = ({ url }, response) =>
    url === '/api/old' ? response.writeHead(307, { location: '/api/new' }).end() : response.end('new');
  expect(await ask('/api/old')).toMatchObject({ status: 200, text: 'new' });
  seen.length = 0;
  for (const location of ['http://127.0.0.1:1/', '/admin/secret', '/api/..%2fadmin']) {
    answer = ({ url }, response) =>
      url === '/api/old' ? response.writeHead(307, { location }).end() : response.end('secret');
    expect(await ask('/api/old')).toMatchObject({ status: 502, error: 'ERR_UNSAFE_REDIRECT' });
    expect(await ask('/api/old', { method: 'POST' })).toMatchObject({ status: 502 });
  }
  // A form that leads to a page: it is done, and the page is none of the listed.
  answer = (_, response) => response.writeHead(303, { location: '/' }).end();
  expect(await ask('/api/login', { method: 'POST' })).toMatchObject({ status: 204, error: null });
  expect(new Set(seen.map(({ url }) => url))).toEqual(new Set(['/api/old', '/api/login']));
});

/** Puts a posting form into a new document, and sends it without a script of its own. */
async function submit(action: string): Promise<void> {
  const path = `/form?${Math.random()}`;
  await app.page(`location.assign(${JSON.stringify(path)})`);
  const isThere = `document.readyState === 'complete' && location.pathname + location.search === ${JSON.stringify(path)}`;
  await until('the document', () => app.page(isThere).catch(() => false));
  await app.page(`void setTimeout(() => {
    const form = '<form id="sent" method="post" action="${action}"><input name="user" value="anna"></form>';
    document.body.insertAdjacentHTML('beforeend', form);
    document.querySelector('#sent').submit();
  })`);
}

/** The same, until another document has loaded. Resolves to its address. */
async function submitted(action: string): Promise<string> {
  await submit(action);
  const isThere = `document.readyState === 'complete' && location.pathname !== '/form'`;
  await until('the answer', () => app.page(isThere).catch(() => false));
  return await app.page('location.pathname + location.search + location.hash');
}

it('the server answers a posted form, which continues to a page of the app', async () => {
  answer = ({ url }, response) =>
    url === '/api/login'
      ? response
          .writeHead(303, { location: '/home?x=1#y', 'set-cookie': 'session=s9; HttpOnly; Path=/' })
          .end()
      : response.end('{}');
  expect(await submitted('/api/login')).toBe('/home?x=1#y');
  expect(seen).toMatchObject([{ method: 'POST', url: '/api/login', body: 'user=anna' }]);
  expect(seen[0]?.headers).toMatchObject({ origin, 'content-type': 'application/x-www-form-urlencoded' });
  await ask('/api/me');
  expect(seen[1]?.headers.cookie).toBe('session=s9');
});

it('an answer to a form never becomes a document of the app', async () => {
  const page = '<script>document.title = "attacked"</script><h1>Attack</h1>';
  const answers: [expected: RegExp, status: number, headers: Record<string, string>][] = [
    [/^406$/m, 200, { 'content-type': 'text/html' }],
    [/^406$/m, 200, { 'content-type': 'image/svg+xml' }],
    [/^406$/m, 200, { 'content-type': 'application/json' }],
    [/^400$/m, 422, { 'content-type': 'text/html' }],
    [/^500$/m, 500, { 'content-type': 'text/html' }],
    [/^502$/m, 307, { location: '/home' }],
    [/^400$/m, 303, { location: '/api/..%2fadmin' }],
    [/^400$/m, 303, { location: '/.//evil.example/x' }],
  ];
  for (const [expected, ...head] of answers) {
    answer = (_, response) => response.writeHead(...head).end(page);
    seen.length = 0;
    await submitted('/api/login');
    expect(await app.shows(expected), JSON.stringify(head)).not.toContain('Attack');
    expect(await app.page('document.title'), JSON.stringify(head)).not.toBe('attacked');
    expect(seen, JSON.stringify(head)).toHaveLength(1);
  }
});

it('an answer of 204 to a form leaves the page as it is', async () => {
  answer = (_, response) => response.writeHead(204).end();
  await submit('/api/save');
  await until('the request', () => seen.length === 1);
  expect(await app.page(`document.querySelector('#sent') !== null`)).toBe(true);
});

it('forwards no path that a server may read differently', async () => {
  expect(await ask('/api/..%2fadmin')).toMatchObject({ status: 400, error: 'BAD_PATH' });
  expect(seen).toEqual([]);
  expect(await ask('/api/a%2Fb;x=1/...')).toMatchObject({ status: 200 });
  expect(seen).toMatchObject([{ url: '/api/a%2Fb;x=1/...' }]);
});

it('survives anything that a server does', async () => {
  answer = (_, response) => response.writeHead(307, { location: '/api/circle' }).end();
  await expect(ask('/api/circle')).rejects.toThrow('Failed to fetch');
  // The client has no copy that could be unmodified.
  answer = (_, response) => response.writeHead(304).end();
  expect(await ask('/api/kept')).toMatchObject({ status: 304, text: '' });
  // Data after an answer without a body is not the next answer.
  const smuggled = 'HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nsmuggled';
  answer = ({ socket }) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`);
  expect(await ask('/api/head', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  answer = (_, response) => response.setHeader('set-cookie', 'other=1; Domain=example.com').end('next');
  expect(await ask('/api/next')).toMatchObject({ text: 'next' });
  expect(await app.main(`electron.session.defaultSession.cookies.get({ name: 'other' })`)).toEqual([]);
  // 20 MB in 20 kB; main takes 10 MB.
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  answer = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  const data = { headers: { 'x-nextjs-data': '1' } };
  expect(await ask('/_next/data/b1/bomb.json', data)).toMatchObject({ status: 502 });
  expect(await ask('/_next/data/b1/..%2f..%2fapi/me.json', data)).toMatchObject({ status: 400 });
});

it('is data, whatever it claims: neither script nor style', async () => {
  answer = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
      .end('attacked = 1');
  const ran = await app.page(`new Promise((done) => {
    const script = Object.assign(document.createElement('script'), { src: '/api/x.js' });
    script.onload = script.onerror = ({ type }) => done(type + typeof globalThis.attacked);
    document.head.append(script);
  })`);
  expect(ran).toBe('errorundefined');
  expect(await ask('/api/x.js')).toMatchObject({ text: 'attacked = 1', type: 'text/javascript' });
  expect(
    await app.page(`fetch('/api/x.js').then(({ headers }) => headers.get('access-control-allow-origin'))`),
  ).toBe(null);
});

const ADDRESS = '/api/delete?id=1';
const address = () => app.page<string>('location.pathname + location.search');

const { text } = onPage(() => app);
/** Performs an action that loads a document, after a press; resolves when it has loaded. */
async function loads(path: string, act: () => Promise<unknown>): Promise<void> {
  await pressKey(app, 'Alt');
  await app.mark();
  await act();
  await app.replaced();
  await text('404');
  expect(await address()).toBe(path);
}

it('asks the server for a document only if a page itself navigates there by its link, and once', async () => {
  const go = (to: string) => app.page(`void setTimeout(() => location.assign(${JSON.stringify(to)}))`);
  const startAgain = (argument: string) =>
    app.main(`void electron.app.emit('second-instance', {}, ['x', ${JSON.stringify(argument)}], '/')`);
  const open = (path: string) => startAgain(`--open=${path}`);
  await loads('/', () => open('/'));
  await loads(ADDRESS, () => startAgain(`holdfast://open${ADDRESS}`));
  await loads(ADDRESS, () => open(`/_holdfast/fault?for=${encodeURIComponent(ADDRESS)}`));
  await loads(ADDRESS, () => choose(app, 'reload'));
  await loads(ADDRESS, () => app.page('void setTimeout(() => location.reload())'));
  await loads(ADDRESS, () => app.page(`void setTimeout(() => location.replace(location.href))`));
  // Where Try again of an error page leads.
  await loads(ADDRESS, () => go(retryHref(ADDRESS)));
  await loads('/', () => go('/'));
  await loads(ADDRESS, () => app.page('void setTimeout(() => history.back())'));
  await loads('/', () => app.page('void setTimeout(() => history.forward())'));
  await loads(ADDRESS, () => choose(app, 'back'));
  await loads('/', () => choose(app, 'forward'));
  await loads(ADDRESS, () => open(ADDRESS));
  expect(seen).toEqual([]);

  // The page's own link is redirected once, and the page stays by 204; what comes after it from outside has no ticket.
  answer = ({ url }, response) =>
    response.writeHead(url === ADDRESS ? 302 : 204, { location: '/api/deleted' }).end();
  await loads('/', () => go('/'));
  await go(ADDRESS);
  await until('both requests', () => seen.length === 2);
  await loads(ADDRESS, () => open(ADDRESS));
  await loads('/api/deleted', () => open('/api/deleted'));

  // A page that was kept from going there leaves no ticket to another window.
  await loads('/', () => go('/'));
  await app.main(`void electron.BrowserWindow.getAllWindows()[0].webContents.once('will-frame-navigate', (event) => {
    globalThis.isKept = true;
    event.preventDefault();
  })`);
  await go(ADDRESS);
  await until('the page that is kept', () => app.main('globalThis.isKept'));
  await app.main(`(async () => {
    const other = new electron.BrowserWindow({ show: false });
    await other.loadURL(${JSON.stringify(`app://shell${ADDRESS}`)});
    other.destroy();
  })()`);
  expect(seen).toMatchObject([{ url: ADDRESS }, { url: '/api/deleted' }]);
});

it("Back to a form's answer sends the server nothing, and shows the page of that address", async () => {
  answer = (_, response) => response.writeHead(422).end();
  expect(await submitted('/api/login')).toBe('/api/login');
  await app.shows('400');
  await loads('/', () => app.page(`void setTimeout(() => location.assign('/'))`));
  await loads('/api/login', () => choose(app, 'back'));
  await loads('/', () => choose(app, 'forward'));
  await loads('/api/login', () => app.page('void setTimeout(() => history.back())'));
  expect(seen).toHaveLength(1);
});

it('lets no other path through', async () => {
  expect(await ask('/other/me')).toMatchObject({ status: 404 });
  expect(await ask('/other/me', { method: 'POST' })).toMatchObject({ status: 405 });
  expect(seen).toEqual([]);
});

it('fails as in a browser while the server is unreachable, and an EventSource reconnects', async () => {
  const { port } = server.server.address() as AddressInfo;
  await server.close();
  await expect(ask('/api/me')).rejects.toThrow('Failed to fetch');
  await app.page(`{
    globalThis.source = new EventSource('/api/events');
    globalThis.events = [];
    source.onmessage = ({ data }) => events.push(data);
    globalThis.failed = new Promise((done) => { source.onerror = done; });
    failed.then(() => undefined);
  }`);
  answer = (_, response) => response.setHeader('content-type', 'text/event-stream').write('data: back\n\n');
  server.server.listen(port, '127.0.0.1');
  await until('an event', () => app.page('events.length > 0'));
  await app.page('source.close()');
});
