import { readdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileResponse } from '../../../../electron/common/files.ts';
import type { AppResponse } from '../../../../electron/common/message.ts';
import { resolvePath } from '../../../../electron/common/path.ts';
import { LIMITS } from '../../../../electron/shared/limits.ts';
import {
  createImageHandler,
  type ImageOptions,
  timeToLive,
} from '../../../../electron/shell/webapp/images.ts';
import { type Origin, startOrigin } from '../../../support/origin.ts';
import { testFolder } from '../../testFolder.ts';
import { fetchServer } from '../protocol/send.ts';
import { toWeb } from '../protocol/web.ts';
import { png, until } from './waiting.ts';

const CACHED = LIMITS.imageCache.value;
const CACHED_MS = CACHED * 1000;

/** The path and query at which an image is requested. */
const queryOf = (url: string, w = 640) =>
  `/_next/image?${new URLSearchParams({ url, w: String(w), q: '75' })}`;

let folder: string;
let origin: Origin;
let now: number;
let errors: unknown[];

const send = (response: ServerResponse, body: Buffer | string, headers = {}) =>
  response.writeHead(200, { 'content-type': 'image/png', ...headers }).end(body);

beforeEach(async () => {
  folder = testFolder();
  now = 1_700_000_000_000;
  errors = [];
  origin = await startOrigin((_, response) => send(response, png(1), { etag: '"v1"' }));
});
afterEach(async () => {
  await origin.close();
});

function start(options: Partial<ImageOptions> = {}) {
  // Writes may continue after the end of a test: their errors belong to that test.
  const said = errors;
  const { handler } = createImageHandler({
    origin: origin.url,
    directory: folder,
    onError: (error) => said.push(error),
    now: () => now,
    fetch: fetchServer,
    buildFile: () => Promise.resolve(undefined),
    ...options,
  });
  /** Requests an image by its address. */
  return async (url: string, { w = 640, headers: asked = {} } = {}) => {
    const request = { url: `app://shell${queryOf(url, w)}`, method: 'GET', headers: asked };
    const response = toWeb((await handler(request, '/_next/image')) as AppResponse);
    const { status, headers } = response;
    const body = Buffer.from(await response.arrayBuffer());
    return { status, cache: headers.get('x-nextjs-cache'), headers, body };
  };
}

const HARMLESS = {
  'content-disposition': 'attachment',
  'content-security-policy': expect.stringContaining('sandbox'),
};

describe('an image', () => {
  it('is requested from the origin once, as the page requests it, and then comes from disk', async () => {
    const get = start();
    expect(await get('/a.png?v=1')).toMatchObject({ status: 200, cache: 'MISS', body: png(1) });
    expect(await get('/a.png?v=1')).toMatchObject({ status: 200, cache: 'HIT', body: png(1) });
    expect(await start()('/a.png?v=1')).toMatchObject({ cache: 'HIT' });
    expect(origin.asked).toEqual([queryOf('/a.png?v=1')]);
    expect(await get('/a.png?v=1', { w: 828 })).toMatchObject({ cache: 'MISS' });
    expect(await get('https://cdn.example.com/a.png')).toMatchObject({ cache: 'MISS' });
    expect(origin.asked).toEqual([
      queryOf('/a.png?v=1'),
      queryOf('/a.png?v=1', 828),
      queryOf('https://cdn.example.com/a.png'),
    ]);
  });

  it('has its age and is harmless, even as an SVG', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    origin.answer = (_, response) => send(response, svg, { 'content-type': 'image/svg+xml; charset=utf-8' });
    const get = start();
    await get('/a.svg');
    now += 20_900;
    const { headers, status } = await get('/a.svg');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': `public, max-age=${CACHED - 21}, must-revalidate`,
      age: '20',
      ...HARMLESS,
    });
  });

  it('is 304 for a client that has it', async () => {
    const get = start();
    const etag = (await get('/a.png')).headers.get('etag') as string;
    const headers = { 'if-none-match': etag };
    expect(await get('/a.png', { headers })).toMatchObject({ status: 304, body: { length: 0 } });
  });

  it("is requested without cookies and without the page's headers", async () => {
    await start()('/a.png', { headers: { cookie: 'secret=1', 'x-other': '1' } });
    expect(origin.requests[0]?.headers).not.toHaveProperty('cookie');
    expect(origin.requests[0]?.headers).not.toHaveProperty('x-other');
  });

  it('needs an origin', async () => {
    expect(await start({ origin: undefined })('/a.png')).toMatchObject({ status: 501 });
  });
});

describe('a picture of the build', () => {
  it('comes from the build, and everything else from the origin', async () => {
    const build = testFolder();
    for (const name of ['logo a.png', 'app.js']) writeFileSync(join(build, name), name);
    const buildFile = (path: string) => fileResponse(build, resolvePath(path));
    const get = start({ buildFile });
    const own = await get('/logo%20a.png?v=1#x');
    expect(own).toMatchObject({ status: 200, body: Buffer.from('logo a.png') });
    expect(Object.fromEntries(own.headers)).toMatchObject({ 'content-type': 'image/png', ...HARMLESS });
    expect(await start({ buildFile, origin: undefined })('/logo%20a.png')).toMatchObject({ status: 200 });
    expect(origin.asked.length).toBe(0);
    const others = ['/other.png', '/app.js', '//logo%20a.png', 'https://x.example/logo%20a.png', '/%', ''];
    for (const url of others) expect((await get(url)).body).toEqual(png(1));
    expect(origin.asked.length).toBe(others.length);
  });
});

describe('the time to live', () => {
  it('is the minimum; then the old image is served at once while the server is asked with its entity tag', async () => {
    const get = start();
    await get('/a.png');
    now += CACHED_MS - 1;
    expect((await get('/a.png')).cache).toBe('HIT');
    now += 1;
    origin.answer = (request, response) =>
      request.headers['if-none-match'] === '"v1"'
        ? response.writeHead(304).end()
        : response.writeHead(500).end();
    expect(await get('/a.png')).toMatchObject({ cache: 'STALE', body: png(1) });
    await until(async () => (await get('/a.png')).cache === 'HIT');
    expect(origin.asked.length).toBe(2);
    now += CACHED_MS;
    expect((await get('/a.png')).cache).toBe('STALE');
    await until(() => origin.asked.length === 3);
  });

  it.each([
    [undefined, CACHED],
    ['max-age=3600', 3600],
    ['s-maxage=120, max-age=3600', 120],
    ['MAX-AGE="300"', 300],
    ['no-store', CACHED],
    ['private, no-cache, max-age=90', 90],
    ['s-maxage=, max-age=90', 90],
    ['max-age=-1', CACHED],
  ])('of %j is %i s', (header, seconds) => {
    expect(timeToLive(header, CACHED)).toBe(seconds);
  });
});

describe('without the origin', () => {
  it('keeps an image, and asks the server again after the minimum, not for every image shown', async () => {
    const get = start();
    await get('/a.png');
    now += CACHED_MS;
    origin.answer = (_, response) => response.writeHead(500).end();
    for (let i = 0; i < 3; i++) {
      expect(await get('/a.png')).toMatchObject({ cache: 'STALE', body: png(1) });
      await until(() => origin.asked.length === 2);
    }
    now += CACHED_MS;
    expect((await get('/a.png')).cache).toBe('STALE');
    await until(() => origin.asked.length === 3);
    expect(errors).toEqual([]);
  });

  it('answers a missing image with an error, which is not kept', async () => {
    const get = start();
    origin.answer = (_, response) => response.writeHead(404).end();
    expect(await get('/a.png')).toMatchObject({ status: 404 });
    origin.answer = (_, response) => send(response, png(1));
    expect(await get('/a.png')).toMatchObject({ status: 200, cache: 'MISS' });
    await origin.close();
    expect(await get('/b.png')).toMatchObject({ status: 502 });
  });
});

describe('a response of the server', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['a document', (response) => send(response, '<html>', { 'content-type': 'text/html' })],
    ['a script', (response) => send(response, 'attack()', { 'content-type': 'text/javascript' })],
    ['of no type', (response) => response.end(png(1))],
    ['of two types', (response) => send(response, '<html>', { 'content-type': 'text/html, image/png' })],
    ['empty', (response) => send(response, '')],
    ['a redirect to nowhere', (response) => response.writeHead(302).end()],
  ])('is refused as plain text when it is %s', async (_name, answer) => {
    origin.answer = (_, response) => answer(response);
    const { status, headers } = await start()('/a.png');
    expect([status, headers.get('content-type')]).toEqual([502, 'text/plain; charset=utf-8']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('may redirect within the origin, and nowhere else', async () => {
    const other = await startOrigin((_, response) => send(response, png(9)));
    let location = '/moved';
    origin.answer = ({ url }, response) =>
      url === '/moved' ? send(response, png(2)) : response.writeHead(302, { location }).end();
    expect(await start()('/a.png')).toMatchObject({ status: 200, body: png(2) });
    for (location of [`${other.url}/b.png`, 'file:///etc/passwd'])
      expect(await start()('/b.png')).toMatchObject({ status: 502 });
    expect(other.asked.length).toBe(0);
    origin.answer = (request, response) => response.writeHead(302, { location: `${request.url}x` }).end();
    expect(await start()('/circle.png')).toMatchObject({ status: 502 });
    await other.close();
  });

  it('is refused as soon as it is known to be too large', async () => {
    const closed = new Promise((resolve) => {
      origin.answer = (_, response) => {
        response.on('close', resolve).writeHead(200, { 'content-type': 'image/png' });
        const more = () =>
          response.destroyed || response.write(Buffer.alloc(1000), () => setTimeout(more, 1));
        more();
      };
    });
    expect(await start({ limits: { imageBytes: 5000 } })('/a.png')).toMatchObject({ status: 413 });
    await closed;
  });

  it('has a time limit', async () => {
    origin.answer = (_, response) => response.write(png(1));
    expect(await start({ limits: { wait: 30 } })('/a.png')).toMatchObject({ status: 504 });
  });

  it('is not served if it breaks off', async () => {
    origin.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '1000' }).write(png(1));
      setTimeout(() => response.destroy(), 5);
    };
    expect(await start()('/a.png')).toMatchObject({ status: 502 });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the disk', () => {
  it('is optional: the image is served anyway, and the error reported', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await start({ directory: file })('/a.png')).toMatchObject({ status: 200, body: png(1) });
    expect(errors.map(String).join()).toContain('EEXIST');
  });

  it('100 images, each requested twice at once: one request for each, and one for each refresh', async () => {
    const etag = (url = '') => `"${url}"`;
    const seed = (url = '') => Number(new URLSearchParams(url.split('?')[1]).get('url')?.slice(2));
    origin.answer = (request, response) => {
      const headers = { etag: etag(request.url) };
      if (request.headers['if-none-match'] === etag(request.url)) response.writeHead(304, headers).end();
      else send(response, png(seed(request.url), 2000), headers);
    };
    const get = start();
    const round = () =>
      Promise.all(
        Array.from({ length: 200 }, async (_, at) => {
          const { body, cache } = await get(`/i${at % 100}`);
          expect(body.equals(png(at % 100, 2000))).toBe(true);
          return cache;
        }),
      );
    await round();
    expect(origin.asked.length).toBe(100);
    now += CACHED_MS;
    await round();
    await until(async () => (await round()).every((cache) => cache === 'HIT'));
    expect(origin.asked.length).toBe(200);
    expect(new Set(origin.asked.slice(100)).size).toBe(100);
    expect(errors).toEqual([]);
  });
});
