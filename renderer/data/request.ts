/** One request for page data, including its retries. */
import { backoffDelay } from '../../electron/shared/backoff.ts';
import { dataFault } from '../../electron/shared/fault.ts';
import { type Answer, type Outcome, readAnswer, shouldRetry } from './outcome.ts';

/**
 * Time limit of one attempt, including its body, in ms. The worker gives up on the server after the setting `dataTimeout`,
 * at most 300 s; this limit is for a worker that does not respond.
 */
const ATTEMPT_LIMIT = 310_000;

/** The framework retries without a pause; the pause avoids three requests at once to a restarting server. */
const RETRY = { firstMs: 400, maxMs: 5_000 };

/** What a request needs from outside; times in ms. */
export const browserWorld = {
  fetch: (path: string, init: RequestInit) => fetch(path, init),
  now: Date.now,
  /** From 0 up to 1. */
  random: Math.random,
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  /** Time limit of one attempt. */
  limit: ATTEMPT_LIMIT,
};
export type RequestWorld = typeof browserWorld;

interface DataRequest {
  path: string;
  /** Path and query of the page, for a fault. */
  url: string;
  attempts: number;
  /** Aborting it rejects the request with its reason. */
  signal?: AbortSignal | undefined;
}

/**
 * Requests page data. Every failure is an outcome; only an abort rejects.
 * @throws the reason of `request.signal`
 */
export async function requestData(request: DataRequest, world: RequestWorld): Promise<Outcome> {
  const { url, signal, attempts } = request;
  for (let attempt = 1; ; attempt++) {
    let answer: Answer;
    const timeout = AbortSignal.timeout(world.limit);
    try {
      answer = await ask(request, AbortSignal.any(signal ? [signal, timeout] : [timeout]), world);
    } catch (error) {
      signal?.throwIfAborted();
      const fault = timeout.aborted
        ? dataFault(url, world.now(), `No answer within ${world.limit} ms.`, 'ERR_TIMED_OUT')
        : dataFault(url, world.now(), String(error), 'ERR_FAILED');
      return { kind: 'fault', fault };
    }
    if (!shouldRetry(answer, attempt, attempts)) return readAnswer(answer, url, world.now());
    await world.sleep(backoffDelay(attempt, RETRY, world.random()));
    signal?.throwIfAborted();
  }
}

async function ask(request: DataRequest, signal: AbortSignal, world: RequestWorld): Promise<Answer> {
  // This module and the worker decide what to keep, not the browser's cache.
  const response = await world.fetch(request.path, {
    headers: { 'x-nextjs-data': '1' },
    signal,
    cache: 'no-store',
    credentials: 'same-origin',
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}
