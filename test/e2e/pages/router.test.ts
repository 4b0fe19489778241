/** The example pages with a small data server: pages, navigation, and failures. */
import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUILD_PATH } from '../../../electron/shared/pageData.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { png } from '../../electron/webapp/waiting.ts';
import { PAGES_APP, pathOf, type RunningApp, startApp } from '../../support/app.ts';
import { type AppCopy, copyApp } from '../../support/brokenApp.ts';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { BAD_REQUEST, NOT_FOUND } from '../../support/words.ts';

let origin: Origin;
let ingest: EnvelopeServer;
let copy: AppCopy;
let app: RunningApp;
let page: Page;

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const post = (title: string, visits = 1) => ({ pageProps: { title, visits }, __N_SSP: true });
const news = (item: string) => ({ pageProps: { items: [item] }, __N_SSG: true });

/** The web app: counts its posts' visits; its news are static. */
let visits: number;
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

beforeAll(async () => {
  [origin, ingest, copy] = await Promise.all([
    startOrigin(answers),
    startEnvelopeServer(),
    copyApp(PAGES_APP),
  ]);
  const file = join(copy.folder, 'settings.json');
  const settings = { origin: origin.url, buildId: 'B1', sentryDsn: ingest.dsn, reports: 'on' };
  await writeFile(file, JSON.stringify(settings));
  app = await startApp({ app: copy.folder, env: { HOLDFAST_SETTINGS: file } });
  page = app.page;
});
afterAll(async () => {
  await app?.stop();
  await copy?.remove();
  await origin?.close();
  await ingest?.close();
});
beforeEach(async () => {
  visits = 0;
  origin.answer = answers;
  await page.mouse.move(0, 0);
});
// Not earlier: the very first page sends requests while it starts.
afterEach(() => {
  origin.requests.length = 0;
});

const open = (path: string) => page.goto(`app://shell${path}`);
const heading = (text: string) => page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
const link = (name: string) => page.getByRole('link', { name, exact: true });
/** Follows a link without hovering over it first. */
const follow = (name: string) => link(name).evaluate((element: HTMLElement) => element.click());
const back = () => page.evaluate(() => history.back());
const asked = (part: string) => origin.requests.filter(({ url }) => url.includes(part)).length;
/** Waits until earlier requests of the page must have arrived, because a new one arrives after them. */
const answersSoFar = () => page.evaluate(async () => (await fetch('/_next/data/B1/posts/3.json')).text());

/** Waits for the error page; checks both at once, because main may soon reload the page. */
const fault = (code: string, sentence: string) =>
  Promise.all([heading(code), page.getByText(sentence, { exact: true }).waitFor()]);

describe('pages in a window', () => {
  it('the start page has its title, and requests its picture from the server', async () => {
    await heading('Start');
    expect(await page.title()).toBe('Start');
    await expect.poll(() => asked('/_next/image?url=%2Flogo.png&w=640&q=75')).toBe(1);
  });

  it.each([
    ['/about/', 'About'],
    ['/docs/a/b%20c/%C3%A9', 'Docs: a > b c > é'],
    ['/shop', 'Shop: everything'],
  ])('%s shows its page, with its title', async (path, title) => {
    await open(path);
    await heading(title);
    expect(await page.title()).toBe(title);
  });

  it("fetches the first page's code at once, whatever else is on its way", async () => {
    const held = Promise.withResolvers<void>();
    await page.route(`**${BUILD_PATH}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    const fetched = page.waitForRequest(/\/news-/);
    const opened = open('/news');
    await fetched;
    held.resolve();
    await opened;
    await heading('News');
    await page.unroute(`**${BUILD_PATH}`);
  });

  it('gives a page its parameters, query and data', async () => {
    await open('/posts/42?q=a%26b');
    await heading('Post 42');
    expect(await page.locator('#id').textContent()).toBe('42');
    expect(await page.locator('#query').textContent()).toBe('a&b');
    expect(origin.requests.map(({ url }) => url)).toEqual(['/_next/data/B1/posts/42.json?q=a%26b&id=42']);
  });

  it.each([
    ['has no page', '/About'],
    ['the server does not find', '/posts/gone'],
  ])('shows 404 for a path that %s', async (_name, path) => {
    await open(path);
    await fault('404', `${NOT_FOUND}.`);
    expect(await page.title()).toBe(`404: ${NOT_FOUND}`);
  });

  it('shows 400 for an address that is not valid percent-encoding', async () => {
    await open('/');
    await heading('Start');
    await page.evaluate(() => {
      history.pushState(null, '', '/%E0%A4%A');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await fault('400', `${BAD_REQUEST}.`);
  });
});

describe('moving between pages', () => {
  it('changes page, title and address without reloading the document, and moves the focus to the heading', async () => {
    await open('/');
    await heading('Start');
    await page.evaluate(() => Object.assign(globalThis, { same: true }));
    await link('About').click();
    await heading('About');
    expect(await page.title()).toBe('About');
    expect(pathOf(page)).toBe('/about');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await page.evaluate(() => 'same' in globalThis)).toBe(true);
  });

  it('scrolls to the top, and back and forward to earlier positions', async () => {
    await open('/about');
    await heading('About');
    await page.evaluate(() => scrollTo(0, 1500));
    await follow('News');
    await heading('News');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await back();
    await heading('About');
    await page.waitForFunction(() => scrollY === 1500);
    await page.evaluate(() => history.forward());
    await heading('News');
  });

  it('scrolls to a part of the page, and back', async () => {
    await open('/about');
    await heading('About');
    await page.evaluate(() => scrollTo(0, 10));
    await follow('To the end');
    await page.waitForFunction(() => scrollY > 1000);
    expect(await page.evaluate(() => location.hash)).toBe('#end');
    await back();
    await page.waitForFunction(() => scrollY === 10);
  });

  it('goes back and forward with the mouse buttons', async () => {
    await open('/');
    await heading('Start');
    for (const name of ['News', 'About']) {
      await link(name).click();
      await heading(name);
    }
    const session = await page.context().newCDPSession(page);
    const press = async (button: 'back' | 'forward') => {
      for (const type of ['mousePressed', 'mouseReleased'] as const) {
        await session.send('Input.dispatchMouseEvent', { type, button, x: 1, y: 1, clickCount: 1 });
      }
    };
    await press('back');
    await heading('News');
    await press('back');
    await heading('Start');
    await press('forward');
    await heading('News');
  });

  it('keeps the page until the next one has loaded, and says so', async () => {
    await open('/');
    await heading('Start');
    const held = hold();
    await link('Post 1').click();
    await page.getByRole('progressbar', { name: en.pages.loading }).waitFor();
    await heading('Start');
    expect(pathOf(page)).toBe('/');
    for (const response of held) json(response, post('Late'));
    await heading('Late');
    expect(await page.getByRole('progressbar').count()).toBe(0);
  });

  it('shows 404 for an unknown page, and the page again on the way back', async () => {
    await open('/');
    await heading('Start');
    await link('Nowhere').click();
    await fault('404', `${NOT_FOUND}.`);
    expect(pathOf(page)).toBe('/nowhere');
    await back();
    await heading('Start');
    expect(await page.title()).toBe('Start');
  });

  it('fetches the data of a server-rendered page on each visit', async () => {
    await open('/posts/1');
    await heading('Post 1');
    await follow('About');
    await heading('About');
    await back();
    await page.locator('#visits', { hasText: '2' }).waitFor();
    expect(asked('/posts/1')).toBe(2);
  });

  it('shows static data at once, and new data after asking in the background', async () => {
    await open('/news');
    await page.getByText('one').waitFor();
    await follow('About');
    await heading('About');
    const held = hold();
    await back();
    await page.getByText('one').waitFor();
    await expect.poll(() => held.length).toBe(1);
    for (const response of held) json(response, news('two'));
    await page.getByText('two').waitFor();
  });

  it('ignores a page that arrives after the user has moved on', async () => {
    await open('/');
    await heading('Start');
    const held = hold();
    await follow('Post 1');
    await expect.poll(() => held.length).toBe(1);
    origin.answer = answers;
    await follow('News');
    await heading('News');
    for (const response of held) json(response, post('Late'));
    await answersSoFar();
    await heading('News');
    expect(pathOf(page)).toBe('/news');
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
    const gone = page.waitForEvent('load');
    await page.evaluate(() => void window.holdfast?.signOut());
    await gone;
    await heading('Start');
    const seen: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) seen.push('page');
      else if (request.url().includes('/posts/1.json')) seen.push('data');
    });
    failing(3, 503, 'busy');
    await Promise.all([heading(en.fault.serverErrorHeading), follow('Post 1')]);
    await heading('Post 1');
    expect(seen).toEqual(['data', 'page', 'data', 'data', 'data']);
  });

  it('shows a fault, not an empty page, for data that the page refuses', async () => {
    failing(1, 200, { pageProps: { title: 1 } });
    const reason = /The page does not accept the server's data: ValiError/;
    const told = page.locator('pre', { hasText: reason }).waitFor({ state: 'attached' });
    await Promise.all([heading(en.fault.data.title), told, open('/posts/5')]);
  });

  it('shows a fault for endless redirects', async () => {
    failing(Number.POSITIVE_INFINITY, 200, { pageProps: { __N_REDIRECT: '/posts/6' } });
    await Promise.all([heading(en.fault.boot.loop.title), open('/posts/6')]);
  });
});

it('shows a script fault for a page that throws; each failure of this file was reported once, and nothing else', async () => {
  await open('/broken');
  await page.getByRole('heading', { name: en.fault.script.title }).waitFor();
  const reports = () =>
    ingest.events().map(({ contexts }) => {
      const { kind, code, url } = contexts?.fault ?? {};
      return `${kind} ${code} ${url}`;
    });
  await expect
    .poll(() => reports().sort())
    .toEqual([
      'data ERR_TOO_MANY_REDIRECTS /posts/6',
      'data undefined /posts/5',
      'http 503 /posts/1',
      'script undefined /broken',
    ]);
  // No handler in main failed: that would have left a stack.
  expect(app.stderr()).not.toMatch(/^ +at /m);
});
