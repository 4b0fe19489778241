/** A Next.js app's unchanged pages in the shell, with its own server: online, offline, and online again. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import type { AppCopy } from '../../support/brokenApp.ts';
import { createNextServer, LOGO_SIZE, NEXT_PAGES, type NextServer } from '../../support/nextOrigin/server.ts';
import { onPage } from '../../support/onPage.ts';
import { html, startOrigin } from '../../support/origin.ts';
import { copyPagesApp } from '../../support/pagesApp.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { NOT_FOUND, SERVER_ERROR } from '../../support/words.ts';

const HOUR = 3_600_000;
/** The times in a file's first line. */
const TIMES = ['savedAt', 'checkedAt', 'expiresAt'];

/**
 * Makes all stored answers older by `ms`. The app must not be running.
 * @returns the number of answers
 */
async function makeOlder(userData: string, milliseconds: number): Promise<number> {
  let files = 0;
  for (const name of ['page-data', 'images']) {
    const entries = await readdir(join(userData, name), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const path = join(entry.parentPath, entry.name);
      const file = await readFile(path);
      const end = file.indexOf('\n');
      const head = JSON.parse(file.toString('utf8', 0, end));
      for (const time of TIMES) if (time in head.meta) head.meta[time] -= milliseconds;
      await writeFile(path, Buffer.concat([Buffer.from(JSON.stringify(head)), file.subarray(end)]));
      files++;
    }
  }
  return files;
}

let server: NextServer;
let copy: AppCopy;
let userData: string;
let app: Watched | undefined;

beforeAll(async () => {
  userData = await mkdtemp(join(tmpdir(), 'holdfast-'));
  // One after the other: each uses all processors.
  server = await createNextServer();
  copy = await copyPagesApp(NEXT_PAGES);
});
afterAll(async () => {
  await app?.stop();
  await server?.remove();
  await copy?.remove();
  await rm(userData, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts or restarts the app with the same user data. */
async function restart(buildId = server.buildId): Promise<void> {
  await app?.stop();
  app = undefined;
  const settings = { origin: server.url, buildId, savePrivate: true, reports: 'off' };
  app = await watch({ app: copy.folder, userData, settings });
}

function screen(): Watched {
  if (!app) throw new Error('The app does not run.');
  return app;
}
const { open, heading, holds, text, press, path, send, requests } = onPage(screen);
/** An expression's value in the page. */
const page = <T>(expression: string) => screen().page<T>(expression);
/** Dispatches a click, without a person's pointer. */
const dispatch = (name: string) =>
  page(`[...document.querySelectorAll('a, button')].find((it) => it.textContent === '${name}').click()`);

const NOTICE = `document.querySelector('.holdfast-saved')`;
const notice = () => holds(`${NOTICE}?.checkVisibility()`);

/** Chromium's notice that the network is back: the page's `online` event. */
async function comeOnline(): Promise<void> {
  const speed = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  for (const offline of [true, false]) await send('Network.emulateNetworkConditions', { offline, ...speed });
}

const LOGO = `document.querySelector('[alt=Logo]')`;
/** Waits for the start page's picture. Resolves to its width in pixels; 0 means that it did not load. */
const pictureWidth = () => page<number>(`${LOGO}.decode().catch(() => 0).then(() => ${LOGO}.naturalWidth)`);
/** Whether main serves the picture as fresh or as stale. */
const pictureCache = () =>
  page(`fetch(${LOGO}.currentSrc).then(({ headers }) => headers.get('x-nextjs-cache'))`);

describe('while the server runs', () => {
  beforeAll(async () => {
    await server.start(1);
    await restart();
  });

  it("shows pages' data, made for each request or at build time", async () => {
    await open('/posts/1');
    await heading('Post 1, edition 1');
    await press('News');
    await text('News of edition 1');
    await open('/docs/a/b%20c');
    await heading('Docs: a > b c');
    expect(await page(NOTICE)).toBeNull();
  });

  it('shows its frame, links, title and route as in the framework', async () => {
    const onServer = async (path: string) => {
      const html = await (await fetch(server.url + path)).text();
      return /<p id="route">(.*?)<\/p>/.exec(html)?.[1]?.replaceAll('&quot;', '"');
    };
    await open('/');
    await heading('Start');
    expect(await page('document.title')).toBe('Start');
    await press('Clicked 0');
    await press('A post with a space');
    await heading('Post a b, edition 1');
    expect(await path()).toBe('/posts/a%20b?q=x');
    expect(await page(`document.getElementById('route').textContent`)).toBe(
      await onServer('/posts/a%20b?q=x'),
    );
    await press('News');
    await heading('News');
    expect(await page('document.title')).toBe('News');
    await text('Clicked 1');
  });

  it('shows its image', async () => {
    await open('/');
    await heading('Start');
    expect(await pictureWidth()).toBe(LOGO_SIZE);
    expect(await pictureCache()).toBe('HIT');
  });

  it('follows its redirect', async () => {
    await open('/posts/moved');
    await heading('News');
    expect(await path()).toBe('/news');
  });

  it('shows its notFound as 404', async () => {
    await open('/posts/gone');
    await heading('404');
    await text(`${NOT_FOUND}.`);
    expect(server.asked('gone')).toBe(1);
  });

  it('shows its 500 after three attempts', async () => {
    const seen: string[] = [];
    const stop = await requests((kind, url) => {
      if (kind === 'Document') seen.push('page');
      else if (url.includes('/posts/broken.json')) seen.push('data');
    });
    await open('/posts/broken');
    await heading('500');
    await text(`${SERVER_ERROR}.`);
    await stop();
    // Later main reloads the whole page.
    expect(seen.slice(0, 4)).toEqual(['page', 'data', 'data', 'data']);
    expect(seen[4]).not.toBe('data');
    expect(server.asked('broken')).toBeGreaterThanOrEqual(3);
  });
});

describe('a page', () => {
  const textOf = (selector: string) => page<string>(`document.querySelector('${selector}').textContent`);
  /** The framework's server writes this into its document. */
  const onServer = async (path: string) => await (await fetch(server.url + path)).text();
  const attribute = (html: string, name: string) =>
    new RegExp(`\\b${name}="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');

  it('supports its document, environment and own props', async () => {
    await open('/parts?tab=a');
    await heading('Parts');
    const html = await onServer('/parts?tab=a');
    for (const [selector, element] of [
      ['html', /<html[^>]*>/],
      ['body', /<body[^>]*>/],
      ['#portals', /<div id="portals"[^>]*>/],
    ] as const) {
      const found = element.exec(html)?.[0] ?? '';
      for (const [, name = '', value] of found.matchAll(/([\w-]+)="([^"]*)"/g)) {
        const own = await page(`document.querySelector('${selector}').getAttribute('${name}')`);
        expect([name, own]).toEqual([name, value]);
      }
    }
    for (const id of ['given', 'env', 'path', 'address']) {
      const there = new RegExp(`<p id="${id}">(.*?)</p>`).exec(html)?.[1]?.replaceAll('<!-- -->', '');
      expect([id, await textOf(`#${id}`)]).toEqual([id, there]);
    }
    expect(await textOf('#portals')).toBe('In the portal');
  });

  it('supports its head: the last of unique elements, and of each key', async () => {
    await open('/parts');
    await heading('Parts');
    const html = await onServer('/parts');
    expect(await page('document.title')).toBe('Parts');
    for (const name of ['description', 'og:image']) {
      const [there = ''] = new RegExp(`<meta (?:name|property)="${name}"[^>]*>`).exec(html) ?? [];
      const here = `[...document.querySelectorAll('meta[name="${name}"], meta[property="${name}"]')]`;
      expect(await page(`${here}.map((it) => it.content)`)).toEqual([attribute(there, 'content')]);
    }
    await open('/news');
    await heading('News');
    expect(await page(`document.querySelector('meta[name="description"]')`)).toBeNull();
  });

  it('supports its pictures: sizes and addresses as on the server, the imported one from the build', async () => {
    await open('/parts');
    await heading('Parts');
    const html = await onServer('/parts');
    for (const alt of ['By width', 'By props']) {
      const [there = ''] = new RegExp(`<img[^>]*alt="${alt}"[^>]*>`).exec(html) ?? [];
      for (const [name, own] of [
        ['srcset', 'srcSet'],
        ['width', 'width'],
      ] as const) {
        const here = await page<string>(`document.querySelector('[alt="${alt}"]').getAttribute('${name}')`);
        expect(decodeURIComponent(here)).toBe(
          decodeURIComponent(attribute(there, own) ?? attribute(there, name) ?? ''),
        );
      }
    }
    const image = `document.querySelector('[alt=Imported]')`;
    await page(`${image}.decode()`);
    const size = await page(
      `(({ naturalWidth, naturalHeight, width, height }) => [naturalWidth, naturalHeight, width, height])(${image})`,
    );
    expect(size).toEqual([6, 4, 6, 4]);
  });

  it('supports lazy loading, its router outside of components, and the events of each navigation', async () => {
    await open('/parts');
    await heading('Parts');
    await dispatch('Open');
    await text('Loaded late for the page');
    await page('void Object.assign(globalThis, { told: [], asked: 0 })');
    await dispatch('Shallow');
    await expect.poll(() => textOf('#address')).toBe('/parts deep deep false');
    expect(await page('asked')).toBe(0);
    await dispatch('Full');
    await expect.poll(() => textOf('#given')).toBe('given /parts /parts?tab=full full');
    expect(await page('asked')).toBe(1);
    await dispatch('Below');
    await expect.poll(path).toBe('/parts?tab=full#below');
    await dispatch('News');
    await heading('News');
    const [shallow, full] = [{ shallow: true }, { shallow: false }];
    expect(await page('told.slice(0, 7)')).toEqual([
      ['routeChangeStart', '/parts?tab=deep', shallow],
      ['routeChangeComplete', '/parts?tab=deep', shallow],
      ['routeChangeStart', '/parts?tab=full', full],
      ['routeChangeComplete', '/parts?tab=full', full],
      ['hashChangeStart', '/parts?tab=full#below', full],
      ['hashChangeComplete', '/parts?tab=full#below', full],
      ['routeChangeStart', '/news', full],
    ]);
  });

  it('supports its error component', async () => {
    await open('/failed');
    await heading('418');
    await text('No coffee here.');
    expect(await page('document.title')).toBe('418: No coffee here');
  });
});

describe('an hour later, without the server, after a restart', () => {
  beforeAll(async () => {
    await app?.stop();
    app = undefined;
    await server.stop();
    // Four pages, a redirect and three images.
    expect(await makeOlder(userData, HOUR)).toBe(8);
    await restart();
  });

  it.each([
    ['/posts/1', 'Post 1, edition 1'],
    ['/news', 'News of edition 1'],
    ['/docs/a/b%20c', 'Docs: a > b c'],
    ['/posts/moved', 'News of edition 1'],
  ])('still shows %s, marked with its age', async (path, words) => {
    await open(path);
    await text(words);
    await notice();
    expect(await page(`${NOTICE}.textContent`)).toBe('Offline. Saved 1 hour ago. Reload');
    // It takes no room from the page.
    const room = await page(`((notice) => {
      const height = () => document.documentElement.scrollHeight;
      const before = height();
      notice.hidden = true;
      const after = height();
      notice.hidden = false;
      return before - after;
    })(${NOTICE})`);
    expect(room).toBe(0);
  });

  it('still shows the image, marked stale', async () => {
    await open('/');
    await heading('Start');
    expect(await pictureWidth()).toBe(LOGO_SIZE);
    expect(await pictureCache()).toBe('STALE');
  });

  it('says for a new page that the server cannot be reached', async () => {
    await open('/posts/2');
    await heading(en.fault.load.refused.title);
  });
});

describe('when the server is back and the machine comes online', () => {
  it('loads the failed page without a click', async () => {
    await open('/posts/2');
    await heading(en.fault.load.refused.title);
    await server.start(2);
    await comeOnline();
    await heading('Post 2, edition 2');
  });

  it('replaces a saved copy with new data', async () => {
    await server.stop();
    await open('/posts/1');
    await heading('Post 1, edition 1');
    await server.start(3);
    await comeOnline();
    await heading('Post 1, edition 3');
    expect(await page(NOTICE)).toBeNull();
  });

  it('does the same if only the server was down, which no event reports', async () => {
    await server.stop();
    await open('/posts/1');
    await notice();
    await server.start(4);
    await heading('Post 1, edition 4');
    expect(await page(NOTICE)).toBeNull();
  });

  it('still shows the image', async () => {
    await open('/');
    await heading('Start');
    expect(await pictureWidth()).toBe(LOGO_SIZE);
  });
});

it('follows the redirects and rewrites of its configuration and middleware', async () => {
  await open('/posts/old');
  await heading('News');
  expect(await path()).toMatch(/^\/news/);
  await open('/posts/first');
  await heading('Post 1, edition 4');
  expect(await path()).toBe('/posts/first');
  await open('/posts/shown');
  await heading('Post 7, edition 4');
  expect(await path()).toBe('/posts/shown');
  await open('/posts/latest');
  await heading('News');
  expect(await path()).toBe('/posts/latest');
});

it('shows an existing copy behind a proxy that answers 503', async () => {
  await server.stop();
  const port = Number(new URL(server.url).port);
  const proxy = await startOrigin(html('<h1>Service Unavailable</h1>', 503), { port });
  await open('/posts/1');
  await heading('Post 1, edition 4');
  await notice();
  await open('/posts/new');
  await heading(en.fault.serverErrorHeading);
  await proxy.close();
  await server.start(4);
  await heading('Post new, edition 4');
});

it('shows new data and a fresh image after a redeploy, and a copy of the data while the server is away', async () => {
  await restart('the-build-before');
  await open('/');
  await heading('Start');
  expect(await pictureWidth()).toBe(LOGO_SIZE);
  // Main asked the server again only a minute after it could not be reached.
  await expect.poll(pictureCache).toBe('HIT');
  await open('/posts/1');
  await heading('Post 1, edition 4');
  expect(await page(NOTICE)).toBeNull();
  await server.stop();
  await open('/posts/1');
  await heading('Post 1, edition 4');
  await notice();
});
