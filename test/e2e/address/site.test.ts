/** A build at its server's own address: it starts from the disk, and everything else is the server's. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SITE_STATE } from '../../../electron/common/savedData.ts';
import { SITE_FILES, SITE_PATHS, SITE_SHELL } from '../../../electron/shared/site.ts';
import { fileFolder, testFolder } from '../../electron/testFolder.ts';
import { fakeBrowser } from '../../support/browser.ts';
import { ONE_REMOTE } from '../../support/extension/app.ts';
import { postForm } from '../../support/input.ts';
import { lineSays, pressInLine } from '../../support/line.ts';
import { html, PAGE, startOrigin } from '../../support/origin.ts';
import { type Watched, type WatchOptions, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { webBuild } from '../../support/webBuild.ts';
import { SITE_DOORS } from '../security/doors.ts';

const BUILD = {
  'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<body><h1>The build of the shop</h1><script type="module" src="/assets/app.js"></script></body></html>`,
  'assets/app.js': `document.querySelector('h1').append(' works at ', location.pathname);`,
  'assets/part.js': `export default 'a part';`,
  'assets/drawing.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="#f00"/></svg>',
};

let isClearing = false;
let app: Watched;

const api: RequestListener = (request, response) => {
  const { url = '', method } = request;
  if (isClearing) response.setHeader('Clear-Site-Data', '"*"');
  if (url.startsWith('/sign-in/to?'))
    return void response.writeHead(302, { Location: url.split('?')[1] }).end();
  const script = { 'Content-Type': 'text/javascript', 'Service-Worker-Allowed': '/' };
  if (url === '/live.js')
    return void response.writeHead(200, script).end(`document.querySelector('h1').append(' is live, and');`);
  if (url === '/api/me') return void response.end('Ann');
  if (url === '/api/in') return void response.setHeader('Set-Cookie', 'session=anna; Path=/; HttpOnly').end();
  if (url === '/api/who') return void response.end(request.headers.cookie ?? 'nobody');
  if (url === '/api/browser') return void response.end(request.headers['user-agent']);
  if (url === '/api/broken') return void request.socket.destroy();
  if (url === '/api/echo') return void request.pipe(response);
  if (url === '/api/clear') return void response.writeHead(200, { 'Clear-Site-Data': '"*"' }).end('cleared');
  if (url === '/orders/new' && method === 'POST')
    return void response.writeHead(303, { Location: '/thanks' }).end();
  if (url === '/sign-in/back') return void response.writeHead(302, { Location: '/orders/7?from=back' }).end();
  if (/worker\.js|\/sw\.js/.test(url))
    return void response.writeHead(200, script).end(`onfetch = (e) => e.respondWith(new Response('TAKEN'));`);
  const [path = '', query = ''] = url.split('?');
  if (path === '/sign-in/as') {
    const [status, headers] = JSON.parse(decodeURIComponent(query));
    const shown = '<html xmlns="http://www.w3.org/1999/xhtml"><body>The shop in disguise</body></html>';
    return void response.writeHead(status, headers).end(shown);
  }
  const frame = `<iframe src="http://localhost:${shop.port}/sign-in/framed"></iframe>`;
  html(PAGE(`the server, ${url}`, url === '/sign-in/framing' ? frame : ''))(request, response);
};

const build = (more: Record<string, string> = {}, web: { address?: string; serverPages?: boolean } = {}) =>
  webBuild({ ...BUILD, ...more }, undefined, {
    address: `${shop.url}/`,
    serverPaths: ['/sign-in/*'],
    ...web,
  });

const start = (more: WatchOptions = {}, alter = build()) =>
  watch({ userData, ...more, alter, code: ONE_REMOTE });

const shop = await startOrigin(api);
const userData = fileFolder();
await shop.close();
app = await start({ settings: { contentSecurityPolicy: [`frame-src http://localhost:${shop.port}`] } });

const go = (path: string) => app.page(`void setTimeout(() => location.assign('${path}'))`);
const invoke = (name: string) => app.page(`holdfast.invoke('${name}').catch(({ message }) => message)`);
/** Why a request had no answer, as main tells the worker. */
const why = (url: string) =>
  app.page(
    `fetch('${SITE_SHELL}${SITE_PATHS.failure}?${encodeURIComponent(url)}').then((answer) => answer.text())`,
  );
/** What the server was asked since the last call, but for its API. */
const asked = () => shop.asked.splice(0).filter((path) => !path.startsWith('/api/'));

it('the first start, without a network, shows the build at the address of the server', async () => {
  await app.shows('The build of the shop works at /');
  expect(await app.page('[location.origin, isSecureContext]')).toEqual([shop.url, true]);
  await shop.listen();
  expect(await app.page(`fetch('/api/me').then((answer) => answer.text())`)).toBe('Ann');
  expect(shop.asked).toEqual(['/api/me']);
  // Nothing of the build is copied, and an update has nothing to copy again.
  expect(await app.page('caches.keys()')).toEqual([]);
  // From Chromium 140 on.
  const off = await app.main<string>(`electron.app.commandLine.getSwitchValue('disable-features')`);
  expect(off.split(',')).toContain('ServiceWorkerAutoPreload');
});

it("any path is the router's, and a reload works while the server is down", async () => {
  await shop.close();
  await go('/orders/7');
  await app.shows('The build of the shop works at /orders/7');
  await app.replacedBy(() => app.page('void setTimeout(() => location.reload())'));
  await app.shows('The build of the shop works at /orders/7');
  expect(await app.page(`import('/assets/part.js').then((part) => part.default)`)).toBe('a part');
  await shop.listen();
});

it("documents of named paths are the server's; a redirect and a form of it lead back into the build", async () => {
  asked();
  await go('/sign-in/now');
  await app.shows('The shop at the server, /sign-in/now');
  await go('/sign-in/back');
  await app.shows('The build of the shop works at /orders/7');
  await app.page(postForm('/orders/new'));
  await app.shows('The build of the shop works at /thanks');
  expect(asked()).toEqual(['/sign-in/now', '/sign-in/back', '/orders/new']);
});

it('its pages and its server see Chromium and the name of the app, and no Electron', async () => {
  const browser = await app.page<string>('navigator.userAgent');
  expect(browser).toMatch(/ Chrome\/[\d.]+ Safari\/[\d.]+$/);
  expect(await app.page(`fetch('/api/browser').then((answer) => answer.text())`)).toBe(browser);
});

it('its pages call handlers that say so, and no others', async () => {
  expect(await invoke('open')).toBe('told');
  expect(await invoke('closed')).toMatch(/remote: true/);
});

it('by the scheme of its worker it reads files of the build, and nothing of the shell', async () => {
  const status = (path: string) =>
    app.page(`fetch('${SITE_SHELL}${path}').then(({ status }) => status, () => 'refused')`);
  expect(await status(`${SITE_FILES}assets/part.js`)).toBe(200);
  for (const path of ['/', '/_holdfast/diagnostics', '/_holdfast/fault?for=%2F', '/assets/part.js'])
    expect(await status(path), path).toBe(403);
  for (const name of ['..%2Fconfig.json', '..%5Cconfig.json', '%2E%2E%2Fweb.json', '%FF', 'none.js'])
    expect([400, 404], name).toContain(await status(SITE_FILES + name));
  expect(
    await app.page(
      `fetch('${SITE_SHELL}/_holdfast/refused', { method: 'POST' }).then(({ status }) => status)`,
    ),
  ).toBe(403);
  await app.page(`fetch('/api/broken').catch(String)`);
  await expect.poll(() => why(`${shop.url}/api/broken`)).toBe('ERR_EMPTY_RESPONSE');
  await app.page(`fetch('${shop.url.replace('127.0.0.1', 'localhost')}/api/broken').catch(String)`);
  expect(await why(`${shop.url.replace('127.0.0.1', 'localhost')}/api/broken`)).toBe('');
});

/** Main looks alone: a client that attaches to the hidden page holds up what it does. */
const arrives = (path: string) =>
  expect
    .poll(() => app.main('electron.webContents.getAllWebContents().map((one) => one.getURL())'))
    .toEqual([shop.url + path]);

it('a script of the origin removes the worker, time and again: the next page is whole, and the server is not asked', async () => {
  asked();
  for (let index = 0; index < 10; index++) {
    await app.page(`(async () => {
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
      for (const name of await caches.keys()) await caches.delete(name);
    })()`);
    await go(`/orders/8?${index}`);
    await arrives(`/orders/8?${index}`);
    await app.shows('The build of the shop works at /orders/8');
    const part = `import('/assets/part.js?' + performance.now()).then((part) => part.default)`;
    expect(await app.page(part)).toBe('a part');
  }
  expect(asked()).toEqual([]);
});

it('the header Clear-Site-Data clears what pages store, and the build stays, also for the open page and what it sends at once', async () => {
  asked();
  for (let index = 0; index < 5; index++) {
    await app.page(`localStorage.setItem('who', 'ann'), document.cookie = 'who=ann'`);
    const sent = `Promise.all([
      fetch('/api/clear').then(() => import('/assets/part.js?cleared-${index}')).then((part) => part.default, String),
      ...[0, 20, 40, 60].map((ms) => new Promise((done) => setTimeout(done, ms))
        .then(() => fetch('/api/echo', { method: 'POST', body: 'said ' + ms })).then((answer) => answer.text(), String)),
    ])`;
    expect(await app.page(sent)).toEqual(['a part', 'said 0', 'said 20', 'said 40', 'said 60']);
    await expect.poll(() => app.page(`[localStorage.getItem('who'), document.cookie]`)).toEqual([null, '']);
  }
  expect(asked()).toEqual([]);
  await go('/orders/12');
  await arrives('/orders/12');
  await app.shows('The build of the shop works at /orders/12');
});

it('signing out removes the session and everything that pages stored, and the next page is the build’s', async () => {
  const who = () => app.page<string>(`fetch('/api/who').then((answer) => answer.text())`);
  const kept = `(async () => [localStorage.kept ?? '', ...(await indexedDB.databases()).map(({ name }) => name)])()`;
  await app.page(`fetch('/api/in').then(() => {
    localStorage.kept = 'kept';
    return new Promise((done) => { indexedDB.open('kept').onsuccess = () => done(1); });
  })`);
  expect([await who(), await app.page(kept)]).toEqual(['session=anna', ['kept', 'kept']]);
  await app.replacedBy(() => app.page('void holdfast.signOut()'));
  await app.shows('The build of the shop works at /orders/12');
  expect([await who(), await app.page(kept)]).toEqual(['nobody', ['']]);
  expect(asked()).toEqual([]);
});

/** How many frames of the window show something of the build at the scheme of its files. */
const shownThere = () =>
  app.main<number>(`Promise.all(${MAIN_FRAME}.framesInSubtree.filter((one) => one.origin === '${SITE_SHELL}')
    .map((one) => one.executeJavaScript("/<rect|The build/.test(document.documentElement.outerHTML)")))
    .then((all) => all.filter(Boolean).length)`);
const MAIN_FRAME = 'electron.BrowserWindow.getAllWindows()[0].webContents.mainFrame';
/** Tries the doors in a frame of the window. Returns the names of those that let it pass. */
const passing = async (frame: string, asker: 'server' | 'frame') => {
  // A new frame has an empty document first.
  const isThere = `location.protocol !== 'about:' && document.readyState === 'complete'`;
  await until('its frame', () =>
    app.main(`${frame}?.executeJavaScript(${JSON.stringify(isThere)}).catch(() => false)`),
  );
  const passed: string[] = [];
  for (const { name, who, code } of SITE_DOORS) {
    const seen = await app.main(`${frame}.executeJavaScript(${JSON.stringify(code(shop.url))})`);
    const isPassed = async () => seen === 'passed' || (await shownThere()) > 0;
    if (who.includes(asker)) await until(name, isPassed);
    if (await isPassed()) passed.push(name);
    await app.main(
      `${frame}.executeJavaScript("void document.querySelectorAll('object,embed,iframe').forEach((one) => one.remove())")`,
    );
  }
  return passed;
};
const doorsFor = (asker: 'server' | 'frame') =>
  SITE_DOORS.flatMap(({ name, who }) => (who.includes(asker) ? [name] : []));
it.each([
  ['a page of the server', '/sign-in/doors', 'server', MAIN_FRAME],
  ['a frame of another server', '/sign-in/framing', 'frame', `${MAIN_FRAME}.frames[0]`],
] as const)('the doors of a build at its server: what passes for %s', async (_who, path, asker, frame) => {
  await go(path);
  await arrives(path);
  await app.shows('The shop at the server');
  asked();
  expect(await passing(frame, asker)).toEqual(doorsFor(asker));
  expect(await app.page('location.pathname')).toBe(path);
  expect(await app.page(`import('/assets/part.js?${asker}').then((part) => part.default, String)`)).toBe(
    'a part',
  );
  expect(asked().filter((one) => !one.startsWith('/sign-in/'))).toEqual([]);
});

it('a server that clears with every answer, many at once: each comes, and the build stays', async () => {
  await go('/orders/14');
  await arrives('/orders/14');
  asked();
  isClearing = true;
  const all = `Promise.all([...Array(40).keys()].map((at) =>
    fetch('/api/echo', { method: 'POST', body: String(at) }).then((answer) => answer.text(), String)))`;
  expect(await app.page(all, 60_000)).toEqual(Array.from({ length: 40 }, (_, at) => String(at)));
  expect(await app.page(`import('/assets/part.js?14').then((part) => part.default, String)`)).toBe('a part');
  isClearing = false;
  expect(asked()).toEqual([]);
  await arrives('/orders/14');
});

it('no script of the server becomes the worker, nor does its answer to an update', async () => {
  const register = (script: string) =>
    app.page(
      `navigator.serviceWorker.register('${script}', { scope: '/' }).then(() => 'taken', ({ name }) => name)`,
    );
  expect(await register('/sw.js')).toBe('TypeError');
  expect(await register('/_holdfast/worker.js?other')).toBe('TypeError');
  await app.page(`navigator.serviceWorker.ready.then((one) => one.update()).catch(String)`);
  await go('/orders/9');
  await arrives('/orders/9');
  await app.shows('The build of the shop works at /orders/9');
  expect(asked()).toEqual([]);
  expect(app.stderr()).toContain('A service worker of the server was refused: /sw.js');
});

it('a reload past every cache shows the build', async () => {
  await app.main(`new Promise((done) => {
    const [{ webContents: contents }] = electron.BrowserWindow.getAllWindows();
    contents.once('did-finish-load', () => done());
    contents.reloadIgnoringCache();
  })`);
  await app.shows('The build of the shop works at /orders/9');
  // The load that put the worker back ends after that.
  await until('its end', () =>
    app.main('!electron.BrowserWindow.getAllWindows()[0].webContents.isLoading()'),
  );
  expect(asked()).toEqual([]);
});

it('a worker that answers nothing: after two tries the server answers, and the page is there', async () => {
  const mute = testFolder();
  const other = await start({ userData: mute }, async (folder) => {
    await build()(folder);
    await writeFile(join(folder, '.build/renderer/_holdfast/site/worker.js'), '');
  });
  await other.shows('The shop at the server, /');
  expect(other.stderr()).toContain('the server is asked');
  expect(await other.stop()).toBe(0);
});

const allIn = async (path: string) =>
  (await readdir(join(userData, 'Service Worker', path), { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
it.each([
  ['database', 'Database', ''],
  ['scripts', 'ScriptCache', 'MAP 127.0.0.1 ~NOTFOUND'],
])('a start without a network heals a worker whose %s are junk', async (_what, folder, names) => {
  expect(await app.stop()).toBe(0);
  await shop.close();
  for (const file of await allIn(folder)) await writeFile(file, 'junk'.repeat(1000));
  app = await start({ args: [`--host-resolver-rules=${names}`] });
  await app.shows('The build of the shop works at /');
  expect(await app.page(`import('/assets/part.js').then((part) => part.default)`)).toBe('a part');
  await app.page(`fetch('/api/me').catch(String)`);
  const expected = names === '' ? 'ERR_CONNECTION_REFUSED' : 'ERR_NAME_NOT_RESOLVED';
  await expect.poll(() => why(`${shop.url}/api/me`)).toBe(expected);
  await shop.listen();
});

it("another version, of 20,000 files, is there from its first window on, also at an administrator's address", async () => {
  expect(await app.stop()).toBe(0);
  await shop.close();
  const more = {
    'index.html': BUILD['index.html'].replace('<script', '<script src="/live.js"></script><script'),
    'assets/app.js': `document.querySelector('h1').append(' is new at ', location.pathname);`,
  };
  const made = build(more, { address: 'ask' });
  app = await start({ settings: { origin: shop.url } }, async (folder) => {
    await made(folder);
    const file = join(folder, '.build', 'web.json');
    const table = JSON.parse(await readFile(file, 'utf8'));
    const [, sum] = Object.entries(table.files)[0] ?? [];
    for (let at = 0; at < 20_000; at++) table.files[`assets/pictures/of/the/shop/${at}-2f9c41d7.js`] = sum;
    await writeFile(file, JSON.stringify(table));
  });
  // A script that it has from the server would be missed in silence.
  await lineSays(app, 'A part of the page couldn’t be loaded');
  await shop.listen();
  await pressInLine(app, 'Reload');
  await app.shows('The build of the shop is live, and is new at /');
  const held = await app.main<{ heapUsed: number; external: number }>('process.memoryUsage()');
  expect(held.heapUsed + held.external).toBeLessThan(50_000_000);
  expect(await app.page('location.origin')).toBe(shop.url);
  expect(await app.stop()).toBe(0);
});

it('an app that is its address alone again has no worker of its build, and later no answers of a worker of its server', async () => {
  app = await start({ config: { web: { address: shop.url } } }, async () => undefined);
  await app.shows('The shop at the server, /');
  const active = `Promise.all(['/', '/orders/'].map((scope) => navigator.serviceWorker.register(scope + 'sw.js', { scope })))
    .then((all) => all.filter((one) => one.active).length)`;
  await expect.poll(() => app.page(active)).toBe(2);
  expect(await app.stop()).toBe(0);
  // Otherwise the next version takes the worker that it knows to be in place.
  expect(await readdir(userData)).not.toContain(SITE_STATE);
  // At / and below /orders/ the next test looks at what they answer.
});

it('serverPages: false: handlers need no word, and a document of the server opens in the browser', async () => {
  const browser = await fakeBrowser();
  // A worker of its own would be the server's to update.
  const more = {
    'sw.js': `addEventListener('fetch', () => undefined);`,
    'assets/app.js': `${BUILD['assets/app.js']} navigator.serviceWorker.register('/sw.js').catch(() => undefined);`,
  };
  app = await start({ env: browser.env }, build(more, { serverPages: false }));
  await app.shows('The build of the shop works at /');
  expect(await invoke('closed')).toBe('secret');
  asked();
  await app.page(
    `void document.body.append(Object.assign(document.createElement('button'), { onclick: () => location.assign('/sign-in/now'), textContent: 'in' }))`,
  );
  await app.press('in');
  await expect.poll(() => browser.opened()).toContain(`${shop.url}/sign-in/now`);
  // In a window of its own, too, which goes, also if it is empty first.
  for (const [path, first] of [
    ['/sign-in/window', '/sign-in/window'],
    ['/sign-in/empty', ''],
    ['/sign-in/late', 'about:blank'],
  ]) {
    const later = path === first ? '' : `setTimeout(() => { opened.location = '${path}'; }, 300)`;
    const open = `opened = open('${first}'); ${later}`;
    await app.page(`void (document.querySelector('button').onclick = () => { ${open}; })`);
    await app.press('in');
    await expect.poll(() => browser.opened()).toContain(shop.url + path);
    await expect.poll(() => app.page('opened.closed')).toBe(true);
  }
  await app.shows('The build of the shop works at /');
  expect(await app.page('location.pathname')).toBe('/');
  // A frame would reach its parent's bridge, and a script too.
  const framed = `new Promise((done) => {
    const frame = Object.assign(document.createElement('iframe'), { src: '/sign-in/frame' });
    document.body.append(frame);
    setTimeout(() => done(frame.contentDocument?.body?.innerText ?? 'none'), 500);
  })`;
  expect(await app.page(framed)).not.toContain('The shop');
  const script = `new Promise((done) => {
    const it = Object.assign(document.createElement('script'), { src: '/assets/worker.js', onload: () => done('ran'), onerror: () => done('refused') });
    document.body.append(it);
  })`;
  expect(await app.page(script)).toBe('refused');
  const worker = `navigator.serviceWorker.ready.then(({ active }) => new URL(active.scriptURL).pathname)`;
  expect(await app.page(worker)).toBe(SITE_PATHS.worker);
  expect(await passing(MAIN_FRAME, 'server')).toEqual(doorsFor('server'));
  const type = { 'Content-Type': 'text/html' };
  const disguised = [
    [200, { 'Content-Type': 'unknown/unknown' }],
    [200, { 'Content-Type': 'text/xsl' }],
    [200, { ...type, 'Content-Disposition': 'attachment=1' }],
    [300, type],
    [302, type],
    [200, { 'Content-Type': 'image/png', Refresh: '0; url=data:text/html,of the server' }],
    [200, { ...type, 'Cache-Control': 'max-age=600' }],
    [200, { ...type, 'Cache-Control': 'no-cache', ETag: '"1"' }],
  ].map((one) => `/sign-in/as?${encodeURIComponent(JSON.stringify(one))}`);
  // In the cache already, as data.
  const seen = `Promise.all(${JSON.stringify(disguised)}.map(async (src) => {
    await fetch(src).then((answer) => answer.text());
    const made = ['iframe', 'object'].map((name) => {
      const frame = document.createElement(name);
      frame[name === 'object' ? 'data' : 'src'] = src;
      document.body.append(frame);
      return frame;
    });
    await new Promise((done) => setTimeout(done, 500));
    return made.map((frame) => frame.contentDocument?.documentElement?.textContent ?? '');
  })).then((all) => all.flat().join(''))`;
  expect(await app.page(seen)).toBe('');
  const made = `${MAIN_FRAME}.framesInSubtree.filter(({ url }) => url.startsWith('data:')).length`;
  expect(await app.main(made)).toBe(0);
  await go('/sign-in/back');
  await app.shows('The build of the shop works at /orders/7');
  expect(await app.stop()).toBe(0);
});

it('a build with a service worker of its own keeps it: its first visit is answered from the disk', async () => {
  await shop.close();
  const own = build({
    'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<body><h1>The build with a worker</h1><script>navigator.serviceWorker.register('/sw.js')</script></body></html>`,
    'sw.js': `
      addEventListener('install', (event) => event.waitUntil(caches.open('own').then((cache) => cache.addAll(['/', '/assets/part.js']))));
      addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((hit) => hit ?? fetch(event.request))));`,
  });
  const fresh = testFolder();
  for (const round of [1, 2]) {
    app = await start({ userData: fresh, settings: { isolated: true } }, own);
    await app.shows('The build with a worker');
    expect(await app.page('crossOriginIsolated')).toBe(true);
    const script = `navigator.serviceWorker.ready.then(({ active }) => new URL(active.scriptURL).pathname)`;
    expect(await app.page(script)).toBe('/sw.js');
    if (round === 1) expect(await app.stop()).toBe(0);
  }
  // Its server, which has nothing of the build, signs out.
  await shop.listen();
  // Chromium ends the worker that asks: the page's own request never ends.
  await app.page(`void fetch('/api/clear')`);
  const count = 'navigator.serviceWorker.getRegistrations().then((all) => all.length)';
  await until('the end of the worker', async () => (await app.page(count)) === 0);
  await app.page('void setTimeout(() => location.reload())');
  await app.shows('The build with a worker');
  await expect
    .poll(() => app.page('navigator.serviceWorker.controller?.scriptURL'))
    .toBe(`${shop.url}/sw.js`);
  expect(await app.stop()).toBe(0);
});
