/** A Next.js app's own build and client at the address of its server: online, offline, after a redeploy. */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { fileFolder } from '../../electron/testFolder.ts';
import { createNextServer, LOGO_SIZE } from '../../support/nextOrigin/server.ts';
import { oneWith, onPage } from '../../support/onPage.ts';
import { html, startOrigin } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { nextFolder } from '../../support/webBuild.ts';
import { NOT_FOUND, SERVER_ERROR } from '../../support/words.ts';

let app: Watched;

async function start(
  web = {},
  change?: (table: { next: { buildId: string }; files: Record<string, string> }) => void,
): Promise<void> {
  const put = nextFolder(join(server.folder, '.next'), { address: `${server.url}/`, ...web });
  app = await watch({
    userData,
    settings: { savePrivate: true, reports: 'off' },
    async alter(folder) {
      await put(folder);
      const file = join(folder, '.build', 'web.json');
      const table = JSON.parse(await readFile(file, 'utf8'));
      table.next.pages = table.next.pages.filter((one: { path: string }) => one.path !== '/newer');
      change?.(table);
      await writeFile(file, JSON.stringify(table));
    },
  });
  await heading('Start');
}

const userData = fileFolder();
const server = await createNextServer();
await server.start(1);
const { holds, heading, path } = onPage(() => app);
await start();

const page = <T>(expression: string) => app.page<T>(expression);
const click = (name: string) => app.click(name);
const open = (to: string) =>
  app.main(
    `void electron.BrowserWindow.getAllWindows()[0].webContents.loadURL('${server.url}${to}').catch(String)`,
  );
const notice = () => until('the notice', async () => (await app.text()).includes('Offline. Saved'));
const LOGO = `document.querySelector('[alt=Logo]')`;
const picture = () => holds(`${LOGO}?.naturalWidth === ${LOGO_SIZE}`);

describe('while the server runs', () => {
  it("shows pages by the framework's own client: with data, by a link, and by their address", async () => {
    await open('/posts/1');
    await heading('Post 1, edition 1');
    await holds(`getComputedStyle(document.querySelector('h1')).color === 'rgb(0, 64, 128)'`);
    await click('Clicked 0');
    await click('News');
    await heading('News');
    await holds(`document.title === 'News' && document.body.innerText.includes('Clicked 1')`);
    await open('/docs/a/b%20c');
    await heading('Docs: a > b c');
    await open('/posts/a%20b?q=x');
    await heading('Post a b, edition 1');
    const there = await (await fetch(`${server.url}/posts/a%20b?q=x`)).text();
    const route = `document.getElementById('route').textContent`;
    expect(await page(route)).toBe(/<p id="route">(.*?)<\/p>/.exec(there)?.[1]?.replaceAll('&quot;', '"'));
    await open('/');
    await heading('Start');
    await picture();
  });

  it('tells nobody that the client found no page to take over, and every other error', async () => {
    const said: string[] = [];
    const [{ sessionId } = {}] = await app.windows();
    app.browser.on('Runtime.exceptionThrown', ({ exceptionDetails }) =>
      said.push(JSON.stringify(exceptionDetails)),
    );
    app.browser.on(
      'Runtime.consoleAPICalled',
      ({ type, args }) => type === 'error' && said.push(JSON.stringify(args)),
    );
    await app.browser.send('Runtime.enable', {}, { sessionId });
    await open('/posts/3');
    await heading('Post 3, edition 1');
    await page(`void setTimeout(() => { throw new Error('Minified React error #418; of the page'); })`);
    await page(`void setTimeout(() => { throw new Error('Minified React error #425; of the page'); })`);
    await until('both errors', () => said.length >= 2);
    expect(said).toEqual([
      expect.stringContaining('#418; of the page'),
      expect.stringContaining('#425; of the page'),
    ]);
    await app.browser.send('Runtime.disable', {}, { sessionId });
  });

  it("follows a page's redirect, and shows its own page for what does not exist", async () => {
    await open('/posts/moved');
    await heading('News');
    expect(await path()).toBe('/news');
    await open('/posts/gone');
    await heading('404');
    expect(await path()).toBe('/posts/gone');
  });

  it('shows a page that has set a status of its own', async () => {
    await open('/posts/secret');
    await heading('Not for everybody');
  });

  it('shows the 500 of a first load after three attempts, and the page after it', async () => {
    await open('/posts/broken');
    await heading('500');
    await holds(oneWith(`${SERVER_ERROR}.`));
    expect(server.asked('broken') % 3).toBe(0);
    await open('/posts/1');
    await heading('Post 1, edition 1');
  });

  it('leaves a page with getInitialProps to the server, and follows its links', async () => {
    await open('/parts?tab=a');
    await heading('Parts');
    // Before, no press does anything.
    await holds(oneWith('Taken over'));
    await click('Open');
    await holds(oneWith('Loaded late for the page'));
    await holds(`document.querySelector('[alt=Imported]').naturalWidth === 6`);
    await click('News');
    await heading('News');
  });

  it('asks the server for a page that only a newer build has', async () => {
    await open('/newer');
    await heading('Newer');
  });

  it('follows the redirects and rewrites of its configuration and middleware', async () => {
    for (const [from, name, to] of [
      ['/posts/old', 'News', '/news'],
      ['/posts/first', 'Post 1, edition 1', '/posts/first'],
      ['/posts/shown', 'Post 7, edition 1', '/posts/shown'],
      ['/posts/latest', 'News', '/posts/latest'],
      ['/posts/made', 'Parts', '/posts/made'],
    ] as const) {
      await open(from);
      await heading(name);
      expect(await path()).toBe(to);
    }
  });
});

describe('without the server, after a restart', () => {
  beforeAll(async () => {
    await app.stop();
    await server.stop();
    await start();
  });

  it('starts, with its picture', picture);

  it('still shows what it has shown, tells the age of data that is not of the build, and follows a redirect', async () => {
    await open('/posts/1');
    await heading('Post 1, edition 1');
    await notice();
    await open('/posts/moved');
    await heading('News');
    await open('/docs/a/b%20c');
    await heading('Docs: a > b c');
    await notice();
  });

  it('opens a page with getInitialProps by a link, which needs no server, and says otherwise that it cannot be reached', async () => {
    await open('/');
    await heading('Start');
    await holds('next.router.isReady');
    await page(`void next.router.push('/parts?tab=b')`);
    await heading('Parts');
    await holds(oneWith('given /parts /parts?tab=b b'));
    await open('/parts?tab=a');
    await heading(en.fault.load.refused.title);
  });

  it('says of a path that no route of the build has that there is no such page', async () => {
    for (const missing of ['/nowhere', '/guides/coffee']) {
      await open(missing);
      await heading('404');
      expect(await path()).toBe(missing);
    }
    await open('/guides/tea');
    await heading('Guide to tea');
  });

  it('says for a page without saved data why its server did not answer, and shows it when it is back', async () => {
    const said = en.fault.load;
    await open('/posts/2');
    await heading(said.refused.title);
    const port = Number(new URL(server.url).port);
    const cut = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    await open('/posts/2');
    await heading(said.connectionLost.title);
    cut.close();
    await server.start(2);
    await heading('Post 2, edition 2');
    await open('/posts/1');
    await heading('Post 1, edition 2');
  });

  it('asks for the password of a gateway, and shows what it refuses, saved data behind its 503, and 503 without any', async () => {
    await server.stop();
    const port = Number(new URL(server.url).port);
    const gateway = await startOrigin(
      html('<h1>Who are you?</h1>', 401, { 'WWW-Authenticate': 'Basic realm="inner"' }),
      { port },
    );
    // At a path that the build does not know, Chromium asks as for any page.
    await open('/inner');
    const form = `electron.webContents.getAllWebContents().find((it) => it.getURL().includes('/form/'))`;
    await until('the question for a password', () => app.main(`Boolean(${form})`));
    await app.main(`void ${form}.close()`);
    await heading('Who are you?');
    gateway.answer = html('<h1>Forbidden</h1>', 403);
    await open('/posts/new');
    await holds(oneWith(en.fault.statusWords['403'], 'p'));
    // What is in data is data: neither markup nor a script's address.
    const title = `</script><script>document.title = 'ran'</script>`;
    const answers = [{ title }, { __N_REDIRECT: `javascript:document.title = 'ran'` }];
    gateway.answer = ({ url = '' }, response) => {
      const at = Number(/\d(?=\.json)/.exec(url)?.[0]);
      response.setHeader('content-type', 'application/json');
      response.end(
        `{"__proto__":{"pageProps":{"__N_REDIRECT":"/news"}},"pageProps":${JSON.stringify(answers[at])}}`,
      );
    };
    await open('/posts/marked-0');
    await heading(title);
    await open('/posts/led-1');
    await heading(en.fault.load.address.title);
    gateway.answer = html('<h1>Service Unavailable</h1>', 503);
    await open('/posts/1');
    await heading('Post 1, edition 2');
    await notice();
    await open('/posts/new');
    await heading(en.fault.serverErrorHeading);
    await gateway.close();
    await server.start(3);
    await heading('Post new, edition 3');
  });
});

it('shows the data of a server that has another build, and its 404 if the build has none, without loading a document twice', async () => {
  await app.stop();
  await start({}, ({ next, files }) => {
    next.buildId = 'the-build-before';
    // With getInitialProps in _app a build has none.
    delete files['_next/rendered/404.html'];
  });
  await open('/posts/gone');
  await heading('404');
  await open('/posts/1');
  await heading('Post 1, edition 3');
  await page('void (globalThis.isSame = true)');
  await click('News');
  await heading('News');
  await click('A post with a space');
  await heading('Post a b, edition 3');
  expect(await page('globalThis.isSame')).toBe(true);
  await server.stop();
  await open('/posts/1');
  await heading('Post 1, edition 3');
  await notice();
  await server.start(3);
});

it('deletes what it has kept when a person asks for it, or signs out', async () => {
  await open('/posts/1');
  await heading('Post 1, edition 3');
  const kept = `globalThis.caches?.open('_holdfast-kept').then((cache) => cache.keys()).then((keys) => keys.length)`;
  const count = () => page<number>(kept);
  await until('a copy', async () => (await count()) > 0);
  // What the worker tells main is no page's to say.
  await page(
    `void fetch('/_holdfast/saved?1').then(() => 'heard', () => 'refused').then((was) => (globalThis.was = was))`,
  );
  await until('an answer', async () => (await page('globalThis.was')) === 'refused');
  await page(`void (document.cookie = 'session=ada')`);
  await page(`void (document.cookie = 'session=; Max-Age=0')`);
  await until(
    () => `no copy; the app said:\n${app.stderr()}`,
    async () => (await count()) === 0,
  );
});

it('serverPages: false: the same under the policy of a sealed build, without a word of it', async () => {
  await app.stop();
  await start({ serverPages: false });
  await open('/posts/1');
  await heading('Post 1, edition 3');
  await click('Clicked 0');
  await holds(`document.body.innerText.includes('Clicked 1')`);
  await click('News');
  await heading('News');
  await open('/posts/moved');
  await heading('News');
  for (const missing of ['/posts/gone', '/nowhere', '/newer']) {
    await open(missing);
    await heading('404');
  }
  // Its middleware names a page that only the server makes: a document that would be in the build's place.
  await open('/posts/made');
  await heading('404');
  await holds(oneWith(`${NOT_FOUND}.`));
  expect(app.stderr()).not.toContain('content security policy');
});
