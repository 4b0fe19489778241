/**
 * Signing in to a Next.js app at an identity host, in our window, and out; saved data belongs to one person. And the
 * guide's sign-in in the browser: its exact code completes only sign-ins that the same app began.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { PROJECT } from '../../support/app.ts';
import type { AppCopy } from '../../support/brokenApp.ts';
import { type FakeBrowser, fakeBrowser } from '../../support/browser.ts';
import { click as clickByMouse } from '../../support/input.ts';
import { createNextServer, type NextServer } from '../../support/nextOrigin/server.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { copyPagesApp } from '../../support/pagesApp.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

let server: NextServer;
let copy: AppCopy;
let app: Watched;
let identity: Origin;
let elsewhere: Origin;
let browser: FakeBrowser;
/** Ends sign-ins in the browser. */
let sessions: Origin;
let answer: Origin['answer'];

/** Another host than the web app's: cookies ignore ports. */
const identityUrl = () => identity.url.replace('127.0.0.1', 'localhost');

beforeAll(async () => {
  server = await createNextServer();
  copy = await copyPagesApp(join(PROJECT, 'test', 'support', 'signInPages'));
  identity = await startOrigin((request, response) =>
    answer(request, response.setHeader('content-type', 'text/html')),
  );
  elsewhere = await startOrigin((_, response) => response.end('elsewhere'));
  sessions = await startOrigin(endSignIn);
  browser = await fakeBrowser();
  process.env.IDENTITY = identityUrl();
  await server.start(1);
  app = await watch({
    app: copy.folder,
    settings: {
      origin: server.url,
      buildId: server.buildId,
      proxy: { '/api/*': `${server.url}/api/*`, '/api/session': `${sessions.url}/api/session` },
      savePrivate: true,
      signIn: '/login',
      signInHosts: [identityUrl()],
      reports: 'off',
    },
    env: browser.env,
  });
});
afterAll(async () => {
  await app?.stop();
  await identity?.close();
  await elsewhere?.close();
  await sessions?.close();
  await browser?.remove();
  await server?.remove();
  await copy?.remove();
});
/** The challenge of each code that the web app has given out. */
const challenges = new Map<string, string>();
const tried: { code: string; isRight: boolean }[] = [];
const endSignIn: RequestListener = async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const sent: { code: string; verifier: string } = JSON.parse(Buffer.concat(chunks).toString());
  const isRight =
    createHash('sha256').update(sent.verifier).digest('base64url') === challenges.get(sent.code);
  tried.push({ code: sent.code, isRight });
  response.writeHead(isRight ? 204 : 403).end();
};

/** The identity host's page: its link signs in as that person. */
const signInAs = (person: string) => `<title>Shop</title><p>Who are you?</p>
  <a id="go" href="${server.url}/api/login?person=${person}">${person}</a>`;
beforeEach(() => {
  answer = (_, response) => response.end(signInAs('Ada'));
});

/** Runs an expression in main with `windows`: all of the app's, the oldest first. */
const main = <T>(expression: string, timeout?: number) =>
  app.main<T>(
    `((windows) => ${expression})(electron.BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id))`,
    timeout,
  );
const titles = () => main<string[]>('windows.slice(1).map((window) => window.getTitle())');
/** Runs an expression in the page of a window; the app's own is 0. */
const inPage = <T>(index: number, expression: string, timeout?: number) =>
  main<T>(`windows[${index}].webContents.executeJavaScript(${JSON.stringify(expression)}, true)`, timeout);
const reads = (words: string, index = 0) =>
  until(
    () => `"${words}" in window ${index}`,
    async () =>
      (await inPage<string>(index, 'document.body.innerText', 1000).catch(() => '')).includes(words),
  );
const click = (name: string, index = 0) =>
  inPage(
    index,
    `((it) => void setTimeout(() => it.click()))([...document.querySelectorAll('a, button')]
      .find((one) => one.innerText === ${JSON.stringify(name)}))`,
  );
/** Clicks like a person. */
const press = (name: string, index = 0) =>
  clickByMouse(
    app,
    `[...document.querySelectorAll('a, button, p')].find((one) => one.innerText === ${JSON.stringify(name)})`,
    { contents: `electron.BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id)[${index}].webContents` },
  );
// A page that leaves at once may be gone before it answers.
const go = (path: string) => inPage(0, `void setTimeout(() => location.assign('${path}'))`);
const closed = () => until('the sign-in to close', async () => (await titles()).length === 0);

async function signIn(person: string): Promise<void> {
  answer = (_, response) => response.end(signInAs(person));
  await click('Sign in');
  await reads('Who are you?', 1);
  await click(person, 1);
  await closed();
}

it('a page for signed-in users offers a sign-in, and none opens by itself', async () => {
  await go('/account');
  await reads('401');
  await reads(en.fault.statusHeadings[401]);
  expect(await titles()).toEqual([]);
});

it('opens in a window that names its host and has no access to us; then shows the page', async () => {
  await click('Sign in');
  await reads('Who are you?', 1);
  const { host } = new URL(identityUrl());
  await inPage(1, "void (document.title = 'The real bank')");
  expect(await titles()).toEqual([`${host} – Sign In – Holdfast`]);
  expect(await inPage(1, '[typeof holdfast, typeof require, typeof process]')).toEqual(
    Array(3).fill('undefined'),
  );
  expect(await main('windows[1].webContents.getLastWebPreferences()')).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
  });
  await click('Ada', 1);
  await closed();
  await reads('Account of Ada');
});

it('uploads and downloads belong to the signed-in user', async () => {
  const sent = `fetch('/api/file', { method: 'POST', body: new Blob(['x'.repeat(2e6)]) }).then((answer) => answer.text())`;
  expect(await inPage(0, sent)).toBe('Ada sent 2000000 bytes');
  const file = join(app.userData, 'download.txt');
  await main(
    `void windows[0].webContents.session.once('will-download', (_, item) => item.setSavePath('${file}'))`,
  );
  // Only after a real click.
  await press('Download');
  await until('the file', async () => (await readFile(file, 'utf8').catch(() => '')) === 'A file of Ada');
});

it("goes nowhere else, and its pages' windows obey the same rules", async () => {
  await inPage(0, 'holdfast.signIn()');
  await reads('Who are you?', 1);
  const [title] = await titles();
  for (const way of [`location.assign('${elsewhere.url}')`, `void open('${elsewhere.url}')`]) {
    await inPage(1, way);
  }
  // One for each press, and none without.
  const twelve = `for (let at = 0; at < 12; at++) open('/popup', '', 'frame=no,title=Bank,fullscreen=yes,nodeIntegration=yes')`;
  await inPage(1, twelve);
  expect(await titles()).toEqual([title]);
  await inPage(1, `void (document.querySelector('p').onclick = () => { ${twelve} })`);
  await press('Who are you?', 1);
  await reads('Who are you?', 2);
  expect(await inPage(2, '[typeof holdfast, typeof require]')).toEqual(['undefined', 'undefined']);
  await inPage(2, `location.assign('${elsewhere.url}')`);
  await reads('Who are you?', 2);
  expect(await titles()).toEqual([title, title]);
  expect(await main('windows.map((window) => window.isFullScreen())')).toEqual([false, false, false]);
  // Reaching the end closes all of them.
  await click('Ada', 2);
  await closed();
  await reads('Account of Ada');
});

it('its pages cannot keep the window open', async () => {
  await inPage(0, 'holdfast.signIn()');
  await reads('Who are you?', 1);
  await inPage(1, `void addEventListener('beforeunload', (event) => event.preventDefault())`);
  await press('Who are you?', 1);
  await until('the press', () => inPage(1, 'navigator.userActivation.hasBeenActive'));
  await main('windows[1].close()');
  await closed();
});

it('shows our error page if it cannot load, and starts again from there', async () => {
  answer = (_, response) => response.writeHead(502).end();
  await inPage(0, 'holdfast.signIn()');
  await app.shows('502');
  answer = (request) => request.destroy();
  await app.click(en.errorPage.tryAgain);
  await app.shows('ERR_EMPTY_RESPONSE');
  answer = (_, response) => response.end(signInAs('Ada'));
  await app.click(en.errorPage.tryAgain);
  await reads('Who are you?', 1);
  await main('windows[1].webContents.forcefullyCrashRenderer()');
  await app.shows(en.fault.otherCrash.title);
  await app.click(en.errorPage.home);
  await closed();
  expect(app.process.exitCode).toBeNull();
});

it("nobody sees another user's saved data", async () => {
  const offline = async (words: string) => {
    await server.stop();
    await app.mark();
    await go('/account');
    await app.replaced();
    await reads(words);
    await server.start(1);
  };
  await offline('Account of Ada');
  await reads('Account of Ada');
  await click('Sign out');
  await reads('204');
  await offline('ERR_CONNECTION_REFUSED');
  await reads('401');
  await signIn('Ben');
  await reads('Account of Ben');
  await offline('Account of Ben');
  // Without signing out first, by a form of the app's own.
  await inPage(0, `fetch('/api/login?person=Cleo', { method: 'POST' }).then(({ status }) => status)`);
  await offline('ERR_CONNECTION_REFUSED');
  await reads('Account of Cleo');
  // Main's code removes a cookie with another cause than a server does.
  await main(`windows[0].webContents.session.cookies.remove(${JSON.stringify(server.url)}, 'session')`);
  await offline('ERR_CONNECTION_REFUSED');
});

it('an identity host may post a form to the web app, as in SAML, without its cookies', async () => {
  await inPage(0, 'holdfast.signOut()').catch(() => undefined);
  await reads('401');
  answer = ({ method }, response) =>
    response.setHeader('set-cookie', ['identity=1; Path=/', 'of-both=1; Domain=localhost; Path=/']).end(
      method === 'POST'
        ? `<form method="post" action="${server.url}/api/login"><input name="person" value="Eve"></form>
             <script>document.forms[0].submit()</script>`
        : '<p>Who are you?</p><form method="post" action="/assert"><button>Eve</button></form>',
    );
  await click('Sign in');
  await reads('Who are you?', 1);
  await click('Eve', 1);
  await closed();
  await reads('Account of Eve');
  const all = await main<Electron.Cookie[]>('windows[0].webContents.session.cookies.get({})');
  expect(all).toMatchObject([{ name: 'session', httpOnly: true, sameSite: 'strict', hostOnly: true }]);
});

it('signing out by the menu removes the cookies and all copies', async () => {
  await main(`electron.Menu.getApplicationMenu().getMenuItemById('sign-out').click()`);
  await reads('401');
  expect(await main('windows[0].webContents.session.cookies.get({})')).toEqual([]);
  await server.stop();
  await go('/account');
  await reads('ERR_CONNECTION_REFUSED');
  await server.start(1);
});

it("opens a page's link to an identity host there, not in the browser", async () => {
  await main(`windows[0].webContents.sendInputEvent({ type: 'keyDown', keyCode: 'a' })`);
  await inPage(0, `void location.assign('${identityUrl()}/direct')`);
  await reads('Who are you?', 1);
  await click('Ada', 1);
  await closed();
  expect(await browser.opened()).toEqual([]);
});

describe.runIf(process.platform === 'linux')('a sign-in in the browser', () => {
  let code: string;
  beforeAll(async () => {
    const guide = await readFile(join(PROJECT, 'electron', 'webapp', 'README.md'), 'utf8');
    const block = /```ts\n(const text.*?)```/s.exec(guide)?.[1] ?? '';
    code = `${stripTypeScriptTypes(block).replaceAll('export ', '')} Object.assign(globalThis, { begin, finish });`;
    await go('/nowhere');
    await app.shows('404');
  });

  /** Begins in the app, like a user. Resolves to the request to the web app. */
  async function begin(): Promise<URLSearchParams> {
    const before = (await browser.opened()).length;
    await app.page(`{ ${code} } void 0`);
    await app.page(`void document.body.append(Object.assign(document.createElement('button'),
      { textContent: 'Browser', onclick: begin, style: 'position: fixed; inset: 0 auto auto 0; z-index: 9' }))`);
    await app.press('Browser');
    return new URL(await until('the browser', async () => (await browser.opened())[before])).searchParams;
  }
  /** Follows a link in the browser; its page then ends the sign-in. */
  async function arrive(query: string): Promise<unknown> {
    await app.mark();
    const link = `holdfast://open/signed-in?${query}`;
    await app.main(`void electron.app.emit('second-instance', {}, ['holdfast', '${link}'], '/')`);
    await app.replaced();
    await app.shows('404');
    await app.page(`{ ${code} } void 0`);
    return await app.page('finish().then(({ status }) => status, String)');
  }

  it('completes once what this app began', async () => {
    const asked = await begin();
    challenges.set('own', String(asked.get('challenge')));
    expect(await arrive(`code=own&state=${asked.get('state')}`)).toBe(204);
    expect(await arrive(`code=own&state=${asked.get('state')}`)).toMatch('did not start this sign-in');
    expect(tried).toEqual([{ code: 'own', isRight: true }]);
  });

  it('completes nothing that somebody else began', async () => {
    tried.length = 0;
    challenges.set('evil', createHash('sha256').update('evil').digest('base64url'));
    expect(await arrive('code=evil&state=evil')).toMatch('did not start this sign-in');
    const asked = await begin();
    expect(await arrive('code=evil')).toMatch('did not start this sign-in');
    // Whoever has read the state still has no code for this app.
    expect(await arrive(`code=evil&state=${asked.get('state')}`)).toBe(403);
    expect(tried).toEqual([{ code: 'evil', isRight: false }]);
  });
});
