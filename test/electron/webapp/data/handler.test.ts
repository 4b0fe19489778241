import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createDataHandler,
  type DataLimits,
  type DataOptions,
} from '../../../../electron/webapp/data/handler.ts';
import { type Origin, startOrigin, until } from './origin.ts';

let folder: string;
let origin: Origin;
let now: number;
let errors: unknown[];

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-data-'));
  now = 1_700_000_000_000;
  errors = [];
  origin = await startOrigin((request, response) => json(response, { pageProps: { url: request.url } }));
});
afterEach(async () => {
  await origin.close();
  rmSync(folder, { recursive: true, force: true });
  expect(errors).toEqual([]);
});

/** The app as it runs: each call is a start of it. */
function start(options: Partial<DataOptions> & { limits?: Partial<DataLimits> } = {}) {
  const handler = createDataHandler({
    origin: origin.url,
    buildId: 'B1',
    directory: folder,
    onError: (error) => errors.push(error),
    fetch,
    now: () => now,
    ...options,
  });
  return async (pathAndQuery: string, headers: Record<string, string> = {}) => {
    const request = new Request(`app://shell${pathAndQuery}`, {
      headers: { 'x-nextjs-data': '1', ...headers },
    });
    const response = await handler(request, pathAndQuery.replace(/\?.*/, ''));
    if (!response) return undefined;
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

describe('page data through main', () => {
  it('is asked of the origin with its path, query, marker header and trace, and nothing else of the page', async () => {
    const get = start();
    const answer = await get('/_next/data/B1/posts/1.json?id=1', {
      purpose: 'prefetch',
      baggage: 'a=1',
      cookie: 'secret=1',
      'x-other': '1',
    });
    expect(answer).toMatchObject({
      status: 200,
      text: '{"pageProps":{"url":"/_next/data/B1/posts/1.json?id=1"}}',
    });
    expect(answer?.headers.get('content-type')).toBe('application/json');
    expect(answer?.headers.has('x-holdfast-saved-at')).toBe(false);
    const [{ headers } = { headers: {} }] = origin.requests;
    expect(headers).toMatchObject({ 'x-nextjs-data': '1', purpose: 'prefetch', baggage: 'a=1' });
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('x-other');
  });

  it('tells the page the build, and has no data of another', async () => {
    const get = start();
    expect((await get('/_next/data/build.json'))?.text).toBe('{"buildId":"B1"}');
    expect((await get('/_next/data/B0/index.json'))?.status).toBe(404);
    expect(origin.total()).toBe(0);
  });

  it('leaves other paths to the other handlers', async () => {
    const get = start();
    for (const path of ['/', '/_next/image', '/_next/data/B1/', '/_next/data/B1/x.txt']) {
      expect(await get(path)).toBeUndefined();
    }
  });

  it('hands on statuses, redirects and bodies that are no data', async () => {
    const get = start();
    origin.answer = (_, response) => response.writeHead(503, { 'retry-after': '7' }).end('busy');
    const busy = await get('/_next/data/B1/a.json');
    expect(busy).toMatchObject({ status: 503, text: 'busy' });
    expect(busy?.headers.get('retry-after')).toBe('7');
    expect(busy?.headers.has('x-holdfast-error')).toBe(false);
    origin.answer = (_, response) => response.writeHead(307, { 'x-nextjs-redirect': '/login' }).end();
    expect((await get('/_next/data/B1/a.json'))?.headers.get('x-nextjs-redirect')).toBe('/login');
    origin.answer = (_, response) => response.writeHead(204).end();
    expect((await get('/_next/data/B1/a.json'))?.status).toBe(204);
    origin.answer = (_, response) => response.end('<html>');
    expect(await get('/_next/data/B1/a.json')).toMatchObject({ status: 200, text: '<html>' });
  });

  it('says that the settings name no web app', async () => {
    for (const missing of [{ origin: undefined }, { buildId: undefined }]) {
      const get = start(missing);
      for (const path of ['/_next/data/build.json', '/_next/data/B1/index.json']) {
        const answer = await get(path);
        expect(answer?.status).toBe(501);
        expect(answer?.headers.get('x-holdfast-error')).toBe('ERR_NO_ORIGIN');
        expect(answer?.text).toContain('no origin or no buildId');
      }
      expect(await get('/')).toBeUndefined();
    }
  });
});

describe('when the origin cannot be reached', () => {
  it('the last good answer is given with its age, also after a restart', async () => {
    await start()('/_next/data/B1/a.json?x=1');
    await origin.close();
    now += 3_600_500;
    const answer = await start()('/_next/data/B1/a.json?x=1');
    expect(answer).toMatchObject({ status: 200, text: '{"pageProps":{"url":"/_next/data/B1/a.json?x=1"}}' });
    expect(answer?.headers.get('age')).toBe('3600');
    expect(answer?.headers.get('x-holdfast-saved-at')).toBe('1700000000000');
    // Another query is another answer.
    expect((await start()('/_next/data/B1/a.json?x=2'))?.status).toBe(502);
  });

  it('an answer that was never there is 502 with the reason', async () => {
    await origin.close();
    const answer = await start({
      fetch: () => Promise.reject(new Error('net::ERR_INTERNET_DISCONNECTED')),
    })('/_next/data/B1/a.json');
    expect(answer?.status).toBe(502);
    expect(answer?.headers.get('x-holdfast-error')).toBe('ERR_INTERNET_DISCONNECTED');
    expect((await start()('/_next/data/B1/a.json'))?.headers.get('x-holdfast-error')).toBe('ERR_FAILED');
  });

  it('a server that does not answer in time counts as away', async () => {
    const get = start({ limits: { waitWithCopy: 20, waitWithout: 20 } });
    await get('/_next/data/B1/a.json');
    origin.answer = () => undefined;
    expect((await get('/_next/data/B1/a.json'))?.headers.has('x-holdfast-saved-at')).toBe(true);
    const answer = await get('/_next/data/B1/b.json');
    expect(answer?.status).toBe(504);
    expect(answer?.headers.get('x-holdfast-error')).toBe('ERR_TIMED_OUT');
  });

  it('an answer that breaks off counts as none', async () => {
    const get = start();
    await get('/_next/data/B1/a.json');
    origin.answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"pageProps":');
      setTimeout(() => response.destroy(), 10);
    };
    expect((await get('/_next/data/B1/a.json'))?.headers.has('x-holdfast-saved-at')).toBe(true);
  });

  it('is asked first again as soon as it is back', async () => {
    const get = start();
    await get('/_next/data/B1/a.json');
    const port = new URL(origin.url).port;
    await origin.close();
    expect((await get('/_next/data/B1/a.json'))?.headers.has('x-holdfast-saved-at')).toBe(true);
    origin = await startOrigin((_, response) => json(response, { pageProps: { fresh: true } }));
    const answer = await start({
      fetch: (url, init) => fetch(url.replace(port, new URL(origin.url).port), init),
    })('/_next/data/B1/a.json');
    expect(answer?.text).toBe('{"pageProps":{"fresh":true}}');
    expect(answer?.headers.has('x-holdfast-saved-at')).toBe(false);
  });
});

describe('what is saved', () => {
  it('is neither an error nor what is no data; and an error of the server does not bring it out', async () => {
    const get = start();
    await get('/_next/data/B1/a.json');
    for (const answer of [
      (response: ServerResponse) => json(response, { pageProps: 'of an error' }, 500),
      (response: ServerResponse) => response.end('<html>'),
      (response: ServerResponse) => json(response, 'text'),
      (response: ServerResponse) => json(response, {}, 404),
    ]) {
      origin.answer = (_, response) => answer(response);
      expect((await get('/_next/data/B1/a.json'))?.headers.has('x-holdfast-saved-at')).toBe(false);
    }
    await origin.close();
    expect((await get('/_next/data/B1/a.json'))?.text).toContain('"url"');
  });

  it('is gone once the server says that there is no such page', async () => {
    const get = start();
    await get('/_next/data/B1/a.json');
    origin.answer = (_, response) => json(response, { notFound: true }, 404);
    expect((await get('/_next/data/B1/a.json'))?.status).toBe(404);
    await origin.close();
    expect((await get('/_next/data/B1/a.json'))?.status).toBe(502);
  });

  it('is of one build: after a deploy the former data is neither given nor kept', async () => {
    await start()('/_next/data/B1/a.json');
    const [former] = readdirSync(folder);
    await origin.close();
    const get = start({ buildId: 'B2' });
    expect((await get('/_next/data/B2/a.json'))?.status).toBe(502);
    expect((await get('/_next/data/B1/a.json'))?.status).toBe(404);
    await until(() => !readdirSync(folder).includes(former as string));
  });

  it('is bounded', async () => {
    origin.answer = (_, response) => json(response, { pageProps: 'x'.repeat(1000) });
    const get = start({ limits: { storeBytes: 3000 } });
    for (const page of ['a', 'b', 'c']) await get(`/_next/data/B1/${page}.json`);
    await origin.close();
    expect((await get('/_next/data/B1/c.json'))?.status).toBe(200);
    expect((await get('/_next/data/B1/a.json'))?.status).toBe(502);
  });

  it('does not hold an answer that is too large, which is refused', async () => {
    const get = start({ limits: { answerBytes: 10 } });
    const answer = await get('/_next/data/B1/a.json');
    expect(answer?.status).toBe(502);
    expect(answer?.text).toContain('more than 10 bytes');
  });

  it('is not needed: with a folder that cannot be used the page still gets its data', async () => {
    writeFileSync(join(folder, 'file'), '');
    const answer = await start({ directory: join(folder, 'file') })('/_next/data/B1/a.json');
    expect(answer?.status).toBe(200);
    expect(errors.map(String).join()).toMatch(/ENOTDIR|EEXIST/);
    errors = [];
  });
});
