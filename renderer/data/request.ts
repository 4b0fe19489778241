/** One request for page data, including its retries. */
import { backoffDelay } from '../../electron/shared/backoff.ts';
import { dataFault } from '../../electron/shared/fault.ts';
import { LIMITS } from '../../electron/shared/limitValues/limits.ts';
import type { Params } from '../../electron/shared/match.ts';
import { BUILD_META } from '../../electron/shared/pageData.ts';
import { type Answer, mayRetry, type Outcome, readAnswer } from './outcome.ts';

/** The framework retries without a pause; the pause avoids three requests at once to a restarting server. */
const RETRY = { firstMs: 400, maxMs: 5_000 };

/** What a request needs from outside; times in ms. */
export const browserWorld = {
  fetch: (path: string, init: RequestInit) => fetch(path, init),
  now: Date.now,
  /** From 0 up to 1. */
  random: Math.random,
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  /** Of one attempt, for a worker that does not respond: it gives up after the setting `dataTimeout`, at most 300 s. */
  limit: 310_000,
};
export type RequestWorld = typeof browserWorld;

/** The id of the build that the data is for: main writes it into documents at the address of the pages' server. */
export const readBuild = (): string | undefined =>
  document.head.querySelector<HTMLMetaElement>(`meta[name="${BUILD_META}"]`)?.content;

export interface PageAddress {
  /** As in `location`: percent-encoded; the query empty, or with its question mark. */
  pathname: string;
  search: string;
  params: Params;
}

/**
 * Requests the data of a page. Every failure is an outcome; only an abort rejects, with its reason.
 * @param first whether the app opens with this page: a 5xx is then retried
 */
export async function loadData(
  build: string | undefined,
  page: PageAddress,
  { first, signal }: { first: boolean; signal: AbortSignal },
  world: RequestWorld = browserWorld,
): Promise<Outcome> {
  const url = page.pathname + page.search;
  const unknown = 'The settings have no origin: page data needs one.';
  if (!build) return { kind: 'fault', fault: dataFault(url, world.now(), unknown) };
  const path = dataPath(build, page);
  const attempts = first ? LIMITS.pageDataAttempts.value : 1;
  for (let attempt = 1; ; attempt++) {
    let answer: Answer;
    const timeout = AbortSignal.timeout(world.limit);
    try {
      answer = await ask(path, AbortSignal.any([signal, timeout]), world);
    } catch (error) {
      signal.throwIfAborted();
      const fault = timeout.aborted
        ? dataFault(url, world.now(), `No answer within ${world.limit} ms.`, 'ERR_TIMED_OUT')
        : dataFault(url, world.now(), String(error), 'ERR_FAILED');
      return { kind: 'fault', fault };
    }
    if (attempt >= attempts || !mayRetry(answer)) return readAnswer(answer, url, world.now());
    await world.sleep(backoffDelay(attempt, RETRY, world.random()));
    signal.throwIfAborted();
  }
}

async function ask(path: string, signal: AbortSignal, world: RequestWorld): Promise<Answer> {
  // The worker decides what to keep, not the browser's cache.
  const init: RequestInit = { headers: { 'x-nextjs-data': '1' }, signal, cache: 'no-store' };
  const response = await world.fetch(path, { ...init, credentials: 'same-origin' });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/**
 * The path of a page's data, as the framework builds it (Next.js 15.5): `/` is `/index.json`, a page named index
 * `/index/index.json`, and the route's parameters are added to the query. Paths only: the page is at its server's address.
 */
export function dataPath(buildId: string, { pathname, search, params }: PageAddress): string {
  const path = pathname.replace(/\/$/, '');
  const asset = path === '' ? '/index' : /^\/index(?:\/|$)/.test(path) ? `/index${path}` : path;
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(params)) {
    query.delete(name);
    for (const item of [value].flat()) query.append(name, item);
  }
  return `/_next/data/${encodeURIComponent(buildId)}${asset}.json${query.size > 0 ? `?${query}` : ''}`;
}
