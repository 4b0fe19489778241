import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImageHandler } from '../../../../electron/webapp/images/handler.ts';
import { testFolder } from '../../testFolder.ts';
import { type Origin, startOrigin, until } from '../data/origin.ts';
import { png } from './images.ts';
import { type Get, startImages } from './start.ts';

let folder: string;
let origin: Origin;
let now: number;
let errors: unknown[];

beforeEach(async () => {
  folder = testFolder();
  now = 1_700_000_000_000;
  errors = [];
  origin = await startOrigin((_, response) => response.writeHead(200, { etag: '"v1"' }).end(png(1)));
});
afterEach(async () => {
  await origin.close();
});

function start(options: Partial<Parameters<typeof startImages>[0]> = {}): Get {
  // Writes go on after the answer, also past the end of a test: what they say belongs to this test.
  const said = errors;
  return startImages({
    origin: origin.url,
    directory: folder,
    onError: (error) => said.push(error),
    now: () => now,
    ...options,
  });
}

const refused = (status: number, message: string) => ({ status, body: Buffer.from(message) });

/** Waits until `count` images are on the disk, whole, and nothing else. */
const kept = (count: number) =>
  until(() => {
    const names = readdirSync(folder);
    return names.length === count && names.every((name) => name.length === 43);
  });

describe('an image', () => {
  it('is asked of the origin once, and then comes from the disk, for every width', async () => {
    const get = start();
    const first = await get('/a.png?v=1', { w: 640 });
    expect(first).toMatchObject({ status: 200, cache: 'MISS', body: png(1) });
    await kept(1);
    expect(await get('/a.png?v=1', { w: 828 })).toMatchObject({ status: 200, cache: 'HIT', body: png(1) });
    expect(await start()('/a.png?v=1')).toMatchObject({ cache: 'HIT' });
    expect([...origin.counts]).toEqual([['/a.png?v=1', 1]]);
  });

  it('has the type that its bytes tell, its age, and can do no harm', async () => {
    origin.answer = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(png(1));
    const get = start();
    await get('/a.png');
    await kept(1);
    now += 20_900;
    const { headers } = await get('/a.png');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=39, must-revalidate',
      age: '20',
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
  });

  it('is 304 for whoever has it', async () => {
    const get = start();
    const etag = (await get('/a.png')).headers.get('etag') as string;
    const headers = { 'if-none-match': etag };
    expect(await get('/a.png', { headers })).toMatchObject({ status: 304, body: { length: 0 } });
  });

  it('takes no cookies and no header of the page along', async () => {
    await start()('/a.png', { headers: { cookie: 'secret=1', 'x-other': '1' } });
    expect(origin.requests[0]?.headers).not.toHaveProperty('cookie');
    expect(origin.requests[0]?.headers).not.toHaveProperty('x-other');
  });

  it('of a query that is refused is 400 with the reason', async () => {
    expect(await start()('/a.png', { w: 641 })).toMatchObject(
      refused(400, '"w" parameter (width) of 641 is not allowed'),
    );
    expect(origin.total()).toBe(0);
  });

  it('needs an origin, and other paths are for other handlers', async () => {
    expect(await start({ origin: undefined })('/a.png')).toMatchObject({ status: 501 });
    for (const from of [undefined, origin.url]) {
      const { handler } = createImageHandler({
        origin: from,
        directory: folder,
        onError: (error) => errors.push(error),
        now: () => now,
        fetch,
        resolve: () => Promise.resolve([]),
      });
      expect(handler(new Request('app://shell/_next/images'), '/_next/images')).toBeUndefined();
    }
  });
});

describe('the time to live', () => {
  it('is 60 s, and after it the old image is given at once while the server is asked, with its entity tag', async () => {
    const get = start();
    await get('/a.png');
    await kept(1);
    now += 59_999;
    expect((await get('/a.png')).cache).toBe('HIT');
    now += 1;
    origin.answer = (request, response) =>
      request.headers['if-none-match'] === '"v1"'
        ? response.writeHead(304).end()
        : response.writeHead(500).end();
    expect(await get('/a.png')).toMatchObject({ cache: 'STALE', body: png(1) });
    await until(async () => (await get('/a.png')).cache === 'HIT');
    expect(origin.total()).toBe(2);
    now += 60_000;
    expect((await get('/a.png')).cache).toBe('STALE');
    await until(async () => (await get('/a.png')) && origin.total() === 3);
  });
});

describe('when the origin cannot be reached', () => {
  it('a server that fails is asked again after 60 s, not for every image shown', async () => {
    const get = start();
    await get('/a.png');
    await kept(1);
    now += 60_000;
    origin.answer = (_, response) => response.writeHead(500).end();
    for (let i = 0; i < 5; i++) {
      expect((await get('/a.png')).cache).toBe('STALE');
      await until(async () => (await get('/a.png')) && origin.total() === 2);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    now += 60_000;
    expect((await get('/a.png')).cache).toBe('STALE');
    await until(async () => (await get('/a.png')) && origin.total() === 3);
    expect(errors).toEqual([]);
  });

  it('an image that was never there is an error, which is not kept', async () => {
    const get = start();
    origin.answer = (_, response) => response.writeHead(404).end();
    expect(await get('/a.png')).toMatchObject({ status: 404 });
    origin.answer = (_, response) => response.end(png(1));
    expect(await get('/a.png')).toMatchObject({ status: 200, cache: 'MISS' });
    await origin.close();
    expect(await get('/b.png')).toMatchObject(
      refused(500, '"url" parameter is valid but upstream response is invalid'),
    );
  });
});

describe('what a server answers', () => {
  it.each([
    ['no image', 400, "The requested resource isn't a valid image.", '<html>'],
    ['nothing', 400, '"url" parameter is valid but upstream response is invalid', ''],
    ['an SVG', 400, '"url" parameter is valid but image type is not allowed', '<svg onload="alert(1)"/>'],
  ])('is refused when it is %s', async (_name, status, message, body) => {
    origin.answer = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(body);
    expect(await start()('/a.png')).toMatchObject(refused(status, message));
  });

  it('may be an SVG if that is allowed, which then is only ever saved as a file and may run nothing', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    origin.answer = (_, response) => response.end(svg);
    const { status, headers } = await start({ allowSvg: true })('/a.svg');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('content-security-policy')).toContain("script-src 'none'");
  });

  it('is refused when it is too large, as soon as that is known', async () => {
    let sent = 0;
    origin.answer = (_, response) => {
      response.write(png(1, 1000));
      const more = () => {
        sent++;
        if (!response.destroyed) response.write(Buffer.alloc(1000), () => setTimeout(more, 1));
      };
      more();
    };
    expect(await start({ limits: { imageBytes: 5000 } })('/a.png')).toMatchObject({ status: 413 });
    const then = sent;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(sent).toBeLessThan(then + 20);
  });

  it('is not waited for without end', async () => {
    origin.answer = (_, response) => response.write(png(1));
    expect(await start({ limits: { timeout: 30 } })('/a.png')).toMatchObject(
      refused(504, '"url" parameter is valid but upstream response timed out'),
    );
  });

  it('is not waited for without end where its name is looked up', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const get = start({ hosts: ['cdn.example.com'], resolve, limits: { timeout: 30 } });
    expect((await get('http://cdn.example.com/a.png')).status).toBe(504);
  });

  it('is asked for when others have come: thirty large ones are not in memory at a time', async () => {
    let asked = 0;
    let most = 0;
    origin.answer = (_, response) => {
      most = Math.max(most, ++asked);
      setTimeout(() => {
        asked--;
        response.end(png(1));
      }, 5);
    };
    const get = start({ limits: { atOnce: 3 } });
    const all = await Promise.all(Array.from({ length: 30 }, (_, index) => get(`/${index}.png`)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(most).toBe(3);
  });

  it('is not given when it breaks off', async () => {
    origin.answer = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write(png(1));
      setTimeout(() => response.destroy(), 5);
    };
    expect(await start()('/a.png')).toMatchObject({ status: 500 });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('hosts', () => {
  let other: Origin;
  beforeEach(async () => {
    other = await startOrigin((_, response) => response.end(png(9)));
  });
  afterEach(() => other.close());

  it('that are not listed are never asked', async () => {
    expect(await start()(`${other.url}/a.png`)).toMatchObject(refused(400, '"url" parameter is not allowed'));
    expect(other.total()).toBe(0);
  });

  it('that are listed by their private address are asked', async () => {
    const get = start({ hosts: ['127.0.0.1'] });
    expect(await get(`${other.url}/a.png`)).toMatchObject({ status: 200, body: png(9) });
  });

  it('whose name leads to a private address, even to one of several, are never asked', async () => {
    const url = other.url.replace('127.0.0.1', 'cdn.example.com');
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], []]) {
      const resolve = (host: string) => Promise.resolve(host === 'cdn.example.com' ? addresses : []);
      expect((await start({ hosts: ['cdn.example.com'], resolve })(`${url}/a.png`)).status).toBe(400);
    }
    expect(other.total()).toBe(0);
  });

  it('are checked again for each redirect', async () => {
    origin.answer = (_, response) => response.writeHead(302, { location: `${other.url}/b.png` }).end();
    expect(await start()('/a.png')).toMatchObject({ status: 400 });
    expect(other.total()).toBe(0);
    expect(await start({ hosts: ['127.0.0.1'] })('/a.png')).toMatchObject({ status: 200, body: png(9) });
    origin.answer = (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    expect(await start({ hosts: ['127.0.0.1'] })('/b.png')).toMatchObject({ status: 400 });
  });

  it('are not followed in circles', async () => {
    origin.answer = (request, response) => response.writeHead(302, { location: `${request.url}x` }).end();
    expect(await start()('/a.png')).toMatchObject({ status: 508 });
    expect(origin.total()).toBe(4);
  });
});

describe('the disk', () => {
  it('is not needed: the image is given all the same, and the error told', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await start({ directory: file })('/a.png')).toMatchObject({ status: 200, body: png(1) });
    await until(() => errors.length === 2);
    expect(errors.map(String).join()).toContain('EEXIST');
  });

  it('1,000 images, each asked for twice at once: one request for each and period, all whole', async () => {
    const images = Array.from({ length: 1000 }, (_, i) => i);
    const etag = (url = '') => `"${url}"`;
    origin.answer = (request, response) => {
      const isKnown = request.headers['if-none-match'] === etag(request.url);
      response.writeHead(isKnown ? 304 : 200, { etag: etag(request.url) });
      response.end(isKnown ? undefined : png(Number(request.url?.slice(2)), 2000));
    };
    const get = start();
    const round = (widths: number[]) =>
      Promise.all(
        images.flatMap((i) => widths.map(async (w) => ({ i, answer: await get(`/i${i}`, { w }) }))),
      );
    for (const { i, answer } of await round([640, 828])) expect(answer.body.equals(png(i, 2000))).toBe(true);
    expect(origin.total()).toBe(1000);
    await kept(1000);

    now += 60_000;
    for (const { i, answer } of await round([640, 828])) expect(answer.body.equals(png(i, 2000))).toBe(true);
    await until(() => origin.total() === 2000);
    await until(async () => (await round([640])).every(({ answer }) => answer.cache === 'HIT'));
    expect(Math.max(...origin.counts.values())).toBe(2);
    expect(origin.total()).toBe(2000);
    expect(errors).toEqual([]);
  }, 30_000);

  it('holds no more than it may, whatever is asked for at once', async () => {
    const budget = 50_000;
    origin.answer = (request, response) => response.end(png(Number(request.url?.slice(2)), 1000));
    const get = start({ limits: { storeBytes: budget } });
    const bytes = () =>
      readdirSync(folder).reduce(
        (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
    let highest = 0;
    await Promise.all(
      Array.from({ length: 300 }, async (_, i) => {
        expect((await get(`/i${i}`)).body.equals(png(i, 1000))).toBe(true);
        highest = Math.max(highest, bytes());
      }),
    );
    await until(() => bytes() > budget - 2000 && readdirSync(folder).every((name) => name.length === 43));
    expect(Math.max(highest, bytes())).toBeLessThanOrEqual(budget);
    expect(errors).toEqual([]);
  });
});
