/** What a build brings itself: styles and documents. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { PROJECT } from '../../support/app.ts';
import type { AppCopy } from '../../support/brokenApp.ts';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { copyPagesApp } from '../../support/pagesApp.ts';
import { reportOf, type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { webBuild } from '../../support/webBuild.ts';
import { NOT_FOUND } from '../../support/words.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>';

const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head><body>${body}</body></html>`;

describe('pages under a strict policy with additions', () => {
  let origin: Origin;
  let elsewhere: Origin;
  let ingest: EnvelopeServer;
  let built: AppCopy;
  let app: Watched;
  let isDown = false;

  beforeAll(async () => {
    [ingest, built] = await Promise.all([
      startEnvelopeServer(),
      copyPagesApp(join(PROJECT, 'test', 'support', 'framedPages')),
    ]);
    origin = await startOrigin((request, response) => {
      if (isDown) response.writeHead(503).end('down');
      else if (request.url?.includes('/posts/cut')) request.socket.destroy();
      else response.end(JSON.stringify({ pageProps: { title: 'The title' }, __N_SSP: true }));
    });
    elsewhere = await startOrigin(({ url }, response) =>
      url === '/picture'
        ? response.setHeader('Content-Type', 'image/svg+xml').end(SVG)
        : response.setHeader('Content-Type', 'text/html').end('<title>x</title><p>Framed</p>'),
    );
    const contentSecurityPolicy = [`img-src ${elsewhere.url}`, `frame-src ${elsewhere.url}`];
    app = await watch({
      app: built.folder,
      ingest,
      settings: { origin: origin.url, buildId: 'B1', policy: 'strict', contentSecurityPolicy },
    });
    await app.shows('The post');
  });
  afterAll(async () => {
    expect(await app?.stop()).toBe(0);
    await origin?.close();
    await elsewhere?.close();
    await built?.remove();
    await ingest?.close();
  });

  const open = (path: string) => app.page(`void setTimeout(() => location.assign('${path}'))`);

  it('shows the status of its server; main records it, reports it and retries, and the page is back', async () => {
    isDown = true;
    await open('/posts/1');
    await app.shows(en.fault.serverErrorHeading);
    await until('the report', () =>
      ingest
        .events()
        .some(({ contexts }) => contexts?.fault?.code === 503 && contexts.fault.url === '/posts/1'),
    );
    isDown = false;
    await app.shows('The title');
  });

  it('shows ours for a fault without a status', async () => {
    await open('/posts/cut');
    const text = await app.shows(/ERR_\w+/, /Reconnecting in/, 'Report ID');
    expect((await reportOf(text, ingest)).contexts?.fault?.url).toBe('/posts/cut');
  });

  it('opens a link with a target in the window, if it leads to a page of the app', async () => {
    await open('/');
    await app.shows('The post');
    await app.page(`document.querySelector('a').click()`);
    await app.shows('The title');
    expect(await app.windows()).toHaveLength(1);
  });

  /** An expression: the colour of the element with this text. */
  const colour = (text: string) =>
    `getComputedStyle([...document.querySelectorAll('h1, p')].find((one) => one.textContent === '${text}')).color`;
  const NONCE = `document.querySelector('meta[property="csp-nonce"]').nonce`;

  it("the strict policy allows a library's styles by nonce, and no others", async () => {
    await open('/styled');
    await app.shows('Styled');
    expect(await app.page(colour('Styled'))).toBe('rgb(255, 0, 0)');
    expect(await app.page(colour('By an attribute'))).toBe('rgb(0, 128, 0)');
    await app.page(`document.querySelector('button').click()`);
    await until('the other style', async () => (await app.page(colour('Styled'))) === 'rgb(0, 0, 255)');
    await app.page(`{
      const style = document.createElement('style');
      style.textContent = 'h1 { color: rgb(1, 2, 3) !important }';
      document.head.append(style);
      document.body.insertAdjacentHTML('beforeend', '<p style="color: rgb(1, 2, 3)">As text</p>');
    }`);
    expect(await app.page(colour('Styled'))).toBe('rgb(0, 0, 255)');
    expect(await app.page(colour('As text'))).not.toBe('rgb(1, 2, 3)');
    const nonce = await app.page<string>(NONCE);
    expect(nonce).toMatch(/^[\w-]{22,}$/);
    expect(await app.page('__webpack_nonce__')).toBe(nonce);
    await app.mark();
    await app.page('void setTimeout(() => location.reload())');
    await app.replaced();
    await app.shows('Styled');
    expect(await app.page(colour('Styled'))).toBe('rgb(255, 0, 0)');
    expect(await app.page(NONCE)).not.toBe(nonce);
  });

  it('the strict policy allows the pictures and frames that the settings add, and no others', async () => {
    // 0 means that the picture did not load.
    const width = (image: string) =>
      app.page(
        `(async (image) => { await image.decode().catch(() => undefined); return image.naturalWidth; })(${image})`,
      );
    // Its source is a data: address.
    expect(await width(`document.querySelector('img')`)).toBe(1);
    expect(await width(`Object.assign(new Image(), { src: '${elsewhere.url}/picture' })`)).toBe(3);
    await open(`/styled?frame=${encodeURIComponent(elsewhere.url)}`);
    await until('the frame', async () =>
      (
        await app.main<
          string[]
        >(`Promise.all(electron.BrowserWindow.getAllWindows()[0].webContents.mainFrame.frames
          .map((one) => one.executeJavaScript('document.body.innerText').catch(String)))`)
      ).includes('Framed'),
    );
    const refused = await app.page(`new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
      const src = '${elsewhere.url.replace('127.0.0.1', 'localhost')}/';
      document.body.append(Object.assign(document.createElement('iframe'), { src }));
    })`);
    expect(refused).toBe('frame-src');
    expect(elsewhere.asked).toEqual(['/picture', '/']);
  });
});

describe('several documents', () => {
  let app: Watched;
  beforeAll(async () => {
    const script = `document.querySelector('b').textContent = location.pathname;`;
    const files = {
      'index.html': page('', `<h1>Welcome</h1><a href="/posts/123">Post</a>`),
      'about/index.html': page('', '<h1>About us</h1><script src="name.js"></script>'),
      'about/name.js': `document.querySelector('h1').textContent += ' at ' + location.href;`,
      'posts/[id].html': page(
        '',
        `<h1>Post <b></b></h1><a href="/nowhere">Gone</a><script>${script}</script>`,
      ),
      '404.html': page('', `<h1>No such thing in the shop</h1><a href="/about?from=404#team">About</a>`),
    };
    app = await watch({ alter: webBuild(files) });
  });
  afterAll(async () => {
    expect(await app.stop()).toBe(0);
  });

  it('shows one for many paths, and its own page for missing paths', async () => {
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
  });
});
