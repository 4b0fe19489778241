/** Requests of a page to its server: expressions that run in the page and resolve to what the page sees. */

/** Runs before every case. */
export const HELPERS = `
globalThis.told = (r, more) => ({ status: r.status, reason: r.statusText, type: r.type, ok: r.ok, redirected: r.redirected,
  url: r.url, headers: Object.fromEntries([...r.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))), ...more });
globalThis.failed = ({ name }) => name;
globalThis.read = async (path, init) => {
  try {
    const r = await fetch('/api/' + path, init);
    try { return told(r, { body: short(await r.text()) }); } catch (e) { return told(r, { broken: failed(e) }); }
  } catch (e) { return failed(e); }
};
globalThis.here = async (path) => {
  while (await (await fetch('/api/here/' + path + '?unordered')).text() !== 'true') await new Promise((done) => setTimeout(done, 20));
};
globalThis.short = (text) => text.length > 200 ? text.length + text.slice(0, 20) : text;
globalThis.body = (it, more) => ({ method: 'POST', body: it, ...more });
globalThis.each = async (list, run) => { const all = []; for (const one of list) all.push(await run(one)); return all; };
globalThis.xhr = (method, path, { body, headers = {}, sync, kept, ...more } = {}) => new Promise((done) => {
  const r = new XMLHttpRequest(), events = [];
  r.open(method, '/api/' + path, !sync);
  for (const name in headers) r.setRequestHeader(name, headers[name]);
  kept?.(r);
  Object.assign(r, more);
  const note = (of) => ({ type, lengthComputable, loaded, total }) => {
    if (type !== 'progress') events.push([of, type, lengthComputable, loaded, total]);
  };
  for (const type of ['loadstart', 'progress', 'load', 'error', 'abort', 'timeout', 'loadend']) {
    r.addEventListener(type, note('down'));
    if (more.upload !== false) r.upload.addEventListener(type, note('up'));
  }
  r.addEventListener('loadend', () => setTimeout(() => done({ events, status: r.status, reason: r.statusText, url: r.responseURL,
    headers: Object.fromEntries(r.getAllResponseHeaders().split('\\r\\n').filter((line) => line && !/^(date|connection|keep-alive):/.test(line)).map((line) => line.split(/: (.*)/).slice(0, 2))), body: short(String(r.response)) })));
  try { r.send(body); } catch (e) { done(failed(e)); }
});
globalThis.element = (tag, attributes) => new Promise((done) => {
  const it = Object.assign(document.createElement(tag), attributes);
  it.onload = it.onerror = it.onloadedmetadata = ({ type }) => { done(type); it.remove(); };
  document.body.append(it);
});
globalThis.play = async (path, times) => {
  const it = Object.assign(document.createElement('video'), { preload: 'metadata', muted: true, src: '/api/' + path });
  const once = (...types) => new Promise((done) => types.forEach((type) => it.addEventListener(type, () => done(type), { once: true })));
  const first = await once('loadedmetadata', 'error');
  const ends = () => Array.from({ length: it.seekable.length }, (_, at) => [it.seekable.start(at), it.seekable.end(at)]);
  const all = [first, it.error?.code, it.duration, ends()];
  for (const time of first === 'error' ? [] : times) {
    it.currentTime = time;
    all.push(await once('seeked', 'error'), it.currentTime);
  }
  it.removeAttribute('src');
  it.load();
  return all;
};
globalThis.socket = (path, send, protocols, then) => new Promise((done) => {
  const it = new WebSocket(SERVER.replace('http', 'ws') + '/api/ws/' + path, protocols), got = [];
  it.binaryType = 'arraybuffer';
  it.onopen = () => { got.push(['open', it.protocol, it.extensions]); for (const one of send) it.send(one); };
  it.onmessage = ({ data }) => {
    got.push(typeof data === 'string' ? short(data) : [...new Uint8Array(data)]);
    if (then && got.length > send.length) then(it);
  };
  it.onerror = () => got.push('error');
  it.onclose = ({ code, reason, wasClean }) => done([...got, code, reason, wasClean]);
});
globalThis.form = (method, path, fields, type) => {
  const it = document.createElement('form');
  Object.assign(it, { method, action: '/api/' + path, enctype: type ?? it.enctype });
  for (const [name, value] of Object.entries(fields)) it.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(it);
  setTimeout(() => it.submit());
};
`;

const BYTES =
  'badChunk chunkThenNoise noLastChunk noise http10 twoLengths tooLong notALength body204 body205 body304 noStatus bareHeaders headersCut nul'.split(
    ' ',
  );

const STATUSES = [
  200, 201, 202, 203, 204, 205, 206, 226, 299, 300, 304, 400, 401, 402, 403, 404, 405, 406, 409, 410, 412,
];
const MORE = [
  413, 415, 417, 418, 421, 422, 423, 424, 425, 426, 428, 429, 431, 451, 499, 500, 501, 502, 503, 504, 507,
  511, 520, 599,
];

/** A worker that makes the requests it is sent. */
export const WORKER = `onmessage = async ({ data }) => {
  try { postMessage(await (await fetch(data, { method: 'POST', body: 'w' })).text()); } catch ({ name }) { postMessage(name); }
};`;

/** By name. */
export const CASES: Readonly<Record<string, string>> = {
  'fetch: GET': `read('echo')`,
  'fetch: HEAD': `read('echo', { method: 'HEAD' })`,
  'fetch: POST text': `read('echo', body('text ü'))`,
  'fetch: POST without a body': `read('echo', { method: 'POST' })`,
  'fetch: POST an empty body': `read('echo', body(''))`,
  'fetch: PUT JSON': `read('echo', body('{"a":1}', { method: 'PUT', headers: { 'Content-Type': 'application/json' } }))`,
  'fetch: PATCH': `read('echo', body('x', { method: 'PATCH' }))`,
  'fetch: DELETE': `read('echo', { method: 'DELETE' })`,
  'fetch: DELETE with a body': `read('echo', body('x', { method: 'DELETE' }))`,
  'fetch: OPTIONS': `read('echo', { method: 'OPTIONS' })`,
  'fetch: PROPFIND': `read('echo', { method: 'PROPFIND' })`,
  'fetch: a method in small letters': `each(['post', 'patch'], (method) => read('echo', { method }).catch(failed))`,
  'fetch: parameters': `read('echo', body(new URLSearchParams({ a: 'b c', ü: '&' })))`,
  'fetch: a form with a file': `(async () => {
    const it = new FormData();
    it.append('text', 'ü');
    it.append('file', new File(['content'], 'ä.txt', { type: 'text/plain' }));
    const { body: text, ...rest } = await read('echo', body(it));
    return rest;
  })()`,
  'fetch: a Blob with a type': `read('echo', body(new Blob(['a', 'b'], { type: 'application/x-own' })))`,
  // Far more than fits into the buffers between a page and a server, like other long bodies here.
  'fetch: 12 MB': `read('echo', body(new Uint8Array(12_000_000).fill(65)))`,
  'fetch: headers': `read('echo', { headers: [['X-Own', 'a'], ['X-Own', 'b'], ['Accept', 'x/y'], ['Accept-Language', 'tlh'],
    ['X-Latin', 'gr\\xfc\\xdfe'], ['X-Empty', ''], ['Authorization', 'Bearer t'], ['Range', 'bytes=0-'], ['If-Match', '"x"'],
    ['Content-Language', 'de'], ['Cache-Control', 'max-age=5'], ['Pragma', 'own'], ['DNT', '1'], ['X-Requested-With', 'XMLHttpRequest'],
    ['X-CSRF-Token', 'c'], ['baggage', 'a=1'], ['traceparent', '00-1-2-01'], ['Priority', 'u=1'], ['Via', 'v']] })`,
  'fetch: odd queries': `each(['echo?', 'echo?a=%20+ü&b=%', 'echo?a=1#hash', 'echo?a=b?c=d/../e', 'echo?%00', "echo?a='\\"<>"], (path) => read(path))`,
  'fetch: odd paths': `each(['echo/a%2Fb', 'echo/ü', 'echo/a b', 'echo/%41', 'echo//double//', 'echo/a;b=c', 'echo/:@!$&()*,='], (path) => read(path))`,
  'fetch: response headers': `read('headers')`,
  'fetch: a reason phrase': `read('reason')`,
  'fetch: statuses': `each(${JSON.stringify(STATUSES)}, async (status) => { const { reason, body, headers, ...r } = await read('status/' + status); return [status, r.status, body]; })`,
  'fetch: more statuses': `each(${JSON.stringify(MORE)}, async (status) => { const r = await read('status/' + status); return [status, r.status, r.body ?? r]; })`,
  'fetch: reason phrases of statuses': `each([200, 201, 404, 422, 500], async (status) => { const { reason } = await read('status/' + status); return [status, reason]; })`,
  'fetch: cookies': `(async () => {
    await read('setCookie/' + encodeURIComponent('b=2; Path=/|a=1; Path=/api/|c=3; Path=/; HttpOnly; SameSite=Strict|d=4; Path=/other|e=5; Max-Age=0|f=; Path=/|g=a b"c; Path=/'));
    await read('echo');
    await read('setCookie/' + encodeURIComponent('b=; Path=/; Max-Age=0'));
    return await read('echo');
  })()`,
  'fetch: cookies that a script reads': `document.cookie`,
  'fetch: without cookies': `read('echo', { credentials: 'omit' })`,
  'fetch: redirects of GET': `each([301, 302, 303, 307, 308], (status) => read('redirect/' + status + '/echo?x=1'))`,
  'fetch: redirects of POST': `each([301, 302, 303, 307, 308], (status) => read('redirect/' + status + '/echo', body('again')))`,
  'fetch: redirects of a long POST': `read('redirect/307/echo', body(new Uint8Array(12_000_000)))`,
  'fetch: redirects of PUT': `each([301, 303, 307], (status) => read('redirect/' + status + '/echo', body('again', { method: 'PUT' })))`,
  'fetch: redirect: manual': `read('redirect/302/echo', { redirect: 'manual' })`,
  'fetch: redirect: error': `read('redirect/302/echo', { redirect: 'error' })`,
  'fetch: a redirect with a hash': `read('redirect/302/echo#there')`,
  'fetch: a redirect to elsewhere': `read('away')`,
  'fetch: redirects in a circle': `read('loop')`,
  'fetch: a redirect to nowhere': `read('nowhere')`,
  'fetch: encodings': `each(['gzip', 'deflate', 'br'], (one) => read('encoded/' + one))`,
  'fetch: broken gzip': `read('brokenGzip')`,
  'fetch: another charset': `fetch('/api/latin1').then((r) => r.arrayBuffer()).then((it) => [...new Uint8Array(it)])`,
  'fetch: ranges': `each(['bytes=0-9', 'bytes=9990-', 'bytes=20000-'], (Range) => read('range', { headers: { Range } }))`,
  'fetch: kept for a time': `each([1, 2], () => read('etag/max-age=60'))`,
  'fetch: asked whether it changed': `each([1, 2], () => read('etag/no-cache?own'))`,
  'fetch: If-None-Match by the page': `read('etag/no-cache?page', { headers: { 'If-None-Match': '"v1"' } })`,
  'fetch: never kept': `each([1, 2], () => read('etag/no-store'))`,
  'fetch: kept for each kind': `each(['a', 'a', 'b'], (kind) => read('vary', { headers: { 'X-Kind': kind } }))`,
  'fetch: modes of the cache': `each(['default', 'default', 'no-cache', 'reload', 'force-cache', 'only-if-cached', 'no-store'], (cache) => read('etag/max-age=60?modes', { cache }))`,
  'fetch: no-cors': `read('echo', { mode: 'no-cors' })`,
  'fetch: another referrer': `read('echo', { referrer: '/elsewhere', referrerPolicy: 'unsafe-url' })`,
  'fetch: a byte at a time': `each([read('trickle'), xhr('GET', 'trickle')], (it) => it)`,
  'fetch: integrity': `each(['sha256-x', 'sha256-HauDo2/Q4Kp+VdWLEYGnyVJwNB/5wu+Q1WzEzL8QNIk='], (integrity) => read('picture', { integrity }))`,
  'fetch: keepalive': `read('echo', body('kept', { keepalive: true }))`,
  'fetch: 401': `read('basic')`,
  'fetch: Authorization': `read('basic', { headers: { authorization: 'Bearer secret' } })`,
  'fetch: parts as they come': `Promise.all(['text/event-stream', 'application/json', 'text/plain', 'application/x-ndjson', 'application/octet-stream', ''].map(async (type) => {
    const { body: it } = await fetch('/api/drip/' + encodeURIComponent(type));
    const parts = [];
    for await (const part of it.pipeThrough(new TextDecoderStream())) parts.push(part);
    return parts;
  }))`,
  'fetch: early hints': `read('hints')`,
  'fetch: trailers': `read('trailers')`,
  'fetch: what breaks': `each(['reset', 'close', 'short', 'manyHeaders'], (path) => read(path))`,
  ...Object.fromEntries(BYTES.map((name) => [`fetch: bytes: ${name}`, `read('bytes/${name}')`])),
  'fetch: HEAD of much': `each(['headers', 'range', 'encoded/gzip', 'status/404'], (path) => read(path, { method: 'HEAD' }))`,
  'fetch: a header of 60 kB': `read('echo?long', { headers: { 'X-Long': 'x'.repeat(60_000) } }).then((it) => it.status ?? it)`,
  'fetch: an address of 30 kB': `read('echo?' + 'x'.repeat(30_000))`,
  'fetch: a form with files': `(async () => {
    const it = new FormData();
    for (const at of [1, 2, 3]) it.append('files', new File(['content ' + at], at + '.txt', { type: at === 2 ? '' : 'text/x-' + at }));
    it.append('blob', new Blob(['blob']));
    const { status } = await read('echo', body(it));
    return status;
  })()`,
  'fetch: 200 at a time': `Promise.all(Array.from({ length: 200 }, async (_, at) =>
    (await read('echo?unordered' + at, at % 2 ? body('b' + at) : {})).body))`,
  'fetch: connections are used again': `each(Array(10).fill('socket'), async (path) => (await read(path, body('x'))).body)
    .then((all) => new Set(all).size)`,
  'fetch: six connections': `Promise.all(Array.from({ length: 30 }, async () => (await read('socket?unordered')).body))
    .then((all) => new Set(all).size <= 6)`,
  'fetch: a connection that closes as it is used again': `each(['GET', 'POST', 'PUT'], async (method) => {
    await read('echo');
    return (await read('cutOnce/' + method, { method, ...(method !== 'GET' && { body: 'once' }) })).body;
  })`,
  'fetch: the same with 12 MB': `(async () => {
    await read('echo');
    return (await read('cutOnce/long', body(new Uint8Array(12_000_000)))).body;
  })()`,
  'fetch: aborted before the headers': `(async () => {
    const c = new AbortController();
    void here('silent').then(() => c.abort(new DOMException('mine', 'MyError')));
    return await read('silent', { signal: c.signal });
  })()`,
  'fetch: aborted in the upload': `(async () => {
    const c = new AbortController();
    void here('stuck').then(() => c.abort());
    return await read('stuck', body(new Uint8Array(12_000_000), { signal: c.signal }));
  })()`,
  'fetch: timeout': `read('silent?unordered', { signal: AbortSignal.timeout(100) })`,
  'XHR: aborted before the headers': `xhr('POST', 'silent', { body: 'x', kept: (r) => void here('silent').then(() => r.abort()) })`,
  'video: is sought': `play('sound?unordered', [500, 10, 590])`,
  'video: of the build': `play('../sound.wav', [500])`,
  'video: without ranges': `play('wholeSound?unordered', [500])`,
  'WebSocket: text and bytes': `socket('echo', ['text ü', new Uint8Array([0, 255, 7]), new Blob(['blob']), 'x'.repeat(70_000), '', 'close 4001'])`,
  'WebSocket: a protocol': `socket('protocol', ['close 1000'], ['a', 'b'])`,
  'WebSocket: refused': `each(['refused', 'reset', 'noise'], (path) => socket(path, []))`,
  'WebSocket: broken off': `socket('echo', ['break'])`,
  'WebSocket: closed by the page': `socket('echo', ['x'], undefined, (it) => it.close(3000, 'mine'))`,
  'fetch: aborted at once': `(async () => { const c = new AbortController(); c.abort(); return await read('echo?never', { signal: c.signal }); })()`,
  'fetch: aborted in the body': `(async () => {
    const c = new AbortController();
    const { body: it } = await fetch('/api/drip/application%2Fjson?aborted', { signal: c.signal });
    const reader = it.getReader();
    await reader.read();
    c.abort();
    return await reader.read().catch(failed);
  })()`,
  'XHR: GET': `xhr('GET', 'headers')`,
  'XHR: POST': `xhr('POST', 'echo', { body: 'x'.repeat(1000) })`,
  'XHR: progress of an upload': `xhr('POST', 'echo', { body: new Uint8Array(300_000) })`,
  'XHR: a document': `xhr('GET', 'status/200', { responseType: 'arraybuffer' }).then(({ body, ...rest }) => rest)`,
  'XHR: waited for': `(() => { const r = new XMLHttpRequest(); r.open('GET', '/api/echo?sync', false); r.send(); return [r.status, r.responseText]; })()`,
  'XHR: times out': `xhr('GET', 'drip/application%2Fjson?unordered', { timeout: 100 })`,
  'XHR: what breaks': `each(['reset', 'short'], (path) => xhr('GET', path))`,
  'XHR: a redirect': `xhr('GET', 'redirect/302/echo')`,
  'EventSource: comes back with the last id': `new Promise((done) => {
    const it = new EventSource('/api/events/x'), got = [];
    it.addEventListener('tick', ({ data, lastEventId, origin }) => { got.push([data, lastEventId, origin]); if (got.length === 3) { it.close(); done(got); } });
  })`,
  'EventSource: no stream': `new Promise((done) => { const it = new EventSource('/api/echo?es'); it.onerror = () => done(it.readyState); })`,
  'EventSource: an error': `new Promise((done) => { const it = new EventSource('/api/status/500?es'); it.onerror = () => done(it.readyState); })`,
  beacon: `(async () => {
    try {
      performance.clearResourceTimings();
      const sent = navigator.sendBeacon('/api/echo?beacon', 'x');
      // It has arrived when the browser lists its timing.
      while (performance.getEntriesByName(location.origin + '/api/echo?beacon').length === 0) await new Promise((done) => setTimeout(done, 10));
      return sent;
    } catch (e) { return failed(e); }
  })()`,
  img: `element('img', { src: '/api/picture' })`,
  'img: an error': `element('img', { src: '/api/status/404?img' })`,
  script: `element('script', { src: '/api/script' }).then((type) => type + typeof globalThis.ran)`,
  style: `element('link', { rel: 'stylesheet', href: '/api/style' })`,
  'a worker': `new Promise((done) => {
    const it = new Worker('/worker.js');
    it.onmessage = ({ data }) => done(data);
    it.postMessage('/api/echo?worker');
  })`,
};

/** These leave the page, so only the server's side is compared. */
export const FORMS: Readonly<Record<string, string>> = {
  'form: GET': `form('get', 'echo?dropped', { a: 'b c', ü: '&' })`,
  'form: POST': `form('post', 'echo', { a: 'b c', ü: '&' })`,
  'form: POST in parts': `form('post', 'echo?parts', { a: 'b' }, 'multipart/form-data')`,
  'form: POST as text': `form('post', 'echo?text', { a: 'b' }, 'text/plain')`,
  'a last request': `(() => {
    addEventListener('pagehide', () => void fetch('/api/echo?left', body('bye', { keepalive: true })));
    setTimeout(() => location.assign('/?left'));
  })()`,
  'a download': `(() => {
    const it = Object.assign(document.createElement('a'), { download: 'x', href: '/api/file' });
    document.body.append(it);
    setTimeout(() => it.click());
  })()`,
};
