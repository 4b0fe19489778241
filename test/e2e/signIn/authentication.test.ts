/** Proxies and servers that require a sign-in: a real proxy that answers 407, and behind it a server that answers 401. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { pressKey } from '../../support/input.ts';
import { startOrigin } from '../../support/origin.ts';
import { copyFailingApp } from '../../support/pagesApp.ts';
import { watch } from '../../support/recovery.ts';
import { selfSigned } from '../../support/selfSigned.ts';
import { until } from '../../support/until.ts';

const RIGHT = `Basic ${Buffer.from('ann:right').toString('base64')}`;

/** The requests for page data, and whether the server accepted them. */
const seen: { url: string; isIn: boolean }[] = [];
/** Those for reports, and whether the proxy accepted them. */
const reports: boolean[] = [];
/** The scheme by which the server asks, if it does. */
let asks: 'Basic' | 'Bearer' | undefined;

const built = await copyFailingApp();
const server = await startOrigin(
  (request, response) => {
    const isIn = !asks || request.headers.authorization === RIGHT;
    seen.push({ url: String(request.url), isIn });
    if (isIn) response.end('{"pageProps":{"said":"yes"}}');
    else response.writeHead(401, { 'WWW-Authenticate': `${asks} realm="Corp <b>"` }).end('<p>no');
  },
  { tls: selfSigned() },
);
const isIn = (request: IncomingMessage) => request.headers['proxy-authorization'] === RIGHT;
const challenge = 'Basic realm="Corp <b>"';
const proxy = await startOrigin((request: IncomingMessage, response: ServerResponse) => {
  reports.push(isIn(request));
  request.resume();
  if (isIn(request)) response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"0"}');
  else response.writeHead(407, { 'Proxy-Authenticate': challenge }).end('<p>no');
});
proxy.server.on('connect', (request, socket) => {
  if (!isIn(request)) {
    socket.end(`HTTP/1.1 407 No\r\nProxy-Authenticate: ${challenge}\r\nContent-Length: 0\r\n\r\n`);
    return;
  }
  // An error on either side ends the other. The client speaks first, once it may.
  pipeline(socket, connect(server.port, '127.0.0.1'), socket, () => undefined);
  socket.write('HTTP/1.1 200 Connected\r\n\r\n');
});
const app = await watch({
  app: built.folder,
  args: [`--proxy-server=${proxy.url}`, '--proxy-bypass-list=<-loopback>', '--ignore-certificate-errors'],
  settings: {
    ...{ origin: 'https://app.localhost', buildId: 'b1' },
    ...{ sentryDsn: 'http://key@ingest.test/1', reports: 'on' },
  },
});
await app.shows('The start page');

const count = () => app.main<number>('electron.BrowserWindow.getAllWindows().length');
/** In the app's window: the newest may be another. */
const go = (path: string) =>
  app.main(`void electron.BrowserWindow.getAllWindows().at(-1).loadURL('app://shell${path}').catch(() => 0)`);
const signIn = (password: string) =>
  app.page(`(() => {
    const [username, password] = document.querySelectorAll('input');
    username.value = 'ann';
    password.value = '${password}';
    document.querySelector('button').click();
  })()`);

it('reports that wait for a proxy do not ask', async () => {
  await app.page(`void document.getElementById('handler').click()`);
  await until('a report', () => reports.length > 0);
  expect(await count()).toBe(1);
});

it('a proxy that nobody signs in to | ERR_PROXY_AUTH_REQUESTED and why | Sign in: the question again', async () => {
  await go('/data');
  await app.shows(en.authentication.proxy.heading, new URL(proxy.url).host, 'Area: Corp <b>');
  expect(await count()).toBe(2);
  await app.press('Cancel');
  const text = await app.shows('ERR_PROXY_AUTH_REQUESTED', en.fault.load.proxySignIn.words);
  expect(text).not.toContain('Reconnecting');
  expect(await count()).toBe(1);
  await app.press('Sign in');
  await app.shows(en.authentication.proxy.heading);
});

it('a proxy that requires a sign-in | a window that asks for it, and again when it is refused | the page', async () => {
  await signIn('wrong');
  await app.shows(en.authentication.proxy.heading, 'was not accepted');
  const fields = `[...document.querySelectorAll('input')].map((one) => [one.value, one === document.activeElement])`;
  await expect.poll(() => app.page(`${fields}.join()`)).toBe('ann,false,,true');
  await signIn('right');
  await app.shows('The server said yes');
  expect(await count()).toBe(1);
  await until('a report that arrived', () => reports.includes(true));
  await go('/data?again');
  await until('data', () => seen.find(({ url, isIn }) => isIn && url.includes('again')));
  await app.shows('The server said yes');
  // The page cannot reach it.
  expect(await app.page('JSON.stringify([document.cookie, localStorage])')).not.toContain('right');
});

it('a server of the app that requires a sign-in | a window that asks for it | the page', async () => {
  asks = 'Basic';
  await go('/data?own');
  await app.shows(en.authentication.server.heading, 'app.localhost');
  await app.press('Cancel');
  await app.shows('401', en.errorPage.signInNow);
  // No window of ours can answer this one.
  asks = 'Bearer';
  await app.press('Sign in');
  await app.shows('401', en.fault.statusWords[401]);
  expect(await app.text()).not.toContain('Sign in\n');
  asks = 'Basic';
  await app.page(
    `[...document.querySelectorAll('a[href], button')].find(({ textContent }) => textContent === '${en.errorPage.tryAgain}').focus()`,
  );
  await pressKey(app, 'Space');
  await app.shows(en.authentication.server.heading);
  await app.press('Cancel');
  await app.shows('401', en.errorPage.signInNow);
  await app.press('Sign in');
  await app.shows(en.authentication.server.heading);
  await signIn('right');
  await app.shows('The server said yes');
  expect(seen.at(-1)).toMatchObject({ isIn: true });
});
