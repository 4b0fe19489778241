import { readdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createDataHandler,
  type DataLimits,
  type DataOptions,
} from '../../../../electron/shell/webapp/data.ts';
import { type Origin, startOrigin } from '../../../support/origin.ts';
import { testFolder } from '../../testFolder.ts';
import { fetchServer } from '../protocol/send.ts';
import { toWeb } from '../protocol/web.ts';
import { until } from './waiting.ts';

let folder: string;
let origin: Origin;
let now: number;
let errors: unknown[];

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

beforeEach(async () => {
  folder = testFolder();
  now = 1_700_000_000_000;
  errors = [];
  origin = await startOrigin((request, response) => json(response, { pageProps: { url: request.url } }));
});
afterEach(async () => {
  await origin.close();
  expect(errors).toEqual([]);
});

/** Starts the app's side; each call is another start. */
function start(options: Partial<DataOptions> & { limits?: Partial<DataLimits> } = {}) {
  const { handler, forget } = createDataHandler({
    origin: origin.url,
    buildId: 'B1',
    directory: folder,
    onError: (error) => errors.push(error),
    fetch: fetchServer,
    savePrivate: false,
    now: () => now,
    ...options,
  });
  /** Requests a page such as `a`, or a whole path. */
  const get = async (page: string, asked: Record<string, string> = {}) => {
    const pathAndQuery = page.startsWith('/') ? page : `/_next/data/B1/${page}.json`;
    const headers = { 'x-nextjs-data': '1', ...asked };
    const path = pathAndQuery.replace(/\?.*/, '');
    const made = await handler({ url: `app://shell${pathAndQuery}`, method: 'GET', headers }, path);
    return made && (await read(toWeb(made)));
  };
  const read = async (response: Response) => {
    const { status, headers } = response;
    return {
      status,
      headers,
      text: await response.text(),
      error: headers.get('x-holdfast-error'),
      redirect: headers.get('x-nextjs-redirect'),
      rewrite: headers.get('x-nextjs-rewrite'),
      isSaved: headers.has('x-holdfast-saved-at'),
    };
  };
  return Object.assign(get, { handler, forget });
}

describe('page data through main', () => {
  it('is requested from the origin with path, query, marker and trace headers, and nothing else from the page', async () => {
    const get = start();
    const answer = await get('/_next/data/B1/posts/1.json?id=1', {
      baggage: 'a=1',
      cookie: 'secret=1',
      'x-other': '1',
    });
    expect(answer).toMatchObject({
      status: 200,
      text: '{"pageProps":{"url":"/_next/data/B1/posts/1.json?id=1"}}',
    });
    expect(answer?.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer?.isSaved).toBe(false);
    const [{ headers } = { headers: {} }] = origin.requests;
    expect(headers).toMatchObject({ 'x-nextjs-data': '1', baggage: 'a=1' });
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('x-other');
  });

  it('tells the page the build, and has no data of other builds', async () => {
    const get = start();
    expect((await get('/_next/data/build.json'))?.text).toBe('{"buildId":"B1"}');
    expect((await get('/_next/data/B0/index.json'))?.status).toBe(404);
    expect(origin.asked.length).toBe(0);
  });

  it('is requested once if several pages ask at the same time', async () => {
    const get = start();
    const ask = () => get('/_next/data/B1/a.json');
    const answers = await Promise.all([ask(), ask(), get('/_next/data/B1/b.json')]);
    expect(answers.map((answer) => answer?.text)).toEqual(
      ['a', 'a', 'b'].map((page) => `{"pageProps":{"url":"/_next/data/B1/${page}.json"}}`),
    );
    expect(origin.asked.length).toBe(2);
  });

  it('passes on statuses, redirects and bodies that are not data', async () => {
    const get = start();
    origin.answer = (_, response) => response.writeHead(503, { 'retry-after': '7' }).end('busy');
    const busy = await get('a');
    expect(busy).toMatchObject({ status: 503, text: 'busy' });
    expect(busy?.headers.get('retry-after')).toBe('7');
    expect(busy?.headers.has('x-holdfast-error')).toBe(false);
    origin.answer = (_, response) => response.writeHead(307, { 'x-nextjs-redirect': '/login' }).end();
    expect((await get('a'))?.redirect).toBe('/login');
    origin.answer = (_, response) => response.writeHead(204).end();
    expect((await get('a'))?.status).toBe(204);
    origin.answer = (_, response) => response.end('<html>');
    expect(await get('a')).toMatchObject({ status: 200, text: '<html>' });
  });

  it('needs the marker header, which no script element or document can send', () => {
    const { handler } = start();
    const request = { url: 'app://shell/_next/data/B1/a.json', method: 'GET', headers: {} };
    expect(handler(request, '/_next/data/B1/a.json')).toBeUndefined();
  });

  it('follows redirects within the origin only', async () => {
    const get = start();
    const other = await startOrigin((_, response) => json(response, { pageProps: 'of another server' }));
    origin.answer = ({ url }, response) => {
      if (url?.endsWith('/a.json')) response.writeHead(307, { location: '/_next/data/B1/b.json' }).end();
      else if (url?.endsWith('/out.json'))
        response.writeHead(302, { location: `${other.url}/x?token=1` }).end();
      else if (url?.endsWith('/moved.json')) response.writeHead(308, { location: '/news?a=1' }).end();
      else if (url?.endsWith('/circle.json')) response.writeHead(302, { location: url }).end();
      else json(response, { pageProps: url });
    };
    expect((await get('a'))?.text).toBe('{"pageProps":"/_next/data/B1/b.json"}');
    expect(await get('moved')).toMatchObject({ status: 308, redirect: '/news?a=1' });
    expect(await get('out')).toMatchObject({ status: 302, redirect: `${other.url}/x?token=1` });
    expect(other.asked.length).toBe(0);
    expect((await get('circle'))?.error).toBe('ERR_TOO_MANY_REDIRECTS');
    await other.close();
  });

  it.each([true, false])(
    'comes from the current build after a redeploy, whether the server says 404 or not: %s',
    async (says404) => {
      const document = '<script id="__NEXT_DATA__">{"page":"/","buildId":"B2"}</script>';
      const get = start();
      await get('a');
      origin.answer = ({ url }, response) =>
        url?.startsWith('/_next/data/B2/')
          ? json(response, { pageProps: { of: url } })
          : response.writeHead(url === '/' ? 200 : 404).end(url === '/' || says404 ? document : '{}');
      for (const page of ['a', 'new']) {
        const answer = await get(`/_next/data/B1/${page}.json?x=1`);
        expect(answer?.text).toContain(`/_next/data/B2/${page}.json?x=1`);
      }
      // The first had to detect the build; the second knew it.
      expect(origin.asked.length).toBe(says404 ? 4 : 5);
      await origin.close();
      expect((await start()('/_next/data/B1/a.json?x=1'))?.text).toContain('B2');
    },
  );

  it('passes on what the server’s middleware did', async () => {
    const get = start();
    origin.answer = (_, response) =>
      response
        .writeHead(200, { 'x-nextjs-rewrite': '/posts/1', 'x-nextjs-matched-path': '/posts/[id]' })
        .end('{"pageProps":{}}');
    expect((await get('a'))?.rewrite).toBe('/posts/1');
    // As Next.js 15.5 does for a page with getServerSideProps.
    origin.answer = ({ url }, response) =>
      url === '/_next/data/B1/posts/2.json?x=1'
        ? json(response, { pageProps: { post: 2 } })
        : response.writeHead(200, { 'x-nextjs-rewrite': '/posts/2?x=1' }).end('<html>');
    expect(await get('c')).toMatchObject({ text: '{"pageProps":{"post":2}}', rewrite: '/posts/2?x=1' });
    origin.answer = (_, response) => response.writeHead(200, { 'x-nextjs-matched-path': '/about' }).end('{}');
    expect((await get('b'))?.headers.get('x-nextjs-matched-path')).toBe('/about');
    await origin.close();
    expect((await start()('a'))?.rewrite).toBe('/posts/1');
  });

  it('reports settings without a web app', async () => {
    const get = start({ origin: undefined });
    for (const path of ['/_next/data/build.json', '/_next/data/B1/index.json']) {
      const answer = await get(path);
      expect(answer).toMatchObject({ status: 501, error: 'ERR_NO_ORIGIN' });
      expect(answer?.text).toContain('no origin');
    }
    expect(await get('/')).toBeUndefined();
  });

  it('detects the build if the settings name none', async () => {
    origin.answer = ({ url }, response) => {
      if (url === '/') response.end('<script>{"buildId":"B7"}</script>');
      else if (url?.startsWith('/_next/data/B7/')) json(response, { pageProps: 'found' });
      else response.writeHead(404).end();
    };
    const get = start({ buildId: undefined });
    const { buildId } = JSON.parse((await get('/_next/data/build.json'))?.text ?? '');
    expect((await get(`/_next/data/${buildId}/a.json`))?.text).toBe('{"pageProps":"found"}');
  });
});

describe('without the origin', () => {
  it('serves the last good response with its age, even after a restart', async () => {
    await start()('/_next/data/B1/a.json?x=1');
    await origin.close();
    now += 3_600_500;
    const answer = await start()('/_next/data/B1/a.json?x=1');
    expect(answer).toMatchObject({ status: 200, text: '{"pageProps":{"url":"/_next/data/B1/a.json?x=1"}}' });
    expect(answer?.headers.get('age')).toBe('3600');
    expect(answer?.headers.get('x-holdfast-saved-at')).toBe('1700000000000');
    // Another query is another page.
    expect((await start()('/_next/data/B1/a.json?x=2'))?.status).toBe(502);
  });

  it('answers 502 with the reason for a page that was never saved', async () => {
    const get = start({ fetch: () => Promise.reject(new Error('net::ERR_INTERNET_DISCONNECTED')) });
    expect(await get('a')).toMatchObject({ status: 502, error: 'ERR_INTERNET_DISCONNECTED' });
  });

  it('treats a slow server as unreachable', async () => {
    await start()('a');
    origin.answer = () => undefined;
    const get = start({ limits: { waitWithCopy: 20, wait: 50 } });
    expect(await get('a')).toMatchObject({ isSaved: true });
    expect(await get('b')).toMatchObject({ status: 504, error: 'ERR_TIMED_OUT' });
  });
});

describe('what is saved', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => json(response, { pageProps: 'of an error' }, 500)],
    ['a document in its place', (response) => response.end('<html>')],
    ['JSON that is no page data', (response) => json(response, 'text')],
    [
      'a redirect to another server',
      (response) => response.writeHead(302, { location: 'http://portal.test/' }).end(),
    ],
  ])('is shown with its age in place of %s, and kept', async (_, answer) => {
    const get = start();
    await get('a');
    now += 5_000;
    origin.answer = (_, response) => answer(response);
    const shown = await get('a');
    expect(shown).toMatchObject({ status: 200, text: '{"pageProps":{"url":"/_next/data/B1/a.json"}}' });
    expect(shown?.headers.get('age')).toBe('5');
    await origin.close();
    expect(await get('a')).toMatchObject({ isSaved: true });
  });

  it('is removed once access is withdrawn or the page is gone, and no longer shown offline', async () => {
    const get = start();
    for (const [status, answer] of [
      [403, (response: ServerResponse) => response.writeHead(403).end()],
      [404, (response: ServerResponse) => json(response, { notFound: true }, 404)],
    ] as const) {
      origin.answer = (request, response) => json(response, { pageProps: { url: request.url } });
      await get('a');
      origin.answer = (_, response) => answer(response);
      expect((await get('a'))?.status).toBe(status);
      origin.answer = (_, response) => response.destroy();
      expect((await start()('a'))?.status).toBe(502);
    }
  });

  it('excludes private data, unless the settings allow it', async () => {
    origin.answer = (_, response) =>
      response.setHeader('cache-control', 'private').end('{"pageProps":{"of":"one user"}}');
    expect((await start()('a'))?.text).toContain('one user');
    await start({ savePrivate: true })('b');
    await origin.close();
    expect((await start()('a'))?.status).toBe(502);
    expect(await start()('b')).toMatchObject({ isSaved: true });
  });

  it('is removed by one call, including responses that arrive after it', async () => {
    const get = start();
    await get('a');
    let finish: (() => void) | undefined;
    origin.answer = (_, response) => {
      finish = () => json(response, { pageProps: 'late' });
    };
    const late = get('b');
    await until(() => origin.asked.length === 2);
    await get.forget();
    finish?.();
    expect((await late)?.text).toContain('late');
    await origin.close();
    for (const page of ['a', 'b']) expect((await start()(page))?.status).toBe(502);
  });

  it('is not shared across that call: a later request gets a new response', async () => {
    const get = start();
    const answers: (() => void)[] = [];
    const count = () => answers.length;
    origin.answer = (_, response) =>
      void answers.push(() => json(response, { pageProps: `person ${count()}` }));
    const before = get('a');
    await until(() => count() === 1);
    answers[0]?.();
    await get.forget();
    const after = get('a');
    await until(() => count() === 2);
    answers[1]?.();
    expect([(await before)?.text, (await after)?.text]).toEqual([
      '{"pageProps":"person 1"}',
      '{"pageProps":"person 2"}',
    ]);
  });

  it('is shown while the server is slow, and replaced when its response arrives', async () => {
    const get = start({ limits: { waitWithCopy: 20 } });
    await get('a');
    let finish: (() => void) | undefined;
    origin.answer = (_, response) => {
      finish = () => json(response, { pageProps: 'slow' });
    };
    for (const _ of [1, 2]) expect(await get('a')).toMatchObject({ isSaved: true });
    // Both waited for the same request.
    expect(origin.asked.length).toBe(2);
    finish?.();
    await until(async () => (await get('a'))?.text.includes('slow') ?? false);
  });

  it('belongs to one build: after a deployment the old data is neither served nor kept', async () => {
    await start()('a');
    const [former] = readdirSync(folder);
    await origin.close();
    const get = start({ buildId: 'B2' });
    expect((await get('/_next/data/B2/a.json'))?.status).toBe(502);
    expect((await get('a'))?.status).toBe(404);
    await until(() => !readdirSync(folder).includes(former as string));
  });

  it('excludes a response that is too large, which is refused', async () => {
    const get = start({ limits: { answerBytes: 10 } });
    const answer = await get('a');
    expect(answer?.status).toBe(502);
    expect(answer?.text).toContain('longer than 10 bytes');
  });

  it('is optional: a page gets its data even if the folder is unusable', async () => {
    writeFileSync(join(folder, 'file'), '');
    const answer = await start({ directory: join(folder, 'file') })('a');
    expect(answer?.status).toBe(200);
    expect(errors.map(String).join()).toMatch(/ENOTDIR|EEXIST/);
    errors = [];
  });
});
