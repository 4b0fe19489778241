/** An app whose user types the address of its server: the question, the server, another server, and who may answer it. */
import { createHash, X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Server } from 'node:tls';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { refuses } from '../../support/accessible.ts';
import { spawnApp } from '../../support/app.ts';
import { ONE_REMOTE } from '../../support/extension/app.ts';
import { freePort } from '../../support/freePort.ts';
import { answerDialogs, asked, choose, seeItem } from '../../support/menu.ts';
import { html, type Origin, PAGE, startOrigin, usual } from '../../support/origin.ts';
import { watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { selfSigned } from '../../support/selfSigned.ts';
import { until } from '../../support/until.ts';
import { waits } from '../../support/waiting.ts';
import { webBuild } from '../../support/webBuild.ts';

const DESK = '<!doctype html><title>Desk</title><h1>The desk of the build</h1>';
/** Every other page is the server's. */
const BUILD = webBuild({ 'desk.html': DESK }, undefined, { address: 'ask', serverPaths: ['/*'] });
const QUESTION = 'Your server’s address';

/** The app as it was started last. */
let now: Screen;

/** A certificate that the app takes. */
const vouched = selfSigned();
const selfSignedOf = selfSigned();
const publicKey = new X509Certificate(vouched.cert).publicKey.export({ type: 'spki', format: 'der' });

const portOf = ({ url }: Origin) => new URL(url).port;

const [shop, other, own] = await Promise.all([
  startOrigin(usual, { tls: vouched }),
  startOrigin(usual),
  startOrigin(usual, { tls: selfSignedOf }),
]);
const app = await watch({
  restarts: true,
  settings: { permissions: ['camera'] },
  args: [
    '--host-resolver-rules=MAP public.test 203.0.113.9, MAP *.lan 127.0.0.1, MAP *.test 127.0.0.1',
    `--ignore-certificate-errors-spki-list=${createHash('sha256').update(publicKey).digest('base64')}`,
    'holdfast://open/orders?x=1',
  ],
  durations: { retryMs: 500 },
  alter: BUILD,
  code: ONE_REMOTE,
});
now = app;
await now.shows(QUESTION);

const go = (path: string) => now.page(`void setTimeout(() => location.assign('${path}'))`);
const typed = () => now.page<string>(`document.querySelector('[name=address]').value`);
/** Types an address, and presses Continue. */
const send = async (address: string) => {
  await until('the field', () => now.page(`Boolean(document.querySelector('[name=address]'))`));
  await now.mark();
  await now.page(`(() => {
    document.querySelector('[name=address]').value = ${JSON.stringify(address)};
    document.querySelector('button').click();
  })()`);
};
const answer = async (address: string) => {
  await send(address);
  await now.replaced();
};
/** Chooses the server that was found. */
const use = async (...shown: (string | RegExp)[]) => {
  await now.shows('Use this server?', ...shown);
  await now.page(`document.querySelector('button').click()`);
  now = await app.again();
};
const change = async (address: string) => {
  await choose(now, 'change-server');
  await now.shows(QUESTION);
  await answer(address);
};

it('the first start asks, and connects what is wrong with the field', async () => {
  const { heading, hint, malformed } = en.server;
  const form = (problem: string[], description: string) => [
    ...['main', 'heading: Holdfast', `textbox: ${heading}${description || `: ${hint}`}`, ...problem],
    ...[`button: ${en.start.goOn}`, `button: ${en.dialogs.cancel}`],
  ];
  await refuses(now, form, malformed, 'address');
  // Which belongs to the window that is not there yet.
  const hasMenu = `Boolean(electron.Menu.getApplicationMenu().getMenuItemById('change-server'))`;
  await until('the menu', () => now.main(hasMenu));
  expect(await now.main('electron.BrowserWindow.getAllWindows()[0].isMenuBarVisible()')).toBe(false);
});

it('says what is wrong, and keeps what was typed', async () => {
  expect(await now.main('electron.BrowserWindow.getAllWindows().length')).toBe(1);
  shop.answer = html('', 502);
  const held: Socket[] = [];
  const hangs = createServer((socket) => held.push(socket)).listen(0, '127.0.0.1');
  for (const [address, sentence] of [
    ['', /isn’t a server’s address/],
    ['my server', /isn’t a server’s address/],
    ['file:///etc/passwd', /isn’t a server’s address/],
    ['http//localhost', /isn’t a server’s address/],
    ['\\\\server\\share', /isn’t a server’s address/],
    ['https://ann:secret@shop.test', /isn’t a server’s address/],
    ['http://public.test', /Use https instead/],
    ['nobody.invalid', /no server at this address/],
    [`127.0.0.1:${await freePort()}`, /server can’t be reached/],
    [`https://shop.test:${portOf(other)}`, /secure connection wasn’t possible/],
    [shop.url, /server has a problem/],
  ] as const) {
    await answer(address);
    await now.shows(QUESTION, sentence);
    expect(await typed()).toBe(address);
  }
  // Who says https gets no other; who does not, and whose server speaks only http, is told.
  await answer(`shop.test:${portOf(other)}`);
  await now.shows('Use this server?', `http://shop.test:${portOf(other)}`, /isn’t encrypted/);
  await now.press('Cancel');
  await send(`http://127.0.0.1:${(hangs.address() as { port: number }).port}`);
  // While a document is awaited, DevTools does not answer.
  await until('the search', () =>
    now.main(`electron.BrowserWindow.getAllWindows()[0].getTitle().startsWith('Looking for 127.0.0.1')`),
  );
  await until('the search’s connection', () => held.length > 0);
  for (const socket of held) socket.destroy();
  await now.shows(QUESTION, /connection was lost/);
  hangs.close();
  expect(await typed()).toContain('http://127.0.0.1:');
  expect(await readdir(app.userData)).not.toContain('server.json');
});

it('a second start brings the question to the front, with its link for later', async () => {
  const second = await spawnApp({ userData: app.userData, args: ['holdfast://open/orders?x=2'] });
  expect(await second.ended).toBe(0);
  expect(await now.text()).toContain(QUESTION);
});

it('says what is wrong with its page; then the window waits for it', async () => {
  shop.answer = html('', 404);
  await answer(`${shop.url}/start`);
  await now.shows('Use this server?', en.fault.statusWords[404]);
  await now.press('Cancel');
  shop.answer = usual;
  await answer(`${shop.url}/start`);
  await now.shows('Use this server?', shop.url);
  shop.answer = () => undefined;
  await use();
  const isUncovered = await waits(now);
  const { length } = shop.asked;
  // One for which nobody vouches.
  const secure = shop.server as unknown as Server;
  secure.setSecureContext(selfSigned());
  shop.server.closeAllConnections();
  await now.shows('ERR_CERT_AUTHORITY_INVALID', /Reconnecting/);
  await until('the end of the sign', isUncovered);
  const ways = '[...new Set([...document.links].map(({ href }) => new URL(href).protocol))]';
  // The next try may replace the page before it answers.
  await expect.poll(() => now.page(ways).catch(String)).toEqual(['app:']);
  expect(shop.asked).toHaveLength(length);
  shop.answer = usual;
  secure.setSecureContext(vouched);
});

it('and opens on it, at the link', async () => {
  await now.shows('The shop at /orders?x=2');
  expect(await now.page('location.origin')).toBe(shop.url);
  expect(await now.page(`holdfast.invoke('open')`)).toBe('told');
  // Only this user reads or writes which server it is.
  const file = join(app.userData, 'server.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ address: `${shop.url}/start` });
  expect((await stat(file)).mode & 0o077).toBe(0);
});

it('its icon is kept: drawn by its own page in one size, and no other server’s', async () => {
  const icon = (path: string) => `<link rel="icon" href="${path}">`;
  const filled = (colour: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${colour}" d="M0 0h9v9H0z"/></svg>`;
  const head = `<script>HTMLCanvasElement.prototype.toDataURL = () => 'data:image/png;base64,' + 'A'.repeat(1e6)</script>`;
  const links = [`${other.url}/icon.svg`, '/icon-elsewhere', '/icon-broken', '/icon.svg'].map(icon);
  shop.answer = (request, response) => {
    const send = (type: string, text: string) => void response.setHeader('Content-Type', type).end(text);
    if (request.url === '/icons')
      html(head + links.join('') + PAGE('icons').replace(/<link.*?>/, ''))(request, response);
    else if (request.url === '/icon-elsewhere')
      response.writeHead(302, { Location: `https://localhost:${shop.port}/icon.svg` }).end();
    else if (request.url === '/icon.svg')
      send('image/svg+xml', filled(request.headers.host?.startsWith('localhost') ? '#a00' : '#0a0'));
    else if (request.url === '/icon-broken') send('image/png', 'GIF89a');
    else usual(request, response);
  };
  await go('/icons');
  const [folder = ''] = await readdir(join(app.userData, 'servers'));
  const file = join(app.userData, 'servers', folder, 'look.json');
  const look = async () => JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  const drawn: string = await until('its icon', async () => (await look()).icon);
  const { width, height, data } = PNG.sync.read(Buffer.from(drawn.slice(drawn.indexOf(',')), 'base64'));
  expect([width, height, data.toString('hex', 0, 4)]).toEqual([32, 32, '00aa00ff']);
  expect(other.asked).not.toContain('/icon.svg');
  shop.answer = usual;
});

const camera = async () => (await seeItem(now, 'camera')).checked;

it('a build is at the address that was typed', async () => {
  await go('/desk.html');
  await now.shows('The desk of the build');
  expect(await now.page('location.origin')).toBe(shop.url);
  expect(shop.asked).not.toContain('/desk.html');
  await go('/start');
  await now.shows('The shop at /start');
});

it('another server, of the own network and without encryption, is confirmed; it calls nothing native, and cannot read what the first one stored', async () => {
  await now.page(`void (document.cookie = 'who=ann; max-age=999', localStorage.note = 'mine')`);
  await now.main(`electron.Menu.getApplicationMenu().getMenuItemById('camera').click()`);
  expect(await camera()).toBe(true);
  const address = `http://kuma.lan:${portOf(other)}`;
  // What it is called is known only once its page has loaded.
  const titled = `<script>setTimeout(() => { document.querySelector('title').innerHTML = '(2) Kuma &lsaquo; Wiki'; }, 300)</script>`;
  other.answer = html(PAGE('/', titled).replace('Shop', 'Loading…'));
  await change(address);
  await use(address, /isn’t encrypted/);
  await now.shows('The shop at /');
  await until('its title', async () => (await now.page<string>('document.title')).includes('Wiki'));
  other.answer = usual;
  expect(await now.page('[location.origin, document.cookie]')).toEqual([address, '']);
  // Of no host.
  expect(await now.main('electron.session.defaultSession.cookies.get({})')).toEqual([]);
  expect(await camera()).toBe(false);
  expect(await now.page(`holdfast.invoke('open').catch(({ message }) => message)`)).toMatch(/not encrypted/);
  // Without a secure context there is no worker.
  await go('/desk.html');
  await now.shows('The shop at /desk.html');
});

it('the first one is in the menu, and still has what it stored', async () => {
  expect(await seeItem(now, `server http://kuma.lan:${portOf(other)}/`)).toMatchObject({ checked: true });
  const icon = (id: string) =>
    now.main(`electron.Menu.getApplicationMenu().getMenuItemById('${id}').icon?.getSize().height`);
  expect(await icon(`server ${shop.url}/start`)).toBe(16);
  await choose(now, `server ${shop.url}/start`);
  now = await app.again();
  await now.shows('The shop at /start');
  expect(await now.page('[document.cookie, localStorage.note]')).toEqual(['who=ann', 'mine']);
  expect(await camera()).toBe(true);
});

it('a page can neither open the question, nor answer it, nor choose a server by a link', async () => {
  await choose(now, 'change-server');
  await now.shows(QUESTION);
  const path = await now.page<string>('location.pathname');
  // The app's window is the older one.
  const inPage = (code: string) =>
    now.main(
      `electron.BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().startsWith('${shop.url}'))
        .webContents.executeJavaScript(${JSON.stringify(code)})`,
    );
  await inPage(`void (() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: 'app://shell${path}' });
    document.body.append(form);
    form.submit();
    location.assign('app://shell${path}?yes');
  })()`);
  expect(await typed()).toBe(`${shop.url}/start`);
  await now.press('Cancel');
  await now.shows('The shop at /start');
  for (const link of [`holdfast://open//${new URL(other.url).host}/x`, 'holdfast://open/@evil.test']) {
    await now.main(`void electron.app.emit('second-instance', {}, ['holdfast', '${link}'], '')`);
    await until('the page', async () => (await now.text()) !== '');
    expect(await now.page('location.origin')).toMatch(new RegExp(`^(?:${shop.url}|app://shell)$`));
  }
});

it('one whose certificate nobody vouches for is trusted by its fingerprint, and no other', async () => {
  const host = new URL(own.url).host;
  await change(host);
  const { fingerprint256 } = new X509Certificate(selfSignedOf.cert);
  await now.shows(en.server.trustQuestion, '127.0.0.1', 'Issued by Holdfast test', fingerprint256);
  expect(await now.text()).not.toContain(en.server.changed);
  // Enter cancels.
  expect(await now.page('document.activeElement.textContent')).toBe(en.dialogs.cancel);
  // Until the app shows it, no page of another server reaches it.
  const held: (() => void)[] = [];
  own.answer = (request, response) => void held.push(() => usual(request, response));
  await now.press(en.server.trust);
  await until('the look-up', () => held.length > 0);
  const ofPages = `electron.session.defaultSession.fetch('${own.url}').then(() => 'reached', String)`;
  expect(
    await now.main(`Promise.race([${ofPages}, new Promise((done) => setTimeout(done, 2_000, 'held'))])`),
  ).toMatch('ERR_CERT_AUTHORITY_INVALID');
  own.answer = usual;
  for (const answer of held) answer();
  await use(own.url);
  await now.shows('The shop at /');
  expect(await now.page('isSecureContext')).toBe(true);
  // The same name, and the same certificate at another.
  const reach = (url: string) =>
    now.page(`fetch('${url}', { mode: 'no-cors' }).then(() => 'reached', String)`);
  expect(await reach(own.url.replace('127.0.0.1', 'localhost'))).toMatch('Failed to fetch');
  (own.server as unknown as Server).setSecureContext(selfSigned());
  own.server.closeAllConnections();
  await choose(now, 'reload');
  await now.shows('ERR_CERT_AUTHORITY_INVALID');
  (own.server as unknown as Server).setSecureContext(selfSignedOf);
  own.server.closeAllConnections();
  await now.shows('The shop at /');
  // So do all other sessions, of reports and of updates.
  const answers = `Promise.all(['updates', 'holdfast-outbox-1'].map((name) =>
    electron.session.fromPartition(name).fetch('${own.url}').then(({ status }) => status, String)))`;
  expect(await now.main(answers)).toEqual([200, 200]);
});

it('one that is removed leaves nothing, and the one that is shown none after the restart', async () => {
  const folders = () => readdir(join(app.userData, 'servers'));
  expect(await folders()).toHaveLength(3);
  await choose(now, 'change-server');
  await now.shows(QUESTION, new URL(shop.url).host, new URL(own.url).host);
  const icons = () =>
    now.page(
      `[...document.images].map((image) => [image.naturalWidth, image.parentElement.innerText.split('\\n')[0]])`,
    );
  expect(await icons()).toEqual([[32, expect.stringContaining(new URL(shop.url).host)]]);
  // Somebody else answers for one whose certificate the user trusts.
  (own.server as unknown as Server).setSecureContext(selfSigned());
  own.server.closeAllConnections();
  await answer(new URL(own.url).host);
  await now.shows(en.server.trustQuestion, en.server.changed);
  await now.press(en.dialogs.cancel);
  await now.shows(QUESTION);
  (own.server as unknown as Server).setSecureContext(selfSignedOf);
  own.server.closeAllConnections();
  // A host that was known by https is never asked without.
  await answer(`127.0.0.1:${portOf(other)}`);
  await now.shows(QUESTION, /secure connection wasn’t possible/);
  await answerDialogs(now, en.server.remove);
  const remove = (url: string) =>
    now.page(`[...document.querySelectorAll('.known')].find((one) => one.textContent.includes('${new URL(url).host}'))
      .querySelector('[name=remove]').click()`);
  await remove(shop.url);
  await until('its folder’s end', async () => (await folders()).length === 2);
  expect((await seeItem(now, `server ${shop.url}/start`)).visible).toBe(false);
  expect(await now.text()).not.toContain(new URL(shop.url).host);
  expect((await asked(now)).map(({ message }) => message)).toEqual([`Remove ${new URL(shop.url).host}?`]);
  await remove(own.url);
  now = await app.again();
  await now.shows(QUESTION, `kuma.lan:${portOf(other)} Kuma ‹ Wiki`);
  expect(await folders()).toHaveLength(1);
  await now.page(`document.querySelector('[name=known]').click()`);
  now = await app.again();
  await now.shows('The shop at /');
  // Nor is its certificate trusted any more.
  const seen = own.asked.length;
  await now.page(`fetch('${own.url}', { mode: 'no-cors' }).catch(() => 0).then(() => 0)`);
  expect(own.asked).toHaveLength(seen);
});
