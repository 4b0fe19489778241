/** A server at its address that asks for a password, as the server itself and not its pages do (RFC 7617, RFC 7616). */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { attach, pagesOf } from '../../support/cdp.ts';
import { choose, seeItem } from '../../support/menu.ts';
import { html, type Origin, PAGE, startOrigin, usual } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
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

let shop: Origin;
let app: Watched;
/** How the server asks. */
let scheme: keyof typeof RIGHT = 'Basic';

beforeAll(async () => {
  shop = await startOrigin((request, response) => {
    const { method = '', headers } = request;
    if (RIGHT[scheme](method, headers.authorization ?? '')) return usual(request, response);
    html(PAGE('no password'), 401, { 'WWW-Authenticate': `${scheme} realm="${realm}"${MORE[scheme]}` })(
      request,
      response,
    );
  });
  const config = JSON.stringify({ web: { address: 'ask' } });
  app = await watch({
    // The sign of waiting would be drawn anew all the time.
    args: ['--force-prefers-reduced-motion'],
    settings: { origin: shop.url },
    durations: { commitMs: 10_000, showMs: 11_000 },
    alter: (folder) => writeFile(join(folder, '.build', 'config.json'), config),
  });
});
afterAll(async () => {
  expect(await app.stop()).toBe(0);
  await shop.close();
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

it.each(['Digest', 'Basic'] as const)(
  '%s: the question, again if it is refused, and with each load after a no',
  async (name) => {
    scheme = name;
    realm = `${name} area`;
    await app.page(`void setTimeout(() => location.assign('/'))`);
    await asks(realm);
    await asks(shop.url.replace('http://', ''));
    await signIn('wrong');
    await asks(en.authentication.refused);
    await press('a');
    await isGone();
    await app.shows('The shop at no password');
    await choose(app, 'reload');
    await asks(heading);
    await signIn(password());
    await isGone();
    await app.shows('The shop at /');
    await app.click('Orders');
    await app.shows('The shop at /orders');
  },
);
