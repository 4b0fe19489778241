import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Origin, startOrigin } from '../../electron/protocol/data/origin.ts';
import { png } from '../../electron/protocol/images/images.ts';
import { type App, serveApp } from './app/serve.ts';

let browser: Browser;
let origin: Origin;
let app: App;
let page: Page;

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** The web app: counts the visits of each post; its news are static. */
let visits: number;
const answers: Origin['answer'] = ({ url = '' }, response) => {
  const post = /\/posts\/(\d+)\.json/.exec(url)?.[1];
  if (post) json(response, { pageProps: { title: `Post ${post}`, visits: ++visits }, __N_SSP: true });
  else if (url.includes('/news.json')) json(response, { pageProps: { items: ['one'] }, __N_SSG: true });
  else if (url === '/logo.png') response.end(png(1));
  else response.writeHead(404).end();
};

beforeAll(async () => {
  origin = await startOrigin(answers);
  [app, browser] = await Promise.all([
    serveApp(join(import.meta.dirname, '../../support/pages'), origin.url),
    chromium.launch({
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    }),
  ]);
  page = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
  await origin?.close();
});
beforeEach(async () => {
  visits = 0;
  origin.answer = answers;
  origin.counts.clear();
  origin.requests.length = 0;
  await page.mouse.move(0, 0);
});

const open = (path: string) => page.goto(app.url + path);
const heading = (text: string) => page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
const link = (name: string) => page.getByRole('link', { name, exact: true });
const asked = (part: string) => origin.requests.filter(({ url }) => url.includes(part)).length;
const focused = () => page.evaluate(() => document.activeElement?.tagName);
const reported = () => page.evaluate(() => (globalThis as unknown as { reported: string[] }).reported);

/** Waits for the error page. */
async function fault(code: string, sentence: string): Promise<void> {
  await heading(code);
  await page.getByText(sentence, { exact: true }).waitFor();
}

describe('pages in a window', () => {
  it.each([
    ['/', 'Start'],
    ['/about/', 'About'],
    ['/docs/a/b%20c/%C3%A9', 'Docs: a > b c > é'],
    ['/shop', 'Shop: everything'],
  ])('%s shows its page, with its title', async (path, title) => {
    await open(path);
    await heading(title);
    expect(await page.title()).toBe(title);
    expect(await reported()).toEqual([]);
  });

  it('gives a page its parameters, query and data', async () => {
    await open('/posts/42?q=a%26b');
    await heading('Post 42');
    expect(await page.locator('#id').textContent()).toBe('42');
    expect(await page.locator('#query').textContent()).toBe('a&b');
    expect(origin.requests.map(({ url }) => url)).toEqual(['/_next/data/B1/posts/42.json?q=a%26b&id=42']);
  });

  it('shows images through main', async () => {
    const answer = page.waitForResponse(/_next\/image/);
    await open('/');
    expect((await answer).headers()).toMatchObject({ 'content-type': 'image/png' });
    expect(asked('/_next/image')).toBe(0);
  });

  it('shows the error page for a path that has no page', async () => {
    await open('/About');
    await fault('404', 'This page could not be found.');
    expect(await page.title()).toBe('404: This page could not be found');
    expect(await reported()).toEqual([]);
  });

  it('shows 400 for a link that is not valid percent-encoding', async () => {
    await open('/');
    await heading('Start');
    await page.evaluate(() => {
      history.pushState(null, '', '/%E0%A4%A');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await fault('400', 'Bad Request.');
  });

  it('shows a page that throws as a script fault, and reports it once', async () => {
    await open('/broken');
    await page.getByRole('heading', { name: /^Application error: a client-side exception/ }).waitFor();
    expect(await reported()).toEqual(['Uncaught Error: This page throws.']);
  });
});

describe('moving between pages', () => {
  it('changes page, title and address without loading the document again, and moves the focus to the heading', async () => {
    await open('/');
    await heading('Start');
    await page.evaluate(() => Object.assign(globalThis, { same: true }));
    await link('About').click();
    await heading('About');
    expect(await page.title()).toBe('About');
    expect(page.url()).toBe(`${app.url}/about`);
    expect(await focused()).toBe('H1');
    expect(await page.evaluate(() => 'same' in globalThis)).toBe(true);
  });

  it('scrolls to the top, and back and forward to where one was', async () => {
    await open('/about');
    await heading('About');
    await page.evaluate(() => scrollTo(0, 1500));
    await link('News').evaluate((element: HTMLElement) => element.click());
    await heading('News');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Alt+ArrowLeft');
    await heading('About');
    await page.waitForFunction(() => scrollY === 1500);
    await page.keyboard.press('Alt+ArrowRight');
    await heading('News');
  });

  it('goes back and forward with the buttons of the mouse', async () => {
    await open('/');
    await heading('Start');
    await link('News').click();
    await heading('News');
    const press = (button: number) =>
      page.evaluate(
        (which) => document.body.dispatchEvent(new MouseEvent('mouseup', { button: which, bubbles: true })),
        button,
      );
    await press(3);
    await heading('Start');
    await press(4);
    await heading('News');
  });

  it('keeps the page until the next one is there, and says that it is loading', async () => {
    await open('/');
    await heading('Start');
    const held: ServerResponse[] = [];
    origin.answer = (_, response) => held.push(response);
    await link('Post 1').click();
    await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor();
    await heading('Start');
    expect(page.url()).toBe(`${app.url}/`);
    for (const response of held) json(response, { pageProps: { title: 'Late', visits: 1 } });
    await heading('Late');
    expect(await page.getByRole('progressbar').count()).toBe(0);
  });

  it('to an unknown page shows 404, and back again the page', async () => {
    await open('/');
    await heading('Start');
    await link('Nowhere').click();
    await fault('404', 'This page could not be found.');
    expect(page.url()).toBe(`${app.url}/nowhere`);
    await page.goBack();
    await heading('Start');
    expect(await page.title()).toBe('Start');
  });

  it('asks for data when the pointer rests on a link, once', async () => {
    await open('/');
    await heading('Start');
    await link('Post 2').hover();
    await expect.poll(() => asked('/posts/2')).toBe(1);
    expect(origin.requests.at(-1)?.headers.purpose).toBe('prefetch');
    await link('Post 2').click();
    await heading('Post 2');
    expect(asked('/posts/2')).toBe(1);
  });

  it('gets the data of a server-rendered page for each visit', async () => {
    await open('/posts/1');
    await heading('Post 1');
    await link('About').evaluate((element: HTMLElement) => element.click());
    await heading('About');
    await page.goBack();
    await page.locator('#visits', { hasText: '2' }).waitFor();
    expect(asked('/posts/1')).toBe(2);
  });

  it('shows static data at once, asks again in the background, and shows what is new', async () => {
    await open('/news');
    await page.getByText('one').waitFor();
    await link('About').evaluate((element: HTMLElement) => element.click());
    await heading('About');
    const held: ServerResponse[] = [];
    origin.answer = (_, response) => held.push(response);
    await page.goBack();
    await page.getByText('one').waitFor();
    await expect.poll(() => held.length).toBe(1);
    const two = (response: ServerResponse) =>
      json(response, { pageProps: { items: ['two'] }, __N_SSG: true });
    origin.answer = (_, response) => two(response);
    for (const response of held) two(response);
    await page.getByText('two').waitFor();
  });
});

describe('when data does not come', () => {
  const failing = (status: number, body: unknown) => {
    origin.answer = (_, response) => json(response, body, status);
  };

  it('a first load is tried three times after a 5xx, and then shows its status', async () => {
    failing(503, 'busy');
    await open('/posts/1');
    await fault('503', 'An unexpected error has occurred.');
    expect(asked('/posts/1')).toBe(3);
    expect(await reported()).toEqual(['Uncaught FaultError: Failed to load static props']);
  });

  it('a later load is tried once', async () => {
    await open('/');
    await heading('Start');
    failing(500, 'broken');
    await link('Post 1').evaluate((element: HTMLElement) => element.click());
    await fault('500', 'Internal Server Error.');
    expect(asked('/posts/1')).toBe(1);
  });

  it('notFound is the 404 page', async () => {
    failing(404, { notFound: true });
    await open('/posts/1');
    await fault('404', 'This page could not be found.');
    expect(await reported()).toEqual([]);
  });

  it('what is no data, or not what the page accepts, is told and not shown as an empty page', async () => {
    origin.answer = (_, response) => response.end('<html>');
    await open('/posts/1');
    await heading('Failed to load static props.');
    failing(200, { pageProps: { title: 1 } });
    await link('Try again').click();
    await page.getByText('Details', { exact: true }).click();
    await page.getByText(/The page does not accept the server's data: ValiError/).waitFor();
  });

  it('a redirect is followed, and one without end is not', async () => {
    origin.answer = (request, response) =>
      request.url?.includes('/posts/1')
        ? json(response, { pageProps: { __N_REDIRECT: '/news', __N_REDIRECT_STATUS: 307 } })
        : answers(request, response);
    await open('/posts/1');
    await heading('News');
    expect(page.url()).toBe(`${app.url}/news`);
    failing(200, { pageProps: { __N_REDIRECT: '/posts/1' } });
    await open('/posts/1');
    await fault('ERR_TOO_MANY_REDIRECTS', 'Failed to load static props.');
  });

  it('offline the last good data is shown with its age, and new data once the origin is back', async () => {
    await open('/posts/7');
    await heading('Post 7');
    origin.answer = (_, response) => response.destroy();
    await page.reload();
    await heading('Post 7');
    const notice = page.getByRole('status');
    expect(await notice.textContent()).toBe(
      'The server cannot be reached. This is a copy saved less than a minute ago.',
    );
    origin.answer = answers;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.locator('#visits', { hasText: '2' }).waitFor();
    expect(await notice.count()).toBe(0);
  });

  it('offline a page that was never seen says so, and can be tried again', async () => {
    origin.answer = (_, response) => response.destroy();
    await open('/posts/99');
    await fault('ERR_FAILED', 'Failed to load static props.');
    expect(await reported()).toEqual([]);
    origin.answer = answers;
    await link('Try again').click();
    await heading('Post 99');
  });

  it('whoever moves on does not get the page that comes late', async () => {
    await open('/');
    await heading('Start');
    const held: ServerResponse[] = [];
    origin.answer = (request, response) => {
      if (request.url?.includes('/posts/')) held.push(response);
      else answers(request, response);
    };
    await link('Post 1').click();
    await expect.poll(() => held.length).toBe(1);
    await link('News').click();
    await heading('News');
    for (const response of held) json(response, { pageProps: { title: 'Late', visits: 1 } });
    await page.waitForTimeout(50);
    await heading('News');
  });
});

it('no handler of main failed', () => {
  expect(app.errors).toEqual([]);
});
