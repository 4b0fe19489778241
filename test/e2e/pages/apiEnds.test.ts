/** Requests to the web app's server end if nobody waits for them, and an aborted one is not an error of main. */
import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type CountedServer,
  expectNothingLeft,
  startCounted,
  watchProxied,
} from '../../support/countedServer.ts';
import type { Watched } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

/** As many connections as Chromium opens to one host. */
const CONNECTIONS = 6;

let server: CountedServer;
let app: Watched;
let bodies: Record<string, Buffer | 'broken'> = {};

/** Answers with what was sent. */
const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  const { url = '' } = request;
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('close', () => {
    if (!request.complete) bodies[url] = 'broken';
  });
  request.on('end', () => {
    bodies[url] = Buffer.concat(chunks);
    response.end(`${request.method} ${bodies[url].length}`);
  });
};

beforeAll(async () => {
  server = await startCounted(echo);
  app = await watchProxied(server, { settings: { responseTimeout: 3600 } });
});
afterAll(async () => {
  expect(await app.stop()).toBe(0);
  await server.close();
});
beforeEach(() => {
  bodies = {};
  server.answer = echo;
});
afterEach(() => expectNothingLeft(server, app));

const silent: RequestListener = (request) => request.resume();

const arrived = (count: number) =>
  until(
    () => `${count} requests; there are ${server.open().length}`,
    () => server.open().length === count,
  );

/** The page can ask its server again. */
async function isFree(): Promise<void> {
  await arrived(0);
  server.answer = echo;
  expect(await app.page(`fetch('/api/after', { method: 'POST', body: 'x' }).then((one) => one.text())`)).toBe(
    'POST 1',
  );
}

const reload = `void setTimeout(() => location.reload())`;

it.each([
  ['fetch', `fetch('/api/x', { signal: control.signal })`],
  ['fetch of a form', `fetch('/api/x', { method: 'POST', body: new FormData(), signal: control.signal })`],
  ['XMLHttpRequest', `request('GET')`],
  ['XMLHttpRequest that sends', `request('PUT', 'body')`],
  ['EventSource', `source()`],
  ['a picture', `picture()`],
])('what a page aborts ends before there is a response, %s', async (_name, start) => {
  server.answer = silent;
  await app.page(`{
    const control = new AbortController();
    const end = [() => control.abort()];
    const request = async (method, body) => {
      const sent = new XMLHttpRequest();
      end.push(() => sent.abort());
      sent.open(method, '/api/x');
      sent.send(body);
    };
    const source = async () => { const it = new EventSource('/api/x'); end.push(() => it.close()); };
    const picture = async () => { const it = new Image(); it.src = '/api/x'; end.push(() => { it.src = ''; }); };
    for (let at = 0; at < ${CONNECTIONS}; at++) (${start.replace('/api/x', '/api/x?')}).catch(() => undefined);
    globalThis.endAll = () => end.forEach((one) => one());
  }`);
  await arrived(start === 'picture()' ? 1 : CONNECTIONS);
  await app.page('endAll()');
  await isFree();
});

it('does not send later what was aborted before', async () => {
  await app.page(`{
    for (let at = 0; at < 20; at++) {
      const control = new AbortController();
      fetch('/api/tick', { signal: control.signal }).catch(() => undefined);
      at % 2 ? control.abort() : setTimeout(() => control.abort());
    }
  }`);
  await isFree();
});

const waiting = `void Array.from({ length: ${CONNECTIONS} }, (_, at) => fetch('/api/wait?' + at).catch(() => undefined))`;

it.each<[string, () => Promise<unknown>]>([
  ['is loaded again', () => app.page(reload)],
  ['goes to another page', () => app.page(`void setTimeout(() => location.assign('/other'))`)],
  ['crashes', async () => process.kill((await app.processes('renderer'))[0] as number, 'SIGKILL')],
])("a page's requests end when it %s", async (_name, leave) => {
  server.answer = silent;
  await app.page(waiting);
  await arrived(CONNECTIONS);
  await leave();
  await arrived(0);
  await app.shows('404');
  await isFree();
});

it("a window's requests end with it", async () => {
  server.answer = silent;
  await app.main(`(async () => {
    globalThis.second = new electron.BrowserWindow({ show: false });
    await second.loadURL('app://shell/');
    await second.webContents.executeJavaScript(${JSON.stringify(waiting)});
  })()`);
  await arrived(CONNECTIONS);
  await app.main('second.destroy()');
  await isFree();
});

const EMPTY = {
  text: `''`,
  parameters: 'new URLSearchParams()',
  bytes: 'new Uint8Array()',
  blob: 'new Blob([])',
  file: `new File([], 'empty')`,
  stream: 'new ReadableStream({ start: (control) => control.close() })',
  nothing: 'undefined',
};

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('delivers an empty body of every kind, %s', async (method) => {
  for (const [name, body] of Object.entries(EMPTY)) {
    const init = `{ method: '${method}', duplex: 'half', body: ${body} }`;
    expect(await app.page(`fetch('/api/${name}', ${init}).then((one) => one.text())`), name).toBe(
      `${method} 0`,
    );
  }
  const sent = `new Promise((done) => {
    const request = new XMLHttpRequest();
    request.onloadend = () => done(request.responseText);
    request.open('${method}', '/api/request');
    request.send('');
  })`;
  expect(await app.page(sent)).toBe(`${method} 0`);
});

it('delivers a stream as it is written, including empty parts', async () => {
  let got = '';
  server.answer = (request, response) => {
    request.on('data', (chunk) => {
      got += chunk;
    });
    request.on('end', () => response.end(got));
  };
  await app.page(`{
    const { readable, writable } = new TransformStream();
    const writer = writable.getWriter();
    globalThis.write = (text) => void writer.write(new TextEncoder().encode(text));
    globalThis.finish = () => writer.close();
    write('');
    write('one');
    const init = { method: 'POST', duplex: 'half', body: readable };
    globalThis.text = fetch('/api/stream', init).then((one) => one.text());
    undefined;
  }`);
  await until('the first part', () => got === 'one');
  await app.page(`write(''); write('two')`);
  await until('the second part', () => got === 'onetwo');
  expect(await app.page('finish().then(() => text)')).toBe('onetwo');
});

/** In bytes: far more than fits into the buffers between a page and a server. */
const LARGE = 12_000_000;

it.each([
  [
    'a stream, before its first part',
    'new ReadableStream({ start: (it) => setTimeout(() => it.error()) })',
    false,
  ],
  [
    'a stream, after a part',
    `new ReadableStream({ start(it) { it.enqueue(new Uint8Array(100)); setTimeout(() => it.error(), 100); } })`,
    true,
  ],
])('an upload that a page breaks off never arrives as complete: %s', async (_name, body, isSeen) => {
  const init = `{ method: 'POST', duplex: 'half', body: ${body} }`;
  const sent = `fetch('/api/broken', ${init}).then((one) => one.text(), () => 'failed')`;
  expect(await app.page(sent)).toBe('failed');
  if (isSeen) await until('the end of the upload', () => bodies['/api/broken']);
  await arrived(0);
  expect(bodies['/api/broken']).toBe(isSeen ? 'broken' : undefined);
});

it('an upload that the server resets fails in the page, not in main', async () => {
  for (const bytes of [100_000, LARGE, LARGE, LARGE, LARGE]) {
    server.answer = (request) => request.once('data', () => request.socket.resetAndDestroy());
    const init = `{ method: 'POST', body: new Uint8Array(${bytes}) }`;
    expect(await app.page(`fetch('/api/reset', ${init}).then(() => 'response', ({ name }) => name)`)).toBe(
      'TypeError',
    );
  }
  // Main has had the time to throw.
  await app.main('new Promise((done) => setTimeout(done, 100))');
});

it.each([100_000, LARGE])('the same on a connection that was used before, %d bytes', async (bytes) => {
  for (let at = 0; at < 4; at++) {
    await isFree();
    server.answer = (request) => request.once('data', () => request.socket.resetAndDestroy());
    const init = `{ method: 'POST', body: new Uint8Array(${bytes}) }`;
    expect(await app.page(`fetch('/api/reset', ${init}).then(() => 'response', ({ name }) => name)`)).toBe(
      'TypeError',
    );
  }
  await isFree();
});

it('a stream that the server resets on a connection that was used before fails in the page', async () => {
  for (let at = 0; at < 3; at++) {
    await isFree();
    server.answer = (request) => request.once('data', () => request.socket.resetAndDestroy());
    const body =
      'new ReadableStream({ pull: (it) => new Promise((done) => setTimeout(() => done(it.enqueue(new Uint8Array(10))), 20)) })';
    const sent = `fetch('/api/reset', { method: 'POST', duplex: 'half', body: ${body} })`;
    expect(await app.page(`${sent}.then(() => 'response', ({ name }) => name)`)).toBe('TypeError');
  }
  await isFree();
});

it("delivers an answer that comes before an upload's end", async () => {
  server.answer = (request, response) => {
    response.writeHead(413).end('too large');
    request.resume();
  };
  const init = `{ method: 'POST', body: new Uint8Array(${LARGE}) }`;
  expect(await app.page(`fetch('/api/large', ${init}).then((one) => one.status)`)).toBe(413);
});
