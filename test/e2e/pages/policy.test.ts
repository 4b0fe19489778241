/** An app with its own router: what answers and runs in it, what libraries make it do, and what its policy refuses. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watch } from '../../support/recovery.ts';
import { withStun } from '../../support/stun.ts';
import { until } from '../../support/until.ts';
import { webBuild } from '../../support/webBuild.ts';
import { NOT_FOUND } from '../../support/words.ts';

/** `export const f = () => 42`, as a compiler writes it to WebAssembly. */
const WASM = Buffer.from('0061736d010000000105016000017f030201000705010166000' + '00a06010400412a0b', 'hex');

/** Like emscripten's embind: glue code made from text around a compiled module. */
const GLUE = `
  onmessage = async () => {
    let made = 'no eval';
    try { made = new Function('f', 'return f()')((await WebAssembly.instantiateStreaming(fetch('/assets/a.wasm'))).instance.exports.f); }
    catch (error) { made = String(error); }
    postMessage([made, typeof holdfast, crossOriginIsolated, typeof SharedArrayBuffer]);
  };`;

/** Five minutes of silence: 8,000 samples per second of 16 bits. */
const LENGTH = 300 * 16_000;
const words = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer);
const TONE = Buffer.concat([
  ...[Buffer.from('RIFF'), words(36 + LENGTH), Buffer.from('WAVEfmt '), words(16, 0x1_0001, 8_000, 16_000)],
  ...[words(0x10_0002), Buffer.from('data'), words(LENGTH), Buffer.alloc(LENGTH)],
]);

/** As Angular builds: addresses relative to <base>, and a style sheet enabled by a handler. */
const START = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><base href="/">
    <script>globalThis.inline = [typeof holdfast, typeof holdfastIsBlank]</script>
    <style>h1 { color: rgb(1, 2, 3) }</style>
    <link rel="stylesheet" href="styles.css" media="print" onload="this.media='all'"></head>
    <body><h1 style="margin-top: 6px">Starting</h1><a href="javascript:void(globalThis.followed = 1)">Script</a>
    <script src="assets/app.js" type="module"></script></body></html>`;

const FILES = {
  'index.html': START,
  // For every path without its own document.
  '200.html': START,
  'help/index.html':
    '<!doctype html><title>Help</title><p>Help page</p><script src="/assets/frame.js"></script>',
  'styles.css': 'h1 { margin-left: 7px }',
  'assets/app.js': `import { name } from './name.js';
    document.querySelector('h1').textContent = name + ' at ' + location.pathname;`,
  'assets/name.js': `export const name = 'Shop';`,
  'assets/more.js': `globalThis.ran = 'of the build'`,
  'assets/tone.wav': TONE,
  'assets/frame.js': `document.body.append(typeof holdfast + ' in a frame');`,
  'assets/glue.js': GLUE,
  'assets/a.wasm': WASM,
};

const app = await watch({
  args: ['--open=/orders/7/lines'],
  alter: webBuild(FILES, (web) => writeFile(join(web, '..', 'secret.js'), 'globalThis.ran = "outside"')),
  settings: { isolated: true, contentSecurityPolicy: ["worker-src 'unsafe-eval'", "webrtc 'allow'"] },
});
await app.shows('Shop at /orders/7/lines');

const styleOf = (element: string, name: string) =>
  app.page<string>(`getComputedStyle(document.querySelector(${JSON.stringify(element)})).${name}`);
/** A worker's first message. @param made an expression */
const work = (made: string, code = '') =>
  app.page<unknown>(`new Promise((done) => {
    const worker = ${made};
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = ({ message }) => done('failed: ' + message);
    ${code}
  }).catch(String)`);

it('shows each path by its one document, after the page script', async () => {
  await app.shows('Shop at /orders/7/lines');
  expect(await app.page('inline')).toEqual(['object', 'function']);
});

it("runs only the build's scripts", async () => {
  const run = (values: string) =>
    app.page(`new Promise((done) => {
      globalThis.ran = 'nothing';
      const script = Object.assign(document.createElement('script'), ${values});
      script.onload = script.onerror = () => done(ran);
      document.head.append(script);
      if (!script.src) done(ran);
    })`);
  expect(await run(`{ src: '/assets/more.js' }`)).toBe('of the build');
  for (const values of [
    `{ src: '/secret.js' }`,
    `{ src: 'data:text/javascript,globalThis.ran="data"' }`,
    `{ textContent: "globalThis.ran = 'inline'" }`,
  ])
    expect(await run(values), values).toBe('nothing');
});

it('plays a recording from the middle, and serves a part of it', async () => {
  const played = await app.page<number[]>(`new Promise((resolve, reject) => {
    const audio = new Audio('/assets/tone.wav');
    audio.onerror = () => reject(new Error(audio.error.message));
    audio.onloadedmetadata = () => (audio.currentTime = 290);
    audio.onseeked = () => resolve([audio.duration, audio.currentTime]);
  })`);
  expect(played).toEqual([300, 290]);
  const part = `fetch('/assets/tone.wav', { headers: { range: 'bytes=4-7' } })
    .then(async (one) => [one.status, one.headers.get('content-range'), (await one.arrayBuffer()).byteLength])`;
  expect(await app.page(part)).toEqual([206, `bytes 4-7/${TONE.length}`, 4]);
});

it('supports relative scripts on a page two levels deep, its handlers, and styles that a library makes', async () => {
  await until('the style sheet', async () => (await styleOf('h1', 'marginLeft')) === '7px');
  expect(await styleOf('h1', 'color')).toBe('rgb(1, 2, 3)');
  expect(await styleOf('h1', 'marginTop')).toBe('6px');
  await app.page(`{
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'h1 { padding-left: 9px }' }));
    const rules = document.head.appendChild(document.createElement('style'));
    rules.sheet.insertRule('h1 { padding-top: 8px }');
    document.body.insertAdjacentHTML('beforeend', '<svg><rect style="fill: rgb(4, 5, 6)"/></svg>');
  }`);
  expect(await styleOf('h1', 'padding')).toBe('8px 0px 0px 9px');
  expect(await styleOf('rect', 'fill')).toBe('rgb(4, 5, 6)');
  await app.page(`void document.querySelector('a').click()`);
  await until('the address that is a script', () => app.page('globalThis.followed'));
});

it('accepts data: and blob: in pictures, fetch and workers, and no worker has the bridge', async () => {
  const made = `URL.createObjectURL(new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>'], { type: 'image/svg+xml' }))`;
  const width = `(async (image) => (image.src = ${made}, await image.decode(), image.width))(new Image())`;
  expect(await app.page(width)).toBe(3);
  expect(await app.page(`fetch('data:text/plain,a').then((one) => one.text())`)).toBe('a');
  expect(await app.page(`fetch(URL.createObjectURL(new Blob(['b']))).then((one) => one.text())`)).toBe('b');
  const told = `postMessage(typeof holdfast + ' ' + self.origin)`;
  const blob = await work(`new Worker(URL.createObjectURL(new Blob([\`${told}\`])))`);
  const data = await work(`new Worker('data:text/javascript,' + encodeURIComponent(\`${told}\`))`);
  expect([blob, data]).toEqual(['undefined app://shell', 'undefined null']);
});

it('runs WebAssembly; eval in workers by the setting, and never in pages; isolated, both have shared memory', async () => {
  const glue = await work(`new Worker('/assets/glue.js')`, 'worker.postMessage(0)');
  expect(glue).toEqual([42, 'undefined', true, 'function']);
  const compile = `fetch('/assets/a.wasm').then(WebAssembly.instantiateStreaming).then(({ instance }) => instance.exports.f())`;
  expect(await app.page(compile)).toBe(42);
  // What DevTools evaluates itself is exempt.
  const made = `try { done(new Function('return 1')()); } catch ({ name }) { done(name); }`;
  expect(await app.page(`new Promise((done) => setTimeout(() => { ${made} }))`)).toBe('EvalError');
  expect(await app.page('[crossOriginIsolated, typeof SharedArrayBuffer]')).toEqual([true, 'function']);
});

it('shows pages of the app and its own content in frames, and none has the bridge', async () => {
  const frame = (src: string) =>
    `document.body.append(Object.assign(document.createElement('iframe'), { src: ${src} }))`;
  const remove = `document.querySelectorAll('iframe').forEach((one) => one.remove())`;
  await app.page(
    `{ ${remove}; ${frame(`'/help/'`)}; ${frame(`URL.createObjectURL(new Blob(['<p>Made as blob'], { type: 'text/html' }))`)}; ${frame(`'data:text/html,<p>Made as data'`)} }`,
  );
  const texts = () =>
    app.main<string[]>(`Promise.all(electron.BrowserWindow.getAllWindows()[0].webContents.mainFrame.frames
      .map((one) => one.executeJavaScript('document.body.innerText').catch(String)))`);
  const shown = async () => (await texts()).map((one) => one.trim().replace(/\s+/g, ' '));
  await expect.poll(shown).toEqual(['Help page undefined in a frame', 'Made as blob', 'Made as data']);
  // Each stays in its frame, and the page in its window.
  await app.page(`void ${remove}`);
  await app.shows('Shop at /orders/7/lines');
});

it('names each refusal once, with the setting that allows it or what to do instead', async () => {
  const expected = [
    '["img-src https://pictures.invalid"]',
    '["connect-src https://api.invalid"]',
    // An address without a scheme.
    'an address of the app itself (connect-src). An address such as //host/path needs its host here',
    '["font-src https://fonts.invalid"]',
    '["frame-src https://video.invalid"]',
    'eval or new Function (script-src). Best build without eval',
    'https://cdn.invalid (script-src). Scripts come from the build alone',
    'an address of the app itself (worker-src). Scripts come from the build alone',
    'A page called window.open for an address with about: and got null',
    'A page was refused notifications: permissions: ["notifications"] in the settings allows it',
  ];
  await app.page(`(async () => {
    for (let times = 0; times < 2; times++) {
      new Image().src = 'https://pictures.invalid/a.png?secret=' + times;
      await fetch('https://api.invalid/').catch(String);
      await fetch('//relative.invalid/a').catch(String);
      await new FontFace('a', 'url(https://fonts.invalid/a.woff)').load().catch(String);
      document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://video.invalid/' }));
      try { eval('1'); } catch {}
      document.body.append(Object.assign(document.createElement('script'), { src: 'https://cdn.invalid/a.js' }));
      try { new Worker('/api/worker.js'); } catch {}
      open('');
      await Notification.requestPermission();
    }
  })()`);
  for (const line of expected) await expect.poll(app.stderr).toContain(line);
  for (const line of expected) expect(app.stderr().split(line), line).toHaveLength(2);
  expect(app.stderr()).not.toContain('secret');
});

/** A build whose document has handlers, and whose script acts on what it finds in its document. */
const BUILD_WITH_HANDLERS = {
  'index.html': `<!doctype html><html><head><meta charset="utf-8"><title>Shop</title>
    <script>globalThis.shared ??= top; shared.ran ??= []; shared.ran.push('inline');
      function deleteAll(event) { shared.ran.push('delete ' + (event?.type ?? 'it')); return false; }
      function signOutNow() { shared.ran.push('sign out'); }</script>
    <link rel="stylesheet" href="/styles.css" media="print" onload="this.media='all'"></head>
    <body onload="shared.ran.push('loaded')"><h1>The shop</h1>
    <form onsubmit="return deleteAll(event)"><button name="one" onclick="shared.ran.push(this.name + ' ' + title + ' ' + elements.length)">Delete</button></form>
    <a href="javascript:signOutNow()" onclick="return !globalThis.isKept">Sign out</a>
    <img src="data:," onerror="shared.ran.push('no picture')"><script src="/app.js"></script></body></html>`,
  'styles.css': 'h1 { margin-left: 7px }',
  'about/index.html': '<title>About</title><h1>About us</h1><script src="name.js"></script>',
  'about/name.js': `document.querySelector('h1').textContent += ' at ' + location.href;`,
  'posts/[id].html': `<title>Post</title><h1>Post <b></b></h1><a href="/nowhere">Gone</a>
    <script>document.querySelector('b').textContent = location.pathname;</script>`,
  '404.html': '<title>Gone</title><h1>No such thing in the shop</h1><a href="/about?from=404#team">About</a>',
  'app.js': `shared = globalThis.shared ?? top; shared.ran.push('app');
    for (const form of document.querySelectorAll('form[data-auto]')) shared.ran.push('sent ' + form.dataset.auto);`,
};

/** In that build's page: repeats its code in markup, as by a comment in the page's data. Resolves to what ran of it. */
const REPEATS_HANDLERS = `(async () => {
  const inline = document.querySelector('script:not([src])').textContent;
  const own = inline.replaceAll('"', '&quot;');
  const form = '<form data-auto=injected></form>';
  const markup = [
    '<img src="x:" onerror="deleteAll()">',
    '<details open ontoggle="deleteAll()"></details>',
    '<img src="x:" onerror="javascript:signOutNow()">',
    '<img src="x:" onerror="' + own + '">',
    '<img src="x:" data-holdfast-on=" 0 1 2 3 4 5">',
    '<a href="javascript:signOutNow()">x</a><iframe src="javascript:signOutNow()"></iframe>',
    '<iframe srcdoc="' + form + '<script src=/app.js></scr' + 'ipt>"></iframe>',
    '<iframe srcdoc="' + form + '<script src=/holdfast-handlers.js></scr' + 'ipt><img src=x: data-holdfast-on=&quot; 0 1 2 3 4 5&quot;>"></iframe>',
  ];
  const blob = URL.createObjectURL(new Blob([form + '<script src="app://shell/app.js"></scr' + 'ipt>'], { type: 'text/html' }));
  markup.push('<iframe src="' + blob + '"></iframe>', '<iframe src="data:text/html,' + encodeURIComponent(form + '<script src="app://shell/app.js"></scr' + 'ipt>') + '"></iframe>');
  top.ran = [];
  const frames = [];
  for (const html of markup) {
    const box = document.body.appendChild(document.createElement('div'));
    box.innerHTML = html;
    for (const link of box.querySelectorAll('a')) link.click();
    for (const frame of box.querySelectorAll('iframe:not([src^=javascript])')) frames.push(new Promise((done) => { frame.onload = done; }));
  }
  await Promise.all(frames);
  // What those pictures did comes before this one's.
  await new Promise((done) => Object.assign(new Image(), { onerror: done }).src = 'x:');
  await new Promise((done) => setTimeout(done, 100));
  return top.ran;
})()`;

it('shows each of several documents, runs their handlers, and nothing of them or of its scripts for markup that repeats them', async () => {
  const own = await watch({ alter: webBuild(BUILD_WITH_HANDLERS) });
  await own.shows('The shop');
  const ran = () => own.page<string[]>('ran.splice(0)');
  await until('its load', async () => (await own.page<string[]>('ran')).includes('loaded'));
  expect((await ran()).sort()).toEqual(['app', 'inline', 'loaded', 'no picture']);
  expect(await own.page(`getComputedStyle(document.querySelector('h1')).marginLeft`)).toBe('7px');
  await own.page(`document.querySelector('button').click()`);
  expect(await ran()).toEqual(['one  1', 'delete submit']);
  const click = `document.querySelector('a').click()`;
  await own.page(`(${click}, window.isKept = true, ${click})`);
  expect(await ran()).toEqual(['sign out']);
  expect(await own.page(REPEATS_HANDLERS)).toEqual([]);
  expect(own.stderr()).toContain('an address of the app itself (script-src)');
  // One document for many paths, and its own page for missing ones.
  await own.page(`void setTimeout(() => location.assign('/posts/123'))`);
  await own.shows('Post /posts/123');
  await own.page(click);
  await own.shows('No such thing in the shop');
  await own.page(click);
  // At its folder, where its relative addresses lead.
  await own.shows('About us at app://shell/about/?from=404#team');
  await own.page(`location.href = '/none.js'`);
  await own.shows('404', NOT_FOUND);
  expect(await own.stop()).toBe(0);
});

it('connects to other people by WebRTC if the setting allows it', async () => {
  await withStun(app, (datagrams) => until('a datagram', datagrams));
  expect(app.stderr()).not.toContain('webrtc');
});
