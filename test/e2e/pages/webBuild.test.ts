/** Web builds of any framework: which document answers, and what runs in it. */
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pressKey } from '../../support/input.ts';
import { choose } from '../../support/menu.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { webBuild } from '../../support/webBuild.ts';
import { NOT_FOUND } from '../../support/words.ts';

const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head><body>${body}</body></html>`;

/** Five minutes of silence: 8,000 samples per second of 16 bits. */
const TONE = Buffer.alloc(44 + 300 * 16_000);
TONE.write('RIFF\0\0\0\0WAVEfmt ', 'latin1');
TONE.writeUInt32LE(TONE.length - 8, 4);
for (const [at, value] of [
  [16, 16],
  [20, 0x1_0001],
  [24, 8_000],
  [28, 16_000],
  [32, 0x10_0002],
] as const)
  TONE.writeUInt32LE(value, at);
TONE.write('data', 36, 'latin1');
TONE.writeUInt32LE(TONE.length - 44, 40);

let origin: Origin;
beforeAll(async () => {
  // The server's answers must not run in the app, whatever their type.
  origin = await startOrigin((_, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('globalThis.ran = "of the server"'),
  );
});
afterAll(() => origin.close());

const text = (app: Watched, path: string) =>
  app.page<string>(
    `fetch(${JSON.stringify(path)}).then(async (one) => one.status + ' ' + one.headers.get('content-type') + ' ' + await one.text())`,
  );

describe('an app with its own router', () => {
  let app: Watched;
  beforeAll(async () => {
    const files = {
      'index.html': page(
        `<script>globalThis.inline = [typeof holdfast, typeof holdfastIsBlank]</script><style>h1 { color: rgb(1, 2, 3) }</style>
        <script type="module" src="/assets/app.js"></script>`,
        '<h1 style="margin-left: 7px">Starting</h1>',
      ),
      'assets/app.js': `import { name } from './name.js';
        document.querySelector('h1').textContent = name + ' at ' + location.pathname;`,
      'assets/name.js': `export const name = 'The shop';`,
      'assets/more.js': `globalThis.ran = 'of the build'`,
      'assets/worker.js': `postMessage('of the worker')`,
      'assets/data.txt': `globalThis.ran = 'of a text'`,
      'assets/tone.wav': TONE,
    };
    app = await watch({
      args: ['--open=/orders/7'],
      alter: webBuild(files, async (web) => {
        await symlink(join(web, '..', 'config.json'), join(web, 'assets', 'config.json'));
        await writeFile(join(web, '..', 'secret.js'), 'globalThis.ran = "outside"');
      }),
      settings: { origin: origin.url, proxy: ['/api/*', '/orders/*'] },
    });
  });
  afterAll(async () => {
    expect(await app.stop()).toBe(0);
  });

  it('shows each path by its one document, after the page script', async () => {
    await app.shows('The shop at /orders/7');
    expect(await app.page('inline')).toEqual(['object', 'function']);
  });

  it("shows its own page at a server's path, even after a click, until its own link leads there", async () => {
    const before = origin.asked.length;
    for (const reload of [
      () => choose(app, 'reload'),
      () => app.page('void setTimeout(() => location.reload())'),
    ]) {
      await pressKey(app, 'Alt');
      await app.mark();
      await reload();
      await app.replaced();
      await app.shows('The shop at /orders/7');
    }
    expect(origin.asked.length).toBe(before);
    // The server's answers never become documents of the app.
    await app.page(`void setTimeout(() => location.assign('/orders/8'))`);
    await until('the request', () => origin.asked.includes('/orders/8'));
    await app.shows('The shop at /orders/7');
  });

  it('gets no document for a missing script or picture', async () => {
    for (const path of ['/assets/none.js', '/none.png', '/shelves/none.css', '/favicon.ico'])
      expect(await text(app, path), path).toMatch(/^404 text\/plain/);
  });

  it("runs only the build's scripts", async () => {
    const run = (src: string) =>
      app.page(`new Promise((done) => {
        globalThis.ran = 'nothing';
        const script = document.createElement('script');
        script.onload = script.onerror = () => done(ran);
        script.src = ${JSON.stringify(src)};
        document.head.append(script);
      })`);
    expect(await run('/assets/more.js')).toBe('of the build');
    expect(await run('/api/run.js')).toBe('nothing');
    expect(await run('/api/assets/run.js')).toBe('nothing');
    expect(await run('/secret.js')).toBe('nothing');
    expect(await run('data:text/javascript,globalThis.ran="data"')).toBe('nothing');
    expect(await text(app, '/api/run.js')).toContain('200 text/javascript');
    expect(await app.page(`import('/api/run.js').then(() => 'ran', () => 'refused')`)).toBe('refused');
    const inline = (code: string) =>
      app.page(`{
        globalThis.ran = 'nothing';
        const script = document.createElement('script');
        script.textContent = ${JSON.stringify(code)};
        document.head.append(script);
        ran
      }`);
    expect(await inline(`globalThis.ran = 'inline'`)).toBe('nothing');
    const work = (address: string) =>
      app.page(`new Promise((done) => {
        const worker = new Worker(${JSON.stringify(address)});
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = () => done('refused');
      }).catch(() => 'refused')`);
    expect(await work('/assets/worker.js')).toBe('of the worker');
    expect(await work('/api/worker.js')).toBe('refused');
  });

  it('plays a recording from the middle, and serves a part of it', async () => {
    const played = await app.page<number[]>(`new Promise((resolve, reject) => {
      const audio = new Audio('/assets/tone.wav');
      audio.onerror = () => reject(new Error(audio.error.message));
      audio.onloadedmetadata = () => (audio.currentTime = 290);
      audio.onseeked = () => resolve([audio.duration, audio.currentTime]);
    })`);
    expect(played).toEqual([300, 290]);
    const part = `fetch('/assets/tone.wav', { headers: { range: 'bytes=4-7' } })
      .then(async (one) => [one.status, one.headers.get('content-range'), (await one.arrayBuffer()).byteLength])`;
    expect(await app.page(part)).toEqual([206, `bytes 4-7/${TONE.length}`, 4]);
  });

  it('has its styles', async () => {
    const of = (name: string) => app.page(`getComputedStyle(document.querySelector('h1')).${name}`);
    expect([await of('color'), await of('marginLeft')]).toEqual(['rgb(1, 2, 3)', '7px']);
  });

  it('reaches nothing outside the build', async () => {
    for (const path of ['/..%2fconfig.json', '/%2e%2e/config.json', '/assets/..%5c..%5cconfig.json'])
      expect(await text(app, path), path).toMatch(/^40[04] text\/plain/);
    expect(await text(app, '/assets/config.json')).toMatch(/^404 text\/plain/);
    expect(await text(app, '/web.json')).toMatch(/^404 text\/plain/);
  });
});

describe('an app of documents', () => {
  let app: Watched;
  beforeAll(async () => {
    const script = `document.querySelector('b').textContent = location.pathname;`;
    const files = {
      'index.html': page('', `<h1>Welcome</h1><a href="/posts/123">Post</a>`),
      'about/index.html': page('', '<h1>About us</h1><script src="name.js"></script>'),
      'about/name.js': `document.querySelector('h1').textContent += ' at ' + location.href;`,
      'login.html': page('', '<h1>Sign in</h1><form method="post"><input name="user" value="anna"></form>'),
      'posts/[id].html': page(
        '',
        `<h1>Post <b></b></h1><a href="/nowhere">Gone</a><script>${script}</script>`,
      ),
      '404.html': page('', `<h1>No such thing in the shop</h1><a href="/about?from=404#team">About</a>`),
    };
    // Paths of the server for which the build has pages.
    const settings = { origin: origin.url, proxy: ['/about', '/posts/*', '/search', '/login'] };
    app = await watch({ alter: webBuild(files), settings });
  });
  afterAll(async () => {
    expect(await app.stop()).toBe(0);
  });

  it('shows them before any path of the server, one for many paths, and its own page for missing paths', async () => {
    const before = origin.asked.length;
    await app.shows('Welcome');
    await app.page(`document.querySelector('a').click()`);
    await app.shows('Post /posts/123');
    await app.page(`document.querySelector('a').click()`);
    await app.shows('No such thing in the shop');
    await app.page(`document.querySelector('a').click()`);
    // At its folder, where its relative addresses lead.
    await app.shows('About us at app://shell/about/?from=404#team');
    await app.page(`location.href = '/none.js'`);
    await app.shows('404', NOT_FOUND);
    expect(origin.asked.length).toBe(before);
    // It has no page for this one.
    await app.page(`location.href = '/search'`);
    await until('the request', () => origin.asked.includes('/search'));
  });

  it('sends a form to its own address each time, and never by a reload, Back or Forward', async () => {
    const { answer } = origin;
    const posts = () => origin.asked.filter((path) => path === '/login').length;
    const loads = async (act: () => Promise<unknown>, shows = 'Sign in') => {
      await app.mark();
      await act();
      await app.replaced();
      await app.shows(shows);
    };
    const send = () => app.page(`void setTimeout(() => document.forms[0].submit())`);
    await loads(() => app.page(`void setTimeout(() => location.assign('/login'))`));
    for (const times of [1, 2]) {
      origin.answer = (_, response) => response.writeHead(303, { location: '/login' }).end();
      await loads(send);
      expect(posts()).toBe(times);
    }
    origin.answer = (_, response) => response.writeHead(422).end();
    await loads(send, '400');
    expect(posts()).toBe(3);
    await loads(() => app.page('void setTimeout(() => location.reload())'));
    await loads(() => app.page(`void setTimeout(() => location.assign('/about'))`), 'About us');
    const before = 'navigation.entries()[navigation.currentEntry.index - 1].url';
    expect(await app.page(`[document.referrer, ${before}]`)).toEqual([
      expect.stringMatching(/^(?:|app:\/\/shell\/login)$/),
      'app://shell/login',
    ]);
    await loads(() => app.page('void setTimeout(() => history.back())'));
    await loads(() => choose(app, 'reload'));
    expect(posts()).toBe(3);
    origin.answer = answer;
  });
});
