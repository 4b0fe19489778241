/** The example pages with a small data server: pages, navigation, and failures. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { PAGES_APP } from '../../support/app.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { isLineThere, lineSays } from '../../support/line.ts';
import { oneWith, onPage } from '../../support/onPage.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { png } from '../../support/png.ts';
import { watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';
import { BAD_REQUEST, NOT_FOUND } from '../../support/words.ts';

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const post = (title: string, visits = 1) => ({ pageProps: { title, visits }, __N_SSP: true });
const news = (item: string) => ({ pageProps: { items: [item] }, __N_SSG: true });

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>';

/** The web app: counts its posts' visits; its news are static. */
let visits = 0;
const answers: Origin['answer'] = ({ url = '' }, response) => {
  const id = /\/posts\/(\d+)\.json/.exec(url)?.[1];
  if (id) json(response, post(`Post ${id}`, ++visits));
  else if (url.includes('/news.json')) json(response, news('one'));
  else if (url.startsWith('/_next/image?')) response.setHeader('content-type', 'image/png').end(png(1));
  else json(response, { notFound: true }, 404);
};
/** Makes the server hold all requests. Returns the held ones. */
function hold(): ServerResponse[] {
  const held: ServerResponse[] = [];
  origin.answer = (_, response) => held.push(response);
  return held;
}

const [origin, ingest] = await Promise.all([startOrigin(answers), startEnvelopeServer()]);
const elsewhere = await startOrigin(({ url }, response) =>
  url === '/picture'
    ? response.setHeader('Content-Type', 'image/svg+xml').end(SVG)
    : response.setHeader('Content-Type', 'text/html').end('<title>x</title><p>Framed</p>'),
);
const contentSecurityPolicy = [`img-src ${elsewhere.url}`, `frame-src ${elsewhere.url}`];
const settings = { origin: origin.url, buildId: 'B1', policy: 'strict', contentSecurityPolicy };
const app = await watch({ app: PAGES_APP, ingest, settings, durations: { toldMs: 5_000 } });
await app.shows('This window is Holdfast');

const { open, heading, holds, press, path, send, requests } = onPage(
  () => app,
  () => origin.url,
);
beforeEach(async () => {
  visits = 0;
  origin.answer = answers;
  // Away from links.
  await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 });
});
// Not earlier: the very first page sends requests while it starts.
afterEach(() => {
  origin.requests.length = 0;
});

const back = () => app.page('history.back()');
const titleNow = () => app.page('document.title');
const asked = (part: string) => origin.requests.filter(({ url }) => url.includes(part)).length;
/** Waits for the error page. */
const fault = (code: string, sentence: string) => heading(code, oneWith(sentence));

describe('pages in a window', () => {
  it('the start page has its title, and requests its picture from the server', async () => {
    await heading('Start');
    expect(await titleNow()).toBe('Start');
    await expect.poll(() => asked('/_next/image?url=%2Flogo.png&w=640&q=75')).toBe(1);
  });

  it.each([
    ['/about/', 'About'],
    ['/docs/a/b%20c/%C3%A9', 'Docs: a > b c > é'],
    ['/shop', 'Shop: everything'],
  ])('%s shows its page, with its title', async (path, title) => {
    await open(path);
    await heading(title);
    expect(await titleNow()).toBe(title);
  });

  it('gives a page its parameters, query and data', async () => {
    await open('/posts/42?q=a%26b');
    await heading('Post 42');
    const shown = await app.page(`['id', 'query'].map((id) => document.getElementById(id).textContent)`);
    expect(shown).toEqual(['42', 'a&b']);
    expect(origin.requests.map(({ url }) => url)).toEqual(['/_next/data/B1/posts/42.json?q=a%26b&id=42']);
  });

  it('shows 404 for a path that the server does not find', async () => {
    await open('/posts/gone');
    await fault('404', `${NOT_FOUND}.`);
    expect(await titleNow()).toBe(`404: ${NOT_FOUND}`);
  });

  it('shows 400 for an address that is not valid percent-encoding', async () => {
    await open('/');
    await heading('Start');
    await app.page(`history.pushState(null, '', '/%E0%A4%A'), dispatchEvent(new PopStateEvent('popstate'))`);
    await fault('400', `${BAD_REQUEST}.`);
  });
});

describe('moving between pages', () => {
  it('changes page, title and address without reloading the document, and moves the focus to the heading', async () => {
    await open('/');
    await heading('Start');
    await app.mark();
    await press('About');
    await heading('About');
    expect(await titleNow()).toBe('About');
    expect(await path()).toBe('/about');
    expect(await app.page('[document.activeElement.tagName, isOld]')).toEqual(['H1', true]);
  });

  it('scrolls to the top, and back and forward to earlier positions', async () => {
    await open('/about');
    await heading('About');
    await app.page('scrollTo(0, 1500)');
    await app.click('News');
    await heading('News');
    expect(await app.page('scrollY')).toBe(0);
    await back();
    await heading('About');
    await holds('scrollY === 1500');
    await app.page('history.forward()');
    await heading('News');
  });

  const BAR = `document.querySelector('[role=progressbar]')`;

  it('keeps the page until the next one has loaded, and says so', async () => {
    await open('/');
    await heading('Start');
    const held = hold();
    await press('Post 1');
    await heading('Start', `${BAR}?.ariaLabel === '${en.pages.loading}'`);
    await expect.poll(() => held.length).toBe(1);
    expect(await path()).toBe('/');
    for (const response of held) json(response, post('Late'));
    await heading('Late');
    expect(await app.page(BAR)).toBeNull();
  });

  it('shows 404 for an unknown page, and the page again on the way back', async () => {
    await open('/');
    await heading('Start');
    await press('Nowhere');
    await fault('404', `${NOT_FOUND}.`);
    expect(await path()).toBe('/nowhere');
    await back();
    await heading('Start');
    expect(await titleNow()).toBe('Start');
  });
});

describe('under a strict policy with additions', () => {
  /** An expression: the colour of the element with this text. */
  const colour = (text: string) =>
    `getComputedStyle([...document.querySelectorAll('h1, p')].find((one) => one.textContent === '${text}')).color`;
  const NONCE = `document.querySelector('meta[property="csp-nonce"]').nonce`;

  it("the strict policy allows a library's styles by nonce, and no others", async () => {
    await open('/styled');
    await heading('Styled');
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
    await app.replacedBy(() => app.page('void setTimeout(() => location.reload())'));
    await app.shows('Styled');
    expect(await app.page(colour('Styled'))).toBe('rgb(255, 0, 0)');
    expect(await app.page(NONCE)).not.toBe(nonce);
  });

  it('the strict policy allows the pictures and frames that the settings add, and no others', async () => {
    // 0 means that the picture did not load.
    const width = (image: string) =>
      app.page(`(async (it) => (await it.decode().catch(() => 0), it.naturalWidth))(${image})`);
    // Its source is a data: address.
    expect(await width(`document.querySelector('img')`)).toBe(1);
    expect(await width(`Object.assign(new Image(), { src: '${elsewhere.url}/picture' })`)).toBe(3);
    await open(`/styled?frame=${encodeURIComponent(elsewhere.url)}`);
    const texts = () =>
      app.main(`Promise.all(electron.BrowserWindow.getAllWindows()[0].webContents.mainFrame.frames
        .map((one) => one.executeJavaScript('document.body.innerText').catch(String)))`);
    await expect.poll(texts).toContain('Framed');
    const refused = await app.page(`new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
      const src = '${elsewhere.url.replace('127.0.0.1', 'localhost')}/';
      document.body.append(Object.assign(document.createElement('iframe'), { src }));
    })`);
    expect(refused).toBe('frame-src');
    expect(elsewhere.asked).toEqual(['/picture', '/']);
  });
});

describe('when data does not arrive', () => {
  /** The server answers this many data requests like this, then normally. */
  function failing(times: number, status: number, body: unknown): void {
    let left = times;
    origin.answer = (request, response) => {
      if (request.url?.includes('.json') && left-- > 0) json(response, body, status);
      else answers(request, response);
    };
  }

  it("retries the window's first page three times after a 5xx, and later pages once", async () => {
    await open('/');
    await heading('Start');
    // With a copy of the page, that would be shown.
    await app.replacedBy(() => app.page('void holdfast.signOut()'));
    await heading('Start');
    // The one that has removed the copies goes by itself.
    await expect.poll(() => app.windows()).toHaveLength(1);
    const seen: string[] = [];
    const stop = await requests((kind, url) => {
      if (kind === 'Document') seen.push('page');
      else if (url.includes('/posts/1.json')) seen.push('data');
    });
    failing(3, 503, 'busy');
    // The pause on the error page may be too short to be seen.
    await app.click('Post 1');
    await heading('Post 1');
    await stop();
    expect(seen).toEqual(['data', 'page', 'data', 'data', 'data']);
  });

  it('shows the last data without the server, with its age in the window, until the person signs out', async () => {
    await open('/posts/3');
    await heading('Post 3');
    await origin.close();
    await open('/posts/3');
    await lineSays(app, /^Offline\. Saved/);
    // It goes with its page.
    await open('/posts/4');
    await heading(en.fault.load.refused.title);
    await until('no text over the window', async () => !(await isLineThere(app)));
    await back();
    await heading('Post 3');
    await app.replacedBy(() => app.page('void holdfast.signOut()'));
    await heading(en.fault.load.refused.title);
    await origin.listen();
    await heading('Post 3');
  });

  it('shows a fault for endless redirects', async () => {
    failing(Number.POSITIVE_INFINITY, 200, { pageProps: { __N_REDIRECT: '/posts/6' } });
    await open('/posts/6');
    await heading(en.fault.boot.loop.title);
  });
});

it('shows a script fault for a page that throws; each failure of this file was reported once, and nothing else', async () => {
  await open('/broken');
  await holds(oneWith(en.fault.script.title, 'h1, h2'));
  const reports = () =>
    ingest.events().map(({ contexts }) => {
      const { kind, code, url } = contexts?.fault ?? {};
      return `${kind} ${code} ${url}`;
    });
  const refused = 'data ERR_CONNECTION_REFUSED /posts/';
  const others = ['data ERR_TOO_MANY_REDIRECTS /posts/6', 'http 503 /posts/1', 'script undefined /broken'];
  await expect.poll(() => reports().sort()).toEqual([`${refused}3`, `${refused}4`, ...others]);
  // No handler in main failed: that would have left a stack.
  expect(app.stderr()).not.toMatch(/^ +at /m);
});
