/** A server at its address that asks for a password, as the server itself and not its pages do (RFC 7617, RFC 7616). */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { attach, pagesOf } from '../../support/cdp.ts';
import { click, type } from '../../support/input.ts';
import { needing } from '../../support/lacks.ts';
import { choose, seeItem } from '../../support/menu.ts';
import { html, PAGE, startOrigin, usual } from '../../support/origin.ts';
import { watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const md5 = (...parts: unknown[]) => createHash('md5').update(parts.join(':')).digest('hex');

/** The area for which the server asks; each has a password of its own. */
let realm = 'Corp';
const password = () => `right at ${realm}`;

/** Whether a request has the right password, by its method and the header. */
const RIGHT = {
  Basic: (_method: string, header: string) =>
    header === `Basic ${Buffer.from(`ann:${password()}`).toString('base64')}`,
  Digest(method: string, header: string) {
    const pairs = [...header.matchAll(/(\w+)="?([^",]+)/g)].map(([, name, value]) => [name, value]);
    const { username, nonce, nc, cnonce, qop, uri, response } = Object.fromEntries(pairs);
    const [who, what] = [md5(username, realm, password()), md5(method, uri)];
    return response === md5(who, nonce, nc, cnonce, qop, what);
  },
};
const MORE = { Basic: '', Digest: ', qop="auth", nonce="n1"' };

/** A page of pictures, each in an area of its own, after one that everybody may see. */
const AREAS = 40;
const GALLERY = PAGE(
  'the gallery',
  `<input id="name"><a href="/orders">Orders</a>${Array.from({ length: AREAS }, (_, at) => `<img src="/area/${at}">`).join('')}`,
);

/** The page behind a question. */
const WINDOW = 'electron.BrowserWindow.getAllWindows().at(-1).webContents';

let scheme: keyof typeof RIGHT = 'Basic';

const shop = await startOrigin((request, response) => {
  const { method = '', headers, url = '' } = request;
  if (url.startsWith('/loop')) {
    const isFailing = shop.asked.filter((path) => path === url).length === 1;
    // A page with words of the server's own would stay.
    return (isFailing ? html('<h1>503 Service Unavailable</h1>', 503) : html(GALLERY))(request, response);
  }
  if (url === '/gallery') return html(GALLERY)(request, response);
  if (url.startsWith('/area/'))
    return html('', 401, { 'WWW-Authenticate': `Basic realm="${url}"` })(request, response);
  if (RIGHT[scheme](method, headers.authorization ?? '')) return usual(request, response);
  html(PAGE('no password'), 401, { 'WWW-Authenticate': `${scheme} realm="${realm}"${MORE[scheme]}` })(
    request,
    response,
  );
});
const app = await watch({
  // The sign of waiting would be drawn anew all the time.
  args: ['--force-prefers-reduced-motion'],
  settings: { origin: shop.url },
  durations: { commitMs: 10_000, showMs: 11_000, retryMs: 100 },
  config: { web: { address: 'ask' } },
});

/** Resolves to the value of an expression in the question. The window behind it does not answer while it waits. */
async function question<T>(expression: string): Promise<T | undefined> {
  const form = (await pagesOf(app.browser)).findLast(({ url }) => url.includes('/form/'));
  if (!form) return undefined;
  const sessionId = await attach(app.browser, form.targetId);
  const asked = { expression, returnByValue: true };
  const { result } = await app.browser.send<{ result: { value: T } }>('Runtime.evaluate', asked, {
    sessionId,
  });
  return result.value;
}
const asks = (words: string) =>
  until(`the question with ${words}`, async () =>
    (await question<string>('document.body?.innerText').catch(String))?.includes(words),
  );
/** Clicks there. It closes, maybe before it answers. */
const press = (element: string) =>
  question(`document.querySelector('${element}').click()`).catch((error: Error) => {
    if (!error.message.includes('Session with given id not found')) throw error;
  });
async function signIn(tried: string): Promise<void> {
  await question(`(() => {
    const [username, secret] = document.querySelectorAll('input');
    username.value = 'ann';
    secret.value = '${tried}';
  })()`);
  await press('button');
}
/** The next question is another window. */
const isGone = () =>
  until(
    'the question to be gone',
    async () => !(await pagesOf(app.browser)).some(({ url }) => url.includes('/form/')),
  );
const { heading } = en.authentication.server;

it('a person who takes longer than a server may: the question stays, and then the page comes', async () => {
  await asks(heading);
  await until('the sign of waiting behind it', () =>
    app.main(
      `electron.BrowserWindow.getAllWindows().some(({ contentView }) => contentView.children.length > 0)`,
    ),
  );
  await signIn(password());
  await isGone();
  await app.shows('The shop at /');
  expect(shop.asked).toEqual(['/', '/']);
});

it("an administrator's origin is shown, and the user is asked for none", async () => {
  expect(await app.page('location.origin')).toBe(shop.url);
  await expect(seeItem(app, 'change-server')).rejects.toThrow('no item change-server');
});

it.each(['Digest', 'Basic'] as const)('%s: asks again if it is refused, and in each load', async (name) => {
  scheme = name;
  realm = `${name} area`;
  await choose(app, 'reload');
  await asks(realm);
  await asks(shop.url.replace('http://', ''));
  await signIn('wrong');
  await asks(en.authentication.refused);
  await press('[name=cancel]');
  await isGone();
  await app.shows('The shop at no password');
  await choose(app, 'reload');
  await asks(heading);
  await signIn(password());
  await isGone();
  await app.shows('The shop at /');
  await app.click('Orders');
  await app.shows('The shop at /orders');
});

it('a page that leads to a failure, which recovery repeats, brings up no other question', async () => {
  await app.main(`void ${WINDOW}.loadURL('${shop.url}/loop').catch(() => 0)`);
  await asks('/area/');
  await press('[name=cancel]');
  await isGone();
  await app.page(`void setTimeout(() => location.assign('/loop?again'))`);
  // A picture for which somebody is asked waits.
  const done = `location.search === '?again' && performance.getEntriesByType('navigation')[0].responseStatus === 200 && document.images.length === ${AREAS} && [...document.images].every(({ complete }) => complete)`;
  await until('every picture to be refused', () =>
    // A page that is replaced meanwhile never answers.
    app.main(`${WINDOW}.executeJavaScript(${JSON.stringify(done)})`).catch(() => false),
  );
});

it('a page of 40 areas: one question, quiet for who types and after a no', needing('openbox'), async () => {
  const questions = async () =>
    (await pagesOf(app.browser)).filter(({ url }) => url.includes('/form/')).length;
  const tried = () => shop.asked.filter((path) => path.startsWith('/area/')).length;
  const show = async (path: string) => {
    const before = tried();
    await app.main(`void ${WINDOW}.loadURL('${shop.url}${path}').catch(() => 0)`);
    if (path === '/gallery') await until('the pictures', () => tried() === before + AREAS);
  };
  await show('/gallery');
  await asks('/area/');
  expect(await questions()).toBe(1);
  await show('/orders');
  await isGone();
  await app.shows('The shop at /orders');

  await show('/gallery');
  await asks('/area/');
  await press('[name=cancel]');
  await isGone();
  const more = `Promise.all(Array.from({ length: ${AREAS} }, (_, at) => fetch('/area/more' + at)))`;
  await click(app, `document.querySelector('h1')`, { contents: WINDOW });
  await app.page(`${more}.then(() => 0)`);
  expect(await questions()).toBe(0);

  for (const path of ['/orders', '/orders?again']) {
    await app.page(`void (location.href = '${path}')`);
    await app.shows(`The shop at ${path}`);
  }
  await app.page(`${more}.then(() => 0)`);
  expect(await questions()).toBe(0);
  await click(app, `document.getElementById('name')`, { contents: WINDOW });
  await type(app, 'te', WINDOW);
  await app.page(`void ${more}`);
  await asks('/area/more');
  expect(await questions()).toBe(1);
  await type(app, 'a', WINDOW);
  expect(await app.main(`electron.BrowserWindow.getFocusedWindow()?.webContents.getURL()`)).toBe(
    `${shop.url}/orders?again`,
  );
  expect(await app.main(`${WINDOW}.executeJavaScript('document.getElementById("name").value')`)).toBe('tea');
});
