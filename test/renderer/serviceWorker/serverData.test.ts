/** Page data and pictures through the worker: a real server, and a cache of the test's. */
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '../../../electron/shared/limitValues/limits.ts';
import { SITE_PATHS } from '../../../electron/shared/site.ts';
import { forget, keep, timesForgotten, timeToLive } from '../../../renderer/serviceWorker/kept.ts';
import { serverData } from '../../../renderer/serviceWorker/serverData.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { png } from '../../support/png.ts';

const CACHED = LIMITS.imageCache.value;

let origin: Origin;
let cache: Map<string, Response>;

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const picture = (response: ServerResponse, body: Buffer | string = png(1), headers = {}) =>
  response.writeHead(200, { 'content-type': 'image/png', ...headers }).end(body);

/** Makes the server hold requests. Resolves to the first. */
const hold = () =>
  new Promise<ServerResponse>((resolve) => {
    origin.answer = (_, response) => resolve(response);
  });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout'] });
  origin = await startOrigin((request, response) => json(response, { pageProps: { url: request.url } }));
  cache = new Map();
  const opened = {
    match: async (key: string) => cache.get(key)?.clone(),
    put: async (key: string, answer: Response) => void cache.set(key, answer),
    delete: async (key: string) => cache.delete(key),
    keys: async () => [...cache.keys()].map((url) => ({ url })),
  };
  const caches = { open: async () => opened, delete: async () => void cache.clear() };
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', new URL(origin.url));
  vi.stubGlobal('navigator', { onLine: true });
});

const FILES = ['logo a.png'];

/** Starts a worker; each call is another start. */
function start({ buildId = 'B1', waitMs = 30_000, isOwn = true, base = '/' } = {}) {
  const fileOf = (file: string) =>
    FILES.includes(file) ? Promise.resolve(new Response(`the file ${file}`)) : undefined;
  const worker = serverData({ data: { buildId, savePrivate: false, waitMs }, base, isOwn, fileOf });
  const get = async (path: string, signal?: AbortSignal) => {
    const about = { headers: { 'x-nextjs-data': '1' }, ...(signal && { signal }) };
    const request = new Request(origin.url + path, about);
    const answer = await worker.request(request);
    if (!answer) return undefined;
    const { status, headers } = answer;
    return {
      ...{ status, headers, text: await answer.text() },
      error: headers.get('x-holdfast-error'),
      redirect: headers.get('x-nextjs-redirect'),
      isSaved: headers.has('x-holdfast-saved-at'),
    };
  };
  /** Asks for the data of a page such as `a`. */
  const data = (page: string, build = buildId, signal?: AbortSignal) =>
    get(`${base}_next/data/${build}/${page}.json`, signal);
  const image = (url: string) => get(`/_next/image?${new URLSearchParams({ url, w: '640', q: '75' })}`);
  return Object.assign(data, { get, image });
}

describe('page data', () => {
  it('passes on statuses, redirects and bodies that are not data; other paths are not answered', async () => {
    const get = start();
    expect(await get.get('/api/me')).toBeUndefined();
    origin.answer = (_, response) => response.writeHead(503, { 'retry-after': '7' }).end('busy');
    const busy = await get('a');
    expect(busy).toMatchObject({ status: 503, text: 'busy', error: null });
    expect(busy?.headers.get('retry-after')).toBe('7');
    origin.answer = (_, response) => response.writeHead(200, { 'x-nextjs-redirect': '/login' }).end('{}');
    expect((await get('a'))?.redirect).toBe('/login');
    origin.answer = (_, response) => response.end('<html>');
    expect(await get('a')).toMatchObject({ status: 200, text: '<html>' });
  });

  it.each([
    [true, '/', '/'],
    [false, '/', '/'],
    [false, '/shop/', '/shop'],
  ])(
    'comes from the current build after a redeploy, whether the server says 404 or not: %s, at %s',
    async (says404, base, home) => {
      const document = '<script id="__NEXT_DATA__">{"page":"/","buildId":"B2"}</script>';
      const get = start({ base });
      await get('a');
      origin.answer = ({ url }, response) =>
        url?.startsWith(`${base}_next/data/B2/`)
          ? json(response, { pageProps: { of: url } })
          : response.writeHead(url === home ? 200 : 404).end(url === home || says404 ? document : '{}');
      for (const page of ['a', 'new'])
        expect((await get(page))?.text).toContain(`/_next/data/B2/${page}.json`);
      // The first had to detect the build; the second knew it.
      expect(origin.asked.length).toBe(says404 ? 4 : 5);
      await origin.close();
      expect((await start({ base })('a'))?.text).toContain('B2');
    },
  );

  it('tells no age of a page whose server answered, nor of one that is left before', async () => {
    const get = start();
    await get('a');
    await get('a');
    // Long after an older answer would have been shown.
    await vi.advanceTimersByTimeAsync(60_000);
    const left = new AbortController();
    origin.answer = () => left.abort();
    expect(await get('a', 'B1', left.signal)).toMatchObject({ status: 0 });
    expect(origin.asked.filter((path) => path.startsWith(SITE_PATHS.saved))).toEqual([]);
  });

  it('without an answer has the reason that main knows', async () => {
    const real = globalThis.fetch;
    const asked: string[] = [];
    vi.stubGlobal('fetch', (to: unknown, init: RequestInit) => {
      if (!String(to).startsWith('app-build:')) return real(to as string, init);
      asked.push(String(to));
      return Promise.resolve(new Response('ERR_CONNECTION_REFUSED'));
    });
    const get = start();
    await origin.close();
    expect(await get('a')).toMatchObject({ status: 502, error: 'ERR_CONNECTION_REFUSED' });
    const url = encodeURIComponent(`${origin.url}/_next/data/B1/a.json`);
    expect(asked).toEqual([`app-build://shell/_holdfast/failure?${url}`]);
    vi.stubGlobal('navigator', { onLine: false });
    expect(await get('a')).toMatchObject({ error: 'ERR_INTERNET_DISCONNECTED' });
    // The framework's own client reads no such answer.
    expect(await start({ isOwn: false })('a')).toMatchObject({ status: 0, error: null });
  });

  it('has a time limit', async () => {
    origin.answer = () => undefined;
    expect(await start({ waitMs: 50 })('a')).toMatchObject({ status: 502, error: 'ERR_TIMED_OUT' });
  });
});

describe('what is kept of it', () => {
  it('is shown without the server, with its time, even after a restart', async () => {
    const at = Date.now();
    await start().get('/_next/data/B1/a.json?x=1');
    await origin.close();
    const answer = await start().get('/_next/data/B1/a.json?x=1');
    expect(answer).toMatchObject({ status: 200, text: '{"pageProps":{"url":"/_next/data/B1/a.json?x=1"}}' });
    expect(answer?.headers.get('x-holdfast-saved-at')).toBe(String(at));
    // Another query is another page.
    expect((await start().get('/_next/data/B1/a.json?x=2'))?.status).toBe(502);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => response.writeHead(503).end()],
    ['a document in its place', (response) => response.end('<html>')],
    ['JSON that is no page data', (response) => json(response, 'text')],
  ])('is shown in place of %s, and stays', async (_what, answer) => {
    const get = start();
    await get('a');
    origin.answer = (_, response) => answer(response);
    const shown = await get('a');
    expect(shown).toMatchObject({ status: 200, isSaved: true });
    // Main tells the age in the window.
    const ages = () => origin.asked.filter((path) => path.startsWith('/_holdfast/saved?'));
    await expect.poll(ages).toHaveLength(1);
    await origin.close();
    expect(await get('a')).toMatchObject({ isSaved: true });
  });

  it('is removed once access is withdrawn or the page is gone', async () => {
    const get = start();
    for (const status of [403, 404]) {
      origin.answer = (_, response) => json(response, { pageProps: {} });
      await get('a');
      origin.answer = (_, response) => json(response, { notFound: status === 404 }, status);
      expect((await get('a'))?.status).toBe(status);
      expect(cache.size).toBe(0);
    }
  });

  it('is removed by one call, and answers that arrive after it are not kept', async () => {
    const get = start();
    await get('a');
    const held = hold();
    const late = get('b');
    const response = await held;
    await forget();
    json(response, { pageProps: 'late' });
    expect((await late)?.text).toContain('late');
    const keeping = keep('c', new Response(), 'c', timesForgotten());
    await forget();
    await keeping;
    expect(cache.size).toBe(0);
  });

  it('is shown while the server is slow, and replaced when its answer arrives', async () => {
    const get = start();
    await get('a');
    const held = hold();
    const shown = get('a');
    const response = await held;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await shown).toMatchObject({ isSaved: true });
    json(response, { pageProps: 'slow' });
    await expect.poll(async () => await [...cache.values()][0]?.clone().text()).toContain('slow');
  });
});

describe('a picture', () => {
  beforeEach(() => {
    origin.answer = (_, response) => picture(response);
  });

  it(`is asked for once in ${CACHED} seconds; then it is shown while it is asked for again`, async () => {
    const { image } = start();
    await image('/a.png');
    vi.advanceTimersByTime(CACHED * 1000 - 1);
    expect((await image('/a.png'))?.text).toBe(png(1).toString());
    expect(origin.asked.length).toBe(1);
    vi.advanceTimersByTime(1);
    origin.answer = (_, response) => picture(response, png(2));
    expect((await image('/a.png'))?.text).toBe(png(1).toString());
    await expect.poll(async () => (await image('/a.png'))?.text).toBe(png(2).toString());
  });

  it('is shown without the server', async () => {
    const { image } = start();
    await image('/a.png');
    vi.advanceTimersByTime(CACHED * 1000);
    origin.answer = (_, response) => response.writeHead(500).end();
    for (let times = 0; times < 2; times += 1) expect((await image('/a.png'))?.status).toBe(200);
    await origin.close();
    expect((await image('/a.png'))?.status).toBe(200);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['a missing one', (response) => response.writeHead(404).end()],
    ['a document', (response) => picture(response, '<html>', { 'content-type': 'text/html' })],
    ['one of no type', (response) => response.end(png(1))],
  ])('is not kept if the answer is %s', async (_name, answer) => {
    origin.answer = (_, response) => answer(response);
    await start().image('/a.png');
    expect(cache.size).toBe(0);
  });

  it('of the build comes from the build, and everything else from the server', async () => {
    const { image } = start();
    expect((await image('/logo%20a.png?v=1#x'))?.text).toBe('the file logo a.png');
    expect(origin.asked).toEqual([]);
    for (const url of ['/other.png', 'https://x.example/logo%20a.png', '/%', ''])
      expect((await image(url))?.text, url).toBe(png(1).toString());
    // The framework's client wants its size, as long as there is a server.
    const next = start({ isOwn: false });
    expect((await next.image('/logo%20a.png'))?.text).toBe(png(1).toString());
    await origin.close();
    expect((await next.image('/logo%20a.png?other'))?.text).toBe('the file logo a.png');
  });

  it.each([
    [null, CACHED],
    ['max-age=3600', 3600],
    ['s-maxage=120, max-age=3600', 120],
    ['MAX-AGE="300"', 300],
    ['no-store', CACHED],
    ['private, no-cache, max-age=90', 90],
    ['s-maxage=, max-age=90', 90],
    ['max-age=-1', CACHED],
  ])('with %j lives %i s', (header, seconds) => {
    expect(timeToLive(header)).toBe(seconds);
  });
});
