/** Proxies and servers that require a sign-in: a real proxy that answers 407, and a server that answers 401. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import type { AppCopy } from '../../support/brokenApp.ts';
import { copyFailingApp } from '../../support/failingApp.ts';
import { startOrigin } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const RIGHT = `Basic ${Buffer.from('ann:right').toString('base64')}`;

interface Seen {
  url: string;
  signedIn: boolean;
}

/** A server that answers page data, image requests and reports once the header has the right credentials. */
async function serve(header: string, status: 401 | 407, challenge: string) {
  const seen: Seen[] = [];
  const asks = { scheme: 'Basic' };
  const origin = await startOrigin((request, response) => {
    const signedIn = request.headers[header] === RIGHT;
    seen.push({ url: String(request.url), signedIn });
    request.resume();
    if (!signedIn)
      response.writeHead(status, { [challenge]: `${asks.scheme} realm="Corp <b>"` }).end('<p>no');
    else if (request.url?.includes('/_next/data')) response.end('{"pageProps":{"said":"yes"}}');
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"0"}');
  });
  origin.server.on('connect', (request, socket) => {
    seen.push({ url: String(request.url), signedIn: request.headers[header] === RIGHT });
    socket.end('HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="Corp"\r\nContent-Length: 0\r\n\r\n');
  });
  return { seen, asks, host: `127.0.0.1:${origin.port}`, close: origin.close };
}

let built: AppCopy;
beforeAll(async () => {
  built = await copyFailingApp();
});
afterAll(() => built.remove());

let server: Awaited<ReturnType<typeof serve>>;
let app: Watched;
afterEach(async () => {
  expect(await app.stop()).toBe(0);
  await server.close();
});

const REPORTS = { sentryDsn: 'http://key@ingest.test/1', reports: 'on' };

async function startBehindProxy(settings: object): Promise<void> {
  server = await serve('proxy-authorization', 407, 'Proxy-Authenticate');
  const args = [`--proxy-server=http://${server.host}`, '--proxy-bypass-list=<-loopback>'];
  app = await watch({ app: built.folder, args, settings: { buildId: 'b1', ...settings } });
  await app.shows('The start page');
}

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

it('a proxy that requires a sign-in | a window that asks for it, and again when it is refused | the page', async () => {
  await startBehindProxy({ origin: 'http://app.localhost', ...REPORTS });
  const reports = () => server.seen.filter(({ url }) => url.startsWith('http://ingest.test/'));
  // Reports wait, and do not ask.
  await app.page(`void document.getElementById('handler').click()`);
  await until('a report', () => reports()[0]);
  expect(await count()).toBe(1);
  await go('/data');
  await app.shows(en.authentication.proxy.heading, server.host, 'Area: Corp <b>');
  expect(await count()).toBe(2);
  await signIn('wrong');
  await app.shows(en.authentication.proxy.heading, 'was not accepted');
  await signIn('right');
  await app.shows('The server said yes');
  expect(await count()).toBe(1);
  await until('a report that arrived', () => reports().some(({ signedIn }) => signedIn));
  await go('/data?again');
  await until('data', () => server.seen.find(({ url, signedIn }) => signedIn && url.includes('again')));
  await app.shows('The server said yes');
  // The page cannot reach it.
  expect(JSON.stringify(await app.page('JSON.stringify([document.cookie, localStorage])'))).not.toContain(
    'right',
  );
});

it('a proxy that nobody signs in to | ERR_PROXY_AUTH_REQUESTED and why | Sign in: the question again', async () => {
  await startBehindProxy({ origin: 'https://app.localhost' });
  await go('/data');
  await app.shows(en.authentication.proxy.heading);
  await app.click('Cancel');
  const text = await app.shows('ERR_PROXY_AUTH_REQUESTED', en.fault.load.proxySignIn.words);
  expect(text).not.toContain('Reconnecting');
  expect(await count()).toBe(1);
  await app.click('Sign in');
  await app.shows(en.authentication.proxy.heading);
});

it('a server of the app that requires a sign-in | a window that asks for it | the page', async () => {
  server = await serve('authorization', 401, 'WWW-Authenticate');
  const settings = { origin: `http://${server.host}`, buildId: 'b1' };
  app = await watch({ app: built.folder, settings });
  await app.shows('The start page');
  await go('/data');
  await app.shows(en.authentication.server.heading, server.host);
  await app.click('Cancel');
  await app.shows('401', en.errorPage.signInNow);
  // No window of ours can answer this one.
  server.asks.scheme = 'Bearer';
  await app.click('Sign in');
  await app.shows('401', en.fault.statusWords[401]);
  expect(await app.text()).not.toContain('Sign in\n');
  server.asks.scheme = 'Basic';
  await app.click(en.errorPage.tryAgain);
  await app.shows(en.authentication.server.heading);
  await app.click('Cancel');
  await app.shows('401', en.errorPage.signInNow);
  await app.click('Sign in');
  await app.shows(en.authentication.server.heading);
  await signIn('right');
  await app.shows('The server said yes');
});
