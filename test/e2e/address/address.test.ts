/** The app at its own address: the window shows a server's pages, what they reach, how they fail, and what their worker keeps. */
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { fileFolder } from '../../electron/testFolder.ts';
import { PROJECT } from '../../support/app.ts';
import { fakeBrowser } from '../../support/browser.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { CONTENTS, click, postForm, pressKey, takesPresses, type } from '../../support/input.ts';
import { lineSays, pressInLine } from '../../support/line.ts';
import { choose } from '../../support/menu.ts';
import { send } from '../../support/onPage.ts';
import { html, PAGE, startOrigin, usual } from '../../support/origin.ts';
import { bundle, initOf } from '../../support/ownSdk.ts';
import { secondStart, type Watched, type WatchOptions, watch } from '../../support/recovery.ts';
import { captureInMain } from '../../support/telemetryApp.ts';
import { until } from '../../support/until.ts';

let app: Watched;
const start = (options: WatchOptions = {}) =>
  watch({
    ...options,
    userData,
    env: browser.env,
    ingest,
    settings: { signInHosts: [id.url, `http://localhost:${shop.port}`] },
    config: { web: { address: `${shop.url}/start` } },
  });

const [shop, id, other] = await Promise.all([startOrigin(usual), startOrigin(usual), startOrigin(usual)]);
const browser = await fakeBrowser();
const ingest = await startEnvelopeServer();
const userData = fileFolder();
await shop.close();
app = await start({
  // The sign of waiting would be drawn anew all the time.
  args: ['--force-prefers-reduced-motion'],
  // Pauses grow with each failure within a minute. A page says after four seconds that it shows nothing.
  durations: {
    // A page of the shell stands long enough to be seen on a busy machine.
    ...{ retryMs: 4_000, retryMaxMs: 4_000 },
    ...{ readyMs: 45_000, leaveMs: 15_000, tellMs: 1_000, lookMs: 10_000 },
  },
});
beforeEach(() => {
  for (const server of [shop, id, other]) server.answer = usual;
});

const go = (address: string) => app.page(`void setTimeout(() => location.assign('${address}'))`);

/** Only React says it so: what is pressed then stays where it is. */
const NEXT_TRY = /Reconnecting in/;

/** Text of a gateway whose server does not answer, as of nginx 1.22. */
const GATEWAY =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>\r\n<!-- a padding to disable MSIE and Chrome friendly error page -->\r\n';

it('a server that does not run: the shell’s page, then its page by itself, at the address', async () => {
  await app.shows('ERR_CONNECTION_REFUSED', NEXT_TRY);
  shop.answer = html(PAGE('the sandbox'), 200, { 'Content-Security-Policy': 'sandbox' });
  await shop.listen();
  await app.shows('The shop at the sandbox');
  expect(await app.page('location.href')).toBe(`${shop.url}/start`);
  const stamp = join(userData, 'start.json');
  await until('the end of the start', async () => JSON.parse(await readFile(stamp, 'utf8')).attempts === 0);
});

it('it shows pages that a browser shows, although they have no text', async () => {
  const pages: Record<string, RequestListener> = {
    '/frames': html('<title>Shop</title><frameset cols="30%,70%"><frame src="/left"><frame src="/right">'),
    '/elsewhere': html('<meta http-equiv="Refresh" content="0; url=/there">'),
  };
  shop.answer = (request, response) => (pages[request.url ?? ''] ?? usual)(request, response);
  await secondStart(app, 'holdfast://open/frames');
  await until('the frames', () => app.page(`frames[1]?.document.body?.innerText.includes('/right')`));
  expect(await app.page('[location.pathname, globalThis.holdfastIsBlank?.()]')).toEqual(['/frames', false]);
  await secondStart(app, 'holdfast://open/elsewhere');
  await app.shows('The shop at /there');
});

it('its errors are reported whatever its policy, by the SDK of the shell and by one of its own', async () => {
  const policy =
    "default-src 'none'; script-src 'nonce-own'; connect-src 'self'; require-trusted-types-for 'script'";
  const script = `<script nonce="own">addEventListener('click', () => { throw new Error('thrown at the address'); });</script>`;
  shop.answer = html(PAGE('the policy', script), 200, { 'Content-Security-Policy': policy });
  await go('/policy');
  await app.shows('The shop at the policy');
  await until('the SDK', () => app.page('Boolean(globalThis.__SENTRY__)'));
  await app.page(`document.querySelector('h1').click()`);
  await until('the report', () =>
    ingest.events().find(({ exception }) => exception?.values[0]?.value === 'thrown at the address'),
  );
  const event = { event_id: 'b'.repeat(32), message: 'from an SDK of its own' };
  const parts = [{ dsn: ingest.dsn }, { type: 'event' }, event];
  const envelope = parts.map((part) => JSON.stringify(part)).join('\n');
  const posted = `fetch('app://shell/_holdfast/envelope', { method: 'POST', body: ${JSON.stringify(envelope)} })
    .then(({ status }) => status)`;
  expect(await app.page(posted)).toBe(200);
  await ingest.event(event.event_id);
  expect(await app.page(`fetch('${other.url}/').catch(({ name }) => name)`)).toBe('TypeError');
});

it('its own SDK is the only one, even if its script comes long after the first paint', async () => {
  const own = initOf('@sentry/browser', "tunnel: 'app://shell/_holdfast/envelope'");
  const sdk = await bundle(own, PROJECT, ingest.dsn);
  const buttons = '<button id="throw">throw</button><button id="empty">empty</button>';
  const page = PAGE('the late script', `${buttons}<script defer src="/sdk.js"></script>`);
  shop.answer = (request, response) => {
    if (request.url !== '/sdk.js') return html(page)(request, response);
    // Longer than the shell's SDK waits for a paint.
    setTimeout(() => response.setHeader('Content-Type', 'text/javascript').end(sdk), 2_000);
  };
  await go('/late');
  await app.shows('The shop at the late script');
  await until('its SDK', () => app.page('Boolean(globalThis.Sentry)'));
  await until('a replay', () => ingest.items('replay_event').length > 0);
  await app.page(`document.getElementById('throw').click()`);
  await ingest.error('thrown in the shop');
  await app.main(`(() => {${captureInMain('of main')}})()`);
  const { breadcrumbs = [] } = await ingest.error('of main');
  const messages = breadcrumbs.map(({ message }) => message);
  expect(messages).toContain('body > button#throw');
  expect(messages.filter((message) => message?.includes('Sentry started before'))).toEqual([]);
});

it('no other server is shown: it opens in the browser after a click', async () => {
  other.asked.length = 0;
  await go(`${shop.url}/welcome`);
  await app.shows('The shop at /welcome');
  for (const to of [`${other.url}/link`, `http://localhost:${other.port}/`]) {
    await go(to);
    const { origin } = new URL(to);
    await until(`the refusal of ${origin}`, () => app.stderr().includes(`The page wanted to open ${origin}`));
    await app.shows('The shop at /welcome');
  }
  expect(await app.page('location.href')).toBe(`${shop.url}/welcome`);
  expect(other.asked).toEqual([]);
});

it('a redirect to a host that is not listed: after a click the browser, otherwise a page that names it', async () => {
  shop.answer = (request, response) => {
    if (request.url === '/away') return response.writeHead(302, { Location: `${other.url}/?x=1` }).end();
    if (request.url === '/odd') return response.writeHead(302, { Location: 'slack://open' }).end();
    usual(request, response);
  };
  const led = async (times: number) => {
    await until('the browser', async () => (await browser.opened()).length === times);
    expect(new Set(await browser.opened())).toEqual(new Set([`${other.url}/?x=1`]));
  };
  await pressKey(app, 'a');
  await go('/away');
  await led(1);
  expect(await app.page('location.href')).toBe(`${shop.url}/welcome`);
  await go('/away');
  // Only React has that button: a link of main's document would be replaced under the press.
  await app.shows(
    `This page is at ${new URL(other.url).host}`,
    'ERR_INVALID_REDIRECT',
    en.errorPage.copyDetails,
  );
  expect(await app.page('document.body.textContent')).toContain(
    `the server led to ${other.url}; signInHosts does not list it`,
  );
  expect(other.asked).toEqual([]);
  await takesPresses(app);
  await click(app, `[...document.links].find(({ textContent }) => textContent === 'Open in the browser')`);
  await led(2);
  await go('/odd');
  await app.shows('The address can’t be opened', 'the server led to slack:');
  await go(`${shop.url}/welcome`);
  await app.shows('The shop at /welcome');
});

it("a frame of another server's does not load, and pages of the shell's do not open", async () => {
  await app.page(`new Promise((resolve) => {
    location.assign('app://shell/_holdfast/fault?for=%2F');
    const add = (src, onload) => document.body.append(Object.assign(document.createElement('iframe'), { src, onload }));
    for (const src of ['${other.url}/frame', 'app://shell/_holdfast/diagnostics']) add(src, null);
    add('/last', resolve);
  })`);
  expect(await app.page('location.href')).toBe(`${shop.url}/welcome`);
  expect(other.asked).toEqual([]);
  const frames = await app.main<string[]>(
    `electron.BrowserWindow.getAllWindows()[0].webContents.mainFrame.framesInSubtree.map(({ url, origin }) => url + ' ' + origin)`,
  );
  expect(frames.filter((frame) => /diagnostics|frame/.test(frame))).toEqual([]);
});

it('after a link to a server that ended, the page of that link comes, at its fragment; Back leads to the page before', async () => {
  const before = await app.page('location.pathname');
  await shop.close();
  await go('/orders?x=1#two');
  await app.shows('ERR_CONNECTION_REFUSED', NEXT_TRY);
  await shop.listen();
  await app.shows('The shop at /orders?x=1');
  expect(await app.page('location.href')).toBe(`${shop.url}/orders?x=1#two`);
  await choose(app, 'back');
  await expect.poll(() => app.page('location.pathname').catch(String)).toBe(before);
});

it('Back, by each way there is, leads from a page that fails again and again to the page before', async () => {
  let fails = true;
  const busy = html(GATEWAY, 503);
  shop.answer = (request, response) => {
    if (fails && request.url === '/failing') return busy(request, response);
    response.setHeader('Set-Cookie', 'id=7; SameSite=Strict; Path=/');
    usual(request, response);
  };
  await secondStart(app, 'holdfast://open/before');
  await app.shows('The shop at /before');
  shop.requests.length = 0;
  await secondStart(app, 'holdfast://open/failing#two');
  await app.shows(/503/, NEXT_TRY);
  const ways = [
    () => send(app, 'Input.dispatchMouseEvent', { type: 'mouseReleased', button: 'back', x: 1, y: 1 }),
    () => choose(app, 'back'),
  ];
  for (const back of ways) {
    await app.replacedBy(() => app.click(en.errorPage.tryAgain));
    await app.shows(/503/, NEXT_TRY);
    await back();
    await app.shows('The shop at /before');
    await choose(app, 'forward');
    await app.shows(/503/, NEXT_TRY);
  }
  await app.click(en.errorPage.home);
  await app.shows('The shop at /start');
  await choose(app, 'back');
  await app.shows(/503/, NEXT_TRY);
  // The next try comes by itself: a press might come after it.
  fails = false;
  await app.shows('The shop at /failing');
  expect(await app.page('location.hash')).toBe('#two');
  await choose(app, 'back');
  await app.shows('The shop at /before');
  // None is one of another site's: nobody is signed out.
  expect(shop.requests.map(({ headers }) => headers)).toEqual(
    shop.requests.map(() => expect.objectContaining({ 'sec-fetch-site': 'none', cookie: 'id=7' })),
  );
});

const RAW: Record<string, RequestListener> = {
  'a gateway’s 502': html(GATEWAY, 502),
  // Once: DevTools does not answer while a document is awaited, so nobody would see the page in its place.
  'an answer that never comes': (() => {
    let isFirst = true;
    return (request) => {
      if (!isFirst) request.socket.resetAndDestroy();
      isFirst = false;
    };
  })(),
  'an answer that breaks off': (_request, response) => {
    response.writeHead(200, { 'Content-Length': '1000' });
    response.write(' ');
    setTimeout(() => response.destroy(), 100);
  },
  'a page whose scripts a deployment removed': (request, response) => {
    const page =
      '<!doctype html><title>Shop</title><div id="root"></div><script src="/gone.js" type="module"></script>';
    const answer = html(page, 200, { 'Cache-Control': 'max-age=3600' });
    (request.url === '/gone.js' ? html('not here', 404) : answer)(request, response);
  },
};

it.each(Object.entries(RAW))('%s: the shell’s page, then the page by itself', async (_name, answer) => {
  const path = `/failing/${Object.values(RAW).indexOf(answer)}`;
  shop.answer = answer;
  await go(path);
  await app.shows('Try again');
  shop.answer = usual;
  await app.shows(`The shop at ${path}`);
});

it('a link whose answer is late: the page stays and says so; Escape and Stop end the load', async () => {
  await go('/before');
  await app.shows('The shop at /before');
  const held: Parameters<typeof usual>[] = [];
  shop.answer = (...exchange) => void held.push(exchange);
  await go('/late');
  await lineSays(app, en.pages.loading);
  await pressKey(app, 'Escape');
  await app.shows('The shop at /before');
  await until('the end of the request', () => held[0]?.[1].closed);
  await go('/late');
  await lineSays(app, en.pages.loading);
  await pressInLine(app, en.dialogs.stop);
  await until('the end of the request', () => held[1]?.[1].closed);
  await go('/late');
  await lineSays(app, en.pages.loading);
  await until('the request', () => held.length === 3);
  usual(...(held[2] as (typeof held)[0]));
  await app.shows('The shop at /late');
  expect(await app.main(`electron.BrowserWindow.getAllWindows()[0].contentView.children.length`)).toBe(0);
});

it('a page whose script is late, after a link: a sign of waiting, then the page', async () => {
  let send = () => undefined as unknown;
  shop.answer = (request, response) => {
    if (request.url === '/late.js') send = () => response.end(`document.body.textContent = 'The late page'`);
    else html('<!doctype html><title>Shop</title><body><script src="/late.js"></script>')(request, response);
  };
  await go('/late');
  await app.shows('Loading the page');
  send();
  await app.shows('The late page');
});

it('Back to the answer of a form, which is not sent again: the page at that address', async () => {
  const methods: unknown[] = [];
  shop.answer = (request, response) => {
    methods.push(`${request.method} ${request.url}`);
    if (request.url !== '/order') return usual(request, response);
    html(PAGE(`order by ${request.method}`), 200, { 'Cache-Control': 'no-store' })(request, response);
  };
  await go('/form');
  await app.shows('The shop at /form');
  await app.page(postForm('/order'));
  await app.shows('order by POST');
  await go('/on');
  await app.shows('The shop at /on');
  const seen = `globalThis.seen = []; ${CONTENTS}.on('did-start-navigation', ({ url }) => seen.push(url));`;
  await app.main(`(() => { ${seen} })()`);
  await choose(app, 'back');
  await app.shows('order by GET');
  expect(new Set(await app.main<string[]>('seen'))).toEqual(new Set([`${shop.url}/order`]));
  expect(methods.filter((one) => one === 'POST /order')).toHaveLength(1);
});

it('a form whose answer does not come stays, with what was typed', async () => {
  let isLost = true;
  let status = 0;
  shop.answer = (request, response) => {
    if (status && request.method === 'POST') return html(GATEWAY, status)(request, response);
    if (isLost && request.method === 'POST') return void request.socket.resetAndDestroy();
    const form = '<form method="post"><input name="note"><button>Send</button></form>';
    html(PAGE(`note by ${request.method}`, form))(request, response);
  };
  const { connectionLost, refused } = en.fault.load;
  const send = () => click(app, `document.querySelector('button')`);
  const kept = `[location.pathname, document.querySelector('input')?.value]`;
  const stays = async () => expect(await app.page(kept)).toEqual(['/note', 'typed']);
  await go('/note');
  await app.shows('note by GET');
  await app.page(`document.querySelector('input').focus()`);
  await type(app, 'typed');
  await until('the text', () => app.page(`document.querySelector('input').value === 'typed'`));
  await send();
  await app.shows(connectionLost.title);
  await stays();
  status = 504;
  await send();
  await app.shows(`504: ${en.fault.serverErrorHeading}`);
  await stays();
  status = 0;
  await shop.close();
  await send();
  await app.shows(refused.title);
  await stays();
  // A text without a button leaves the page its keys.
  await app.page('void (onkeydown = ({ key }) => (globalThis.pressed = key))');
  await pressKey(app, 'F6');
  await until('the key', () => app.page(`globalThis.pressed === 'F6'`));
  await shop.listen();
  isLost = false;
  await send();
  await app.shows('note by POST');
});

/** Keeps the start page. */
const WORKER = `
  addEventListener('install', (event) => event.waitUntil(caches.open('pages').then((kept) => kept.add('/start'))));
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(
    fetch(event.request).catch(async (error) => (await caches.match(event.request)) ?? Promise.reject(error))));
`;

it('its service worker answers a later start without a network, a reload and a crash, and the page stays when the network is back', async () => {
  shop.answer = (request, response) =>
    request.url === '/worker.js'
      ? void response.setHeader('Content-Type', 'text/javascript').end(WORKER)
      : usual(request, response);
  await go(`${shop.url}/welcome`);
  await app.shows('The shop at /welcome');
  await app.page(
    `navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(Boolean)`,
  );
  await until('its pages', () => app.page('Boolean(navigator.serviceWorker.controller)'));
  expect(await app.stop()).toBe(0);
  await shop.close();
  app = await start({ durations: { retryMs: 500, readyMs: 6_000 } });
  await app.shows('The shop at /start');
  await app.replacedBy(() => choose(app, 'reload'));
  await app.shows('The shop at /start');
  await app.replacedBy(() =>
    app.main('void electron.BrowserWindow.getAllWindows()[0].webContents.forcefullyCrashRenderer()'),
  );
  await app.shows('The shop at /start');
  await app.mark();
  await shop.listen();
  await app.page('void holdfast.online()');
  expect(await app.page(`fetch('/live').then(({ status }) => status)`)).toBe(200);
  expect(await app.page('window.isOld')).toBe(true);
  // It passes on a 503 that names a time: that time.
  shop.answer = html('', 503, { 'Retry-After': '240' });
  await go('/busy');
  await app.shows(/Reconnecting in \d+ min/);
  shop.answer = usual;
  await choose(app, 'reload');
  await app.shows('The shop at /busy');
});

it('a page that its worker does not keep is an error page, and comes when the network is back', async () => {
  await shop.close();
  await app.page(`void setTimeout(() => location.assign('/orders'))`);
  await app.shows('ERR_FAILED', /Reconnecting/);
  await shop.listen();
  await app.shows('The shop at /orders');
});
