/** What a page uses from the framework, in the shell and on the framework's own server. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathOf, type RunningApp, startApp } from '../../support/app.ts';
import type { AppCopy } from '../../support/brokenApp.ts';
import { createNextServer, NEXT_PAGES, type NextServer } from '../../support/nextOrigin/server.ts';
import { copyPagesApp } from '../../support/pagesApp.ts';

let server: NextServer;
let copy: AppCopy;
let userData: string;
let app: RunningApp;

beforeAll(async () => {
  userData = await mkdtemp(join(tmpdir(), 'holdfast-'));
  server = await createNextServer();
  copy = await copyPagesApp(NEXT_PAGES);
  await server.start(1);
  const settings = join(copy.folder, 'settings.json');
  await writeFile(settings, JSON.stringify({ origin: server.url, buildId: server.buildId, reports: 'off' }));
  app = await startApp({ app: copy.folder, userData, env: { HOLDFAST_SETTINGS: settings } });
});
afterAll(async () => {
  await app?.stop();
  await server?.remove();
  await copy?.remove();
  await rm(userData, { recursive: true, force: true, maxRetries: 5 });
});

const open = (path: string) => app.page.goto(new URL(path, app.page.url()).href);
const heading = (name: string) => app.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const text = (selector: string) => app.page.locator(selector).textContent();
const press = (name: string) => app.page.getByRole('button', { name, exact: true }).dispatchEvent('click');
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
      expect([name, await app.page.locator(selector).getAttribute(name)]).toEqual([name, value]);
    }
  }
  for (const id of ['given', 'env', 'path', 'address']) {
    const there = new RegExp(`<p id="${id}">(.*?)</p>`).exec(html)?.[1]?.replaceAll('<!-- -->', '');
    expect([id, await text(`#${id}`)]).toEqual([id, there]);
  }
  expect(await text('#portals')).toBe('In the portal');
});

it('supports its head: the last of unique elements, and of each key', async () => {
  await open('/parts');
  await heading('Parts');
  const html = await onServer('/parts');
  expect(await app.page.title()).toBe('Parts');
  for (const name of ['description', 'og:image']) {
    const [there = ''] = new RegExp(`<meta (?:name|property)="${name}"[^>]*>`).exec(html) ?? [];
    const here = app.page.locator(`meta[name="${name}"], meta[property="${name}"]`);
    expect(await here.count()).toBe(1);
    expect(await here.getAttribute('content')).toBe(attribute(there, 'content'));
  }
  await open('/news');
  await heading('News');
  expect(await app.page.locator('meta[name="description"]').count()).toBe(0);
});

it('supports its pictures: sizes and addresses as on the server, the imported one from the build', async () => {
  await open('/parts');
  await heading('Parts');
  const html = await onServer('/parts');
  for (const alt of ['By width', 'By props']) {
    const [there = ''] = new RegExp(`<img[^>]*alt="${alt}"[^>]*>`).exec(html) ?? [];
    const image = app.page.getByAltText(alt);
    for (const [name, own] of [
      ['srcset', 'srcSet'],
      ['width', 'width'],
    ] as const) {
      expect(decodeURIComponent((await image.getAttribute(name)) ?? '')).toBe(
        decodeURIComponent(attribute(there, own) ?? attribute(there, name) ?? ''),
      );
    }
  }
  const size = await app.page.getByAltText('Imported').evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight, image.width, image.height];
  });
  expect(size).toEqual([6, 4, 6, 4]);
});

it('supports lazy loading, its router outside of components, and the events of each navigation', async () => {
  await open('/parts');
  await heading('Parts');
  await press('Open');
  await app.page.getByText('Loaded late for the page', { exact: true }).waitFor();
  await app.page.evaluate(() => Object.assign(globalThis, { told: [], asked: 0 }));
  const told = () => app.page.evaluate(() => Reflect.get(globalThis, 'told'));
  const asked = () => app.page.evaluate(() => Reflect.get(globalThis, 'asked'));
  await press('Shallow');
  await expect.poll(() => text('#address')).toBe('/parts deep deep false');
  expect(await asked()).toBe(0);
  await press('Full');
  await expect.poll(() => text('#given')).toBe('given /parts /parts?tab=full full');
  expect(await asked()).toBe(1);
  await app.page.getByRole('link', { name: 'Below' }).dispatchEvent('click');
  await expect.poll(() => pathOf(app.page)).toBe('/parts?tab=full#below');
  await app.page.getByRole('link', { name: 'News' }).dispatchEvent('click');
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
  await app.page.getByText('No coffee here.', { exact: true }).waitFor();
  expect(await app.page.title()).toBe('418: No coffee here');
});
