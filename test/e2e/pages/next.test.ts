/** A Next.js app's unchanged pages in the shell, with its own server: online, offline, and online again. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { pathOf, type RunningApp, startApp } from '../../support/app.ts';
import type { AppCopy } from '../../support/brokenApp.ts';
import { createNextServer, LOGO_SIZE, NEXT_PAGES, type NextServer } from '../../support/nextOrigin/server.ts';
import { html, startOrigin } from '../../support/origin.ts';
import { copyPagesApp } from '../../support/pagesApp.ts';
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
let app: RunningApp | undefined;

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
  const settings = join(copy.folder, 'settings.json');
  await writeFile(
    settings,
    JSON.stringify({ origin: server.url, buildId, savePrivate: true, reports: 'off' }),
  );
  app = await startApp({ app: copy.folder, userData, env: { HOLDFAST_SETTINGS: settings } });
}

function window() {
  if (!app) throw new Error('The app does not run.');
  return app.page;
}

/** Opens a path of the app as its first page. */
const open = (path: string) => window().goto(new URL(path, window().url()).href);
const heading = (name: string) => window().getByRole('heading', { level: 1, name, exact: true }).waitFor();
const text = (words: string) => window().getByText(words, { exact: true }).waitFor();
const notice = () => window().locator('.holdfast-saved');

/** Chromium's notice that the network is back: the page's `online` event. */
async function comeOnline(): Promise<void> {
  await window().context().setOffline(true);
  await window().context().setOffline(false);
}

/** Waits for the start page's picture. Resolves to its width in pixels; 0 means that it did not load. */
const pictureWidth = () =>
  window()
    .getByAltText('Logo')
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode().catch(() => undefined);
      return image.naturalWidth;
    });
/** Whether main serves the picture as fresh or as stale. */
const pictureCache = () =>
  window()
    .getByAltText('Logo')
    .evaluate(async ({ currentSrc }: HTMLImageElement) =>
      (await fetch(currentSrc)).headers.get('x-nextjs-cache'),
    );

describe('while the server runs', () => {
  beforeAll(async () => {
    await server.start(1);
    await restart();
  });

  it("shows pages' data, made for each request or at build time", async () => {
    await open('/posts/1');
    await heading('Post 1, edition 1');
    await window().getByRole('link', { name: 'News' }).click();
    await text('News of edition 1');
    await open('/docs/a/b%20c');
    await heading('Docs: a > b c');
    expect(await notice().count()).toBe(0);
  });

  it('shows its frame, links, title and route as in the framework', async () => {
    const onServer = async (path: string) => {
      const html = await (await fetch(server.url + path)).text();
      return /<p id="route">(.*?)<\/p>/.exec(html)?.[1]?.replaceAll('&quot;', '"');
    };
    await open('/');
    await heading('Start');
    expect(await window().title()).toBe('Start');
    await window().getByRole('button', { name: 'Clicked 0' }).click();
    await window().getByRole('link', { name: 'A post with a space' }).click();
    await heading('Post a b, edition 1');
    expect(pathOf(window())).toBe('/posts/a%20b?q=x');
    expect(await window().locator('#route').textContent()).toBe(await onServer('/posts/a%20b?q=x'));
    await window().getByRole('link', { name: 'News' }).click();
    await heading('News');
    expect(await window().title()).toBe('News');
    await window().getByRole('button', { name: 'Clicked 1' }).waitFor();
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
    expect(pathOf(window())).toBe('/news');
  });

  it('shows its notFound as 404', async () => {
    await open('/posts/gone');
    await heading('404');
    await text(`${NOT_FOUND}.`);
    expect(server.asked('gone')).toBe(1);
  });

  it('shows its 500 after three attempts', async () => {
    const seen: string[] = [];
    window().on('request', (request) => {
      if (request.isNavigationRequest()) seen.push('page');
      else if (request.url().includes('/posts/broken.json')) seen.push('data');
    });
    await open('/posts/broken');
    await heading('500');
    await text(`${SERVER_ERROR}.`);
    // Later main reloads the whole page.
    expect(seen.slice(0, 4)).toEqual(['page', 'data', 'data', 'data']);
    expect(seen[4]).not.toBe('data');
    expect(server.asked('broken')).toBeGreaterThanOrEqual(3);
  });
});

describe('a page', () => {
  const textOf = (selector: string) => window().locator(selector).textContent();
  const press = (name: string) => window().getByRole('button', { name, exact: true }).dispatchEvent('click');
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
        expect([name, await window().locator(selector).getAttribute(name)]).toEqual([name, value]);
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
    expect(await window().title()).toBe('Parts');
    for (const name of ['description', 'og:image']) {
      const [there = ''] = new RegExp(`<meta (?:name|property)="${name}"[^>]*>`).exec(html) ?? [];
      const here = window().locator(`meta[name="${name}"], meta[property="${name}"]`);
      expect(await here.count()).toBe(1);
      expect(await here.getAttribute('content')).toBe(attribute(there, 'content'));
    }
    await open('/news');
    await heading('News');
    expect(await window().locator('meta[name="description"]').count()).toBe(0);
  });

  it('supports its pictures: sizes and addresses as on the server, the imported one from the build', async () => {
    await open('/parts');
    await heading('Parts');
    const html = await onServer('/parts');
    for (const alt of ['By width', 'By props']) {
      const [there = ''] = new RegExp(`<img[^>]*alt="${alt}"[^>]*>`).exec(html) ?? [];
      const image = window().getByAltText(alt);
      for (const [name, own] of [
        ['srcset', 'srcSet'],
        ['width', 'width'],
      ] as const) {
        expect(decodeURIComponent((await image.getAttribute(name)) ?? '')).toBe(
          decodeURIComponent(attribute(there, own) ?? attribute(there, name) ?? ''),
        );
      }
    }
    const size = await window()
      .getByAltText('Imported')
      .evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return [image.naturalWidth, image.naturalHeight, image.width, image.height];
      });
    expect(size).toEqual([6, 4, 6, 4]);
  });

  it('supports lazy loading, its router outside of components, and the events of each navigation', async () => {
    await open('/parts');
    await heading('Parts');
    await press('Open');
    await window().getByText('Loaded late for the page', { exact: true }).waitFor();
    await window().evaluate(() => Object.assign(globalThis, { told: [], asked: 0 }));
    const told = () => window().evaluate(() => Reflect.get(globalThis, 'told'));
    const asked = () => window().evaluate(() => Reflect.get(globalThis, 'asked'));
    await press('Shallow');
    await expect.poll(() => textOf('#address')).toBe('/parts deep deep false');
    expect(await asked()).toBe(0);
    await press('Full');
    await expect.poll(() => textOf('#given')).toBe('given /parts /parts?tab=full full');
    expect(await asked()).toBe(1);
    await window().getByRole('link', { name: 'Below' }).dispatchEvent('click');
    await expect.poll(() => pathOf(window())).toBe('/parts?tab=full#below');
    await window().getByRole('link', { name: 'News' }).dispatchEvent('click');
    await heading('News');
    const [shallow, full] = [{ shallow: true }, { shallow: false }];
    expect((await told()).slice(0, 7)).toEqual([
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
    await window().getByText('No coffee here.', { exact: true }).waitFor();
    expect(await window().title()).toBe('418: No coffee here');
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
    expect(await notice().textContent()).toBe('Offline. Saved 1 hour ago. Reload');
    // It takes no room from the page.
    const room = await notice().evaluate((one) => {
      const height = () => document.documentElement.scrollHeight;
      const before = height();
      (one as HTMLElement).hidden = true;
      const after = height();
      (one as HTMLElement).hidden = false;
      return before - after;
    });
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
    expect(await notice().count()).toBe(0);
  });

  it('does the same if only the server was down, which no event reports', async () => {
    await server.stop();
    await open('/posts/1');
    await notice().waitFor();
    await server.start(4);
    await heading('Post 1, edition 4');
    expect(await notice().count()).toBe(0);
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
  expect(pathOf(window())).toMatch(/^\/news/);
  await open('/posts/first');
  await heading('Post 1, edition 4');
  expect(pathOf(window())).toBe('/posts/first');
  await open('/posts/shown');
  await heading('Post 7, edition 4');
  expect(pathOf(window())).toBe('/posts/shown');
  await open('/posts/latest');
  await heading('News');
  expect(pathOf(window())).toBe('/posts/latest');
});

it('shows an existing copy behind a proxy that answers 503', async () => {
  await server.stop();
  const port = Number(new URL(server.url).port);
  const proxy = await startOrigin(html('<h1>Service Unavailable</h1>', 503), { port });
  await open('/posts/1');
  await heading('Post 1, edition 4');
  await notice().waitFor();
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
  expect(await notice().count()).toBe(0);
  await server.stop();
  await open('/posts/1');
  await heading('Post 1, edition 4');
  await notice().waitFor();
});
