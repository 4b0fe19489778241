/** Page data from the web app's server: follows its redirects, rewrites and redeployments. */

import { type AppResponse, readBody } from '../../common/message.ts';
import type { ServerResponse } from '../../common/responseTo.ts';
import {
  currentBuildOf,
  type DataVerdict,
  dataVerdict,
  ERROR_HEADER,
  parseObject,
} from '../../shared/pageData.ts';
import { type Fetch, fetchFollowing, isSameOrigin, netErrorOf, redirectOf } from './server.ts';
import type { SavingOptions } from './store.ts';

/** Response headers that the page may read. Main chooses the content type, never the server. */
const RETURNED =
  'x-nextjs-redirect x-nextjs-matched-path x-nextjs-rewrite retry-after www-authenticate'.split(' ');

export const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

export interface SourceResponse extends AppResponse {
  verdict: DataVerdict;
  body: Buffer<ArrayBuffer>;
}

export interface SourceOptions extends Pick<SavingOptions, 'fetch' | 'now'> {
  origin: string;
  /** The build to request first; if the server has another, it is detected. */
  buildId: string;
  /** Whether to save even answers that the server marks `private` or `no-store`. */
  savePrivate: boolean;
  /** The largest body, in bytes. */
  answerBytes: number;
  /** Time limit of a request, in ms. */
  wait: number;
}

/** Shortest time between two requests for the start page's build, in ms: a missing page is a 404 every time. */
const CURRENT_MS = 60_000;

const isData = (to: URL, from: URL) => isSameOrigin(to, from) && to.pathname.startsWith('/_next/data/');

/** Creates a function that requests the data at a path and query below `/_next/data/<build>`. It never rejects. */
export function createSource(options: SourceOptions) {
  const { origin, buildId, savePrivate, fetch, now, answerBytes, wait } = options;
  let build = buildId;
  let currentAskedAt = Number.NEGATIVE_INFINITY;

  return async function ask(asset: string, headers: Record<string, string>): Promise<SourceResponse> {
    const signal = AbortSignal.timeout(wait);
    try {
      const init = { headers, signal };
      const answer = await askBuild(asset, init);
      if (answer.status !== 404 || answer.verdict !== 'copy') return await followRewrite(answer, init);
      const current = currentBuildOf(answer.body.toString()) ?? (await askCurrent(init));
      if (current === undefined || current === build) return answer;
      build = current;
      return await followRewrite(await askBuild(asset, init), init);
    } catch (error) {
      if (signal.aborted) return failed(504, 'ERR_TIMED_OUT', String(error));
      return failed(502, netErrorOf(error), String(error));
    }
  };

  /** Next.js answers a rewritten data request with the other page's HTML, so its data is requested separately. */
  async function followRewrite(answer: SourceResponse, init: Parameters<Fetch>[1]): Promise<SourceResponse> {
    const rewrite = answer.headers['x-nextjs-rewrite'];
    if (rewrite === undefined || answer.verdict !== 'copy' || answer.status !== 200) return answer;
    const { pathname, search } = new URL(rewrite, origin);
    const data = await askBuild(`${pathname === '/' ? '/index' : pathname}.json${search}`, init);
    return { ...data, headers: { ...data.headers, 'x-nextjs-rewrite': rewrite } };
  }

  /** Reads the build id from the start page; with middleware, a 404 does not contain it. */
  async function askCurrent(init: Parameters<Fetch>[1]): Promise<string | undefined> {
    // The clock may have been set back since.
    const age = Math.abs(now() - currentAskedAt);
    if (age < CURRENT_MS) return undefined;
    currentAskedAt = now();
    const { signal } = init;
    const start = new URL('/', origin);
    const { response } = await fetchFollowing(fetch, start, { headers: {}, signal }, isSameOrigin);
    return currentBuildOf((await read(response)).toString());
  }

  async function read(response: ServerResponse): Promise<Buffer<ArrayBuffer>> {
    const body = await readBody(response, answerBytes);
    if (!body) throw new Error(`The answer is longer than ${answerBytes} bytes.`);
    return body;
  }

  async function askBuild(asset: string, init: Parameters<Fetch>[1]): Promise<SourceResponse> {
    const url = new URL(`/_next/data/${encodeURIComponent(build)}${asset}`, origin).href;
    const { response } = await fetchFollowing(fetch, url, init, isData);
    const body = await read(response);
    const json = parseObject(body.toString());
    const page = redirectOf(response, url);
    return {
      verdict: dataVerdict(response, json, savePrivate),
      status: response.status,
      headers: {
        ...pick(response.headers, RETURNED),
        ...(page && {
          'x-nextjs-redirect':
            page.origin === new URL(origin).origin ? page.pathname + page.search : page.href,
        }),
        'content-type': json ? JSON_TYPE : TEXT_TYPE,
      },
      body,
    };
  }
}

export function failed(status: number, code: string, why: string): SourceResponse {
  const headers = { 'content-type': TEXT_TYPE, [ERROR_HEADER]: code };
  return { verdict: 'copy', status, headers, body: Buffer.from(why) };
}

export function pick(headers: Readonly<Record<string, string>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}
