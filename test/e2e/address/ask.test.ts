/** An app whose user types the address of its server: the question, the server, another server, who may answer it, and where its sign-ins go. */
import { createHash, X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Server } from 'node:tls';
import { PNG } from 'pngjs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { refuses } from '../../support/accessible.ts';
import { spawnApp } from '../../support/app.ts';
import { fakeBrowser } from '../../support/browser.ts';
import { ONE_REMOTE } from '../../support/extension/app.ts';
import { freePort } from '../../support/freePort.ts';
import { CONTENTS, clickAt, type } from '../../support/input.ts';
import { answerDialogs, asked, choose, pressInPrivacy, seeItem } from '../../support/menu.ts';
import { html, type Origin, PAGE, startOrigin, usual } from '../../support/origin.ts';
import { secondStart, watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { selfSigned } from '../../support/selfSigned.ts';
import { until } from '../../support/until.ts';
import { webBuild } from '../../support/webBuild.ts';

const DESK = '<!doctype html><title>Desk</title><h1>The desk of the build</h1>';
/** Every other page is the server's. */
const BUILD = webBuild({ 'desk.html': DESK }, undefined, { address: 'ask', serverPaths: ['/*'] });
const QUESTION = 'Your server’s address';

/** Before a test says what to answer: Cancel. */
const CANCELS = `
  globalThis.asked = [];
  electron.dialog.showMessageBox = async (...args) => {
    asked.push(args.at(-1));
    return { response: args.at(-1).cancelId };
  };
`;

let now: Screen;

/** A certificate that the app takes. */
const vouched = selfSigned();
const selfSignedOf = selfSigned();
const publicKey = new X509Certificate(vouched.cert).publicKey.export({ type: 'spki', format: 'der' });

const portOf = ({ url }: Origin) => new URL(url).port;
const certify = ({ server }: Origin, certificate: ReturnType<typeof selfSigned>) => {
  (server as unknown as Server).setSecureContext(certificate);
  server.closeAllConnections();
};

const [shop, other, own, id] = await Promise.all([
  startOrigin(usual, { tls: vouched }),
  startOrigin(usual),
  startOrigin(usual, { tls: selfSignedOf }),
  startOrigin(usual),
]);
const browser = await fakeBrowser();
const app = await watch({
  ...{ env: browser.env, restarts: true, prelude: CANCELS },
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
  await now.shows(QUESTION);
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
  await now.shows('Loading the page');
  await now.main(`void electron.BrowserWindow.getAllWindows()[0].setSize(500, 400)`);
  // The sign of waiting covers the whole window.
  const covers = (what: string) =>
    now.main<number>(`(([window]) => {
      const { width, height } = window.getContentBounds();
      return window.contentView.children.map((one) => one.getBounds()).filter((one) => ${what}).length;
    })(electron.BrowserWindow.getAllWindows())`);
  await until('the sign', () => covers('width === 500 && one.width === width && one.height === height'));
  const before = await covers('true');
  const { length } = shop.asked;
  // One for which nobody vouches.
  certify(shop, selfSigned());
  await now.shows('ERR_CERT_AUTHORITY_INVALID', /Reconnecting/);
  await until('the end of the sign', async () => (await covers('true')) === before - 1);
  const ways = '[...new Set([...document.links].map(({ href }) => new URL(href).protocol))]';
  // The next try may replace the page before it answers.
  await expect.poll(() => now.page(ways).catch(String)).toEqual(['app:']);
  expect(shop.asked).toHaveLength(length);
  shop.answer = usual;
  certify(shop, vouched);
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
    await secondStart(now, link);
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
  certify(own, selfSigned());
  await choose(now, 'reload');
  await now.shows('ERR_CERT_AUTHORITY_INVALID');
  certify(own, selfSignedOf);
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
  certify(own, selfSigned());
  await answer(new URL(own.url).host);
  await now.shows(en.server.trustQuestion, en.server.changed);
  await now.press(en.dialogs.cancel);
  await now.shows(QUESTION);
  certify(own, selfSignedOf);
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

describe('a sign-in at a host that no configuration names', () => {
  /** Notes where frames went, after the app's own listeners. */
  const NOTES = `(() => {
  globalThis.ways = [];
  for (const name of ['will-redirect', 'will-frame-navigate'])
    ${CONTENTS}.on(name, ({ url, defaultPrevented }) => void ways.push([url, defaultPrevented]));
})()`;

  const back = () => encodeURIComponent(`${shop.url}/back`);
  /** The shop, whose sign-in is at the other server. Its page says who is signed in. */
  const signsIn: Origin['answer'] = (request, response) => {
    const to = (Location: string, headers = {}) =>
      void response.writeHead(302, { Location, ...headers }).end();
    const { pathname } = new URL(request.url ?? '', shop.url);
    if (pathname === '/login') return to(`${id.url}/authorize?redirect_uri=${back()}`);
    // An open redirect.
    if (pathname === '/away') return to(`${id.url}/away?next=x`);
    if (pathname === '/back') return to('/', { 'Set-Cookie': 'who=ann; HttpOnly' });
    html(PAGE(`home, ${request.headers.cookie ?? 'nobody'}`, '<input autofocus>'))(request, response);
  };

  beforeAll(async () => {
    shop.answer = signsIn;
    await change(shop.url);
    await use(shop.url);
    await now.shows('The shop at home, nobody');
    await now.main(NOTES);
  });
  beforeEach(() => {
    shop.answer = signsIn;
    id.answer = usual;
  });

  const hostOf = ({ url }: Origin) => new URL(url).host;
  const run = (code: string) => now.page(`void setTimeout(() => { ${code} })`);
  const press = () => clickAt(now, { x: 300, y: 300 });
  const questions = async (count: number) => {
    await until(`question ${count}`, async () => (await asked(now)).length >= count);
    return (await asked(now)).map(({ message }) => message);
  };
  const refused = (url: string, times = 1) =>
    until(`the refusal of ${url}`, () =>
      now.main<boolean>(`ways.filter(([to, isRefused]) => to === '${url}' && isRefused).length === ${times}`),
    );

  it('names the host, and stays on No; then each question takes a press', async () => {
    await go('/login');
    expect(await questions(1)).toEqual([`Sign in at ${hostOf(id)}?`]);
    const [{ detail, buttons = [], defaultId = 0 } = {}] = await asked(now);
    expect(detail).toContain(`${hostOf(shop)} sends you there.`);
    expect(buttons[defaultId]).toBe('Cancel');
    await go('/login');
    await refused(`${id.url}/authorize?redirect_uri=${back()}`, 2);
    expect(await asked(now)).toHaveLength(1);
    await now.shows('The shop at home, nobody');
    expect(await now.page('location.href')).toBe(`${shop.url}/`);
    expect(id.asked).toEqual([]);
    await answerDialogs(now, 'Open in the browser');
    await press();
    await go('/login');
    await until('the browser', async () => (await browser.opened()).length > 0);
    expect(await browser.opened()).toEqual([`${id.url}/authorize?redirect_uri=${back()}`]);
  });

  it('asks about no open redirect, frame or pop-up, and once at a time', async () => {
    await now.main(`void (globalThis.asked = [], electron.dialog.showMessageBox = (...args) => {
    asked.push(args.at(-1));
    return new Promise((resolve) => { globalThis.answer = () => resolve({ response: args.at(-1).cancelId }); });
  })`);
    // The test before led the window to where the frame leads.
    await now.main('void (globalThis.ways = [])');
    await press();
    await go('/away');
    await refused(`${id.url}/away?next=x`);
    await run(`document.body.append(Object.assign(document.createElement('iframe'), { src: '/login' }))`);
    await refused(`${id.url}/authorize?redirect_uri=${back()}`);
    expect(await now.page(`open('${id.url}/pop-up?client_id=1')`)).toBe(null);
    const many = (name: string) => `${id.url}/${name}?client_id=1`;
    // The press above has opened the open redirect's address in the browser.
    await press();
    await run(`for (let at = 0; at < 50; at += 1) location.assign('${many('first')}&' + at)`);
    await questions(1);
    await now.main('answer()');
    await press();
    await go(many('last'));
    await questions(2);
    await now.main('answer()');
    await now.shows('The shop at home, nobody');
    expect(id.asked).toEqual([]);
  });

  it('Continue leads there, after the page’s own question; back at the server, the user is signed in', async () => {
    await answerDialogs(now, 'Continue', 'Leave');
    await press();
    await now.page(`document.querySelector('input').focus()`);
    await type(now, 'draft');
    await until(
      'the text',
      async () => (await now.page(`document.querySelector('input').value`)) === 'draft',
    );
    await go(`${id.url}/authorize?redirect_uri=${back()}`);
    await now.shows('The shop at /authorize');
    expect(await questions(2)).toEqual([`Sign in at ${hostOf(id)}?`, 'Leave this page?']);
    await now.page(`void (document.title = 'Shop')`);
    expect(await now.page('[typeof holdfast, location.origin]')).toEqual(['undefined', id.url]);
    expect(await now.main(`electron.BrowserWindow.getAllWindows()[0].getTitle()`)).toBe(
      `${hostOf(id)} – Sign In – Holdfast`,
    );
    // A page of the server without a title has not that of the sign-in.
    shop.answer = (request, response) =>
      request.url === '/untitled' ? void response.end('No title') : signsIn(request, response);
    await go(`${shop.url}/untitled`);
    await now.shows('No title');
    expect(await now.main(`electron.BrowserWindow.getAllWindows()[0].getTitle()`)).toBe('Holdfast');
    await go(`${shop.url}/back`);
    await now.shows('The shop at home, who=ann');
    expect(await now.page('typeof holdfast')).toBe('object');
    await go('/login');
    await now.shows('The shop at /authorize');
    await questions(2);
  });

  it('a host to which that host leads is asked about too', async () => {
    id.answer = (_request, response) =>
      void response.writeHead(302, { Location: `${other.url}/cas?service=${id.url}` }).end();
    await answerDialogs(now, 'Continue');
    await go('/next');
    await now.shows('The shop at /cas');
    expect(await questions(1)).toEqual([`Sign in at ${hostOf(other)}?`]);
  });

  it('a restart keeps the answer', async () => {
    await now.main('void setTimeout(() => { electron.app.relaunch(); electron.app.quit(); }, 100)');
    now = await app.again();
    await now.shows('The shop at home');
    await go('/login');
    await now.shows('The shop at /authorize');
    expect(await asked(now)).toEqual([]);
  });

  it('deleted data does not: a start that the server leads there asks over an error page, as does Try Again', async () => {
    shop.answer = (request, response) =>
      request.headers.cookie
        ? signsIn(request, response)
        : signsIn(Object.assign(request, { url: request.url === '/back' ? '/back' : '/login' }), response);
    await pressInPrivacy(now, 'clear');
    now = await app.again();
    await now.shows('ERR_INVALID_REDIRECT');
    expect(await now.page('document.body.textContent')).toContain(`the server led to ${id.url}`);
    await questions(1);
    await answerDialogs(now, 'Continue');
    await press();
    await now.click('Try again');
    await now.shows('The shop at /authorize');
    await go(`${shop.url}/back`);
    await now.shows('The shop at home, who=ann');
  });

  it('Change Server forgets the hosts, also if the server is the same', async () => {
    await change(`${shop.url}/again`);
    await use(shop.url);
    await now.shows('The shop at home');
    await go('/login');
    expect(await questions(1)).toEqual([`Sign in at ${hostOf(id)}?`]);
  });
});
