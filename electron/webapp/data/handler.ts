/**
 * `/_next/data/…`: page data, asked of the web app's server. The last good answer of each page is kept on the disk,
 * and given, marked with its time, when the server has none. Data of one build is never given for another.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Handler } from '../../protocol/handler.ts';
import { BUILD_PATH, ERROR_HEADER, SAVED_HEADER } from '../../shared/pageData.ts';
import { classifyAnswer, type Verdict } from './answer.policy.ts';
import { type Fetch, fetchWithin, netErrorOf, RedirectError, readBody } from './answer.ts';
import { type Entry, hashOf, makeEntry, openStore, type SavingHandler, type Store } from './store.ts';

const DATA_PATH = /^\/_next\/data\/([^/]+)(\/.+\.json)$/;

/** The framework's marker. Only a page's own fetch can set it: no script, frame or navigation gets page data. */
const MARKER = 'x-nextjs-data';
/** Headers of a request that go on to the server: the framework's own, and those that join its traces to the page's. */
const FORWARDED = [MARKER, 'purpose', 'accept-language', 'sentry-trace', 'baggage'];
/** Headers of an answer that the page may read. The content type is not among them: main says what it is. */
const RETURNED = ['x-nextjs-redirect', 'x-nextjs-matched-path', 'retry-after'];

export interface DataLimits {
  /** What all saved answers may hold together, in bytes. */
  storeBytes: number;
  /** Largest answer that is taken, in bytes. */
  answerBytes: number;
  /** How long a saved copy waits for the server, in ms. The request goes on, so that the next copy is new. */
  waitWithCopy: number;
  /** How long the server has to answer, in ms. */
  wait: number;
}

/** Our own choices; the framework has none of these limits. */
export const DATA_LIMITS: DataLimits = {
  storeBytes: 50_000_000,
  answerBytes: 10_000_000,
  waitWithCopy: 3_000,
  wait: 30_000,
};

export interface DataOptions {
  /** The web app's server and its build, from the settings. Without both no page has data. */
  origin: string | undefined;
  buildId: string | undefined;
  /** Whether what the server marks `private` or `no-store` is saved too. */
  savePrivate: boolean;
  /** The folder for saved answers; nothing else may be in it. */
  directory: string;
  /** Gets errors of the disk: the answer is given all the same. */
  onError(error: unknown): void;
  /** Must give a redirect as it is and not follow it. */
  fetch: Fetch;
  /** Milliseconds since the epoch. */
  now(): number;
  limits?: Partial<DataLimits>;
}

interface SavedMeta {
  /** Milliseconds since the epoch. */
  savedAt: number;
}

interface Answer {
  verdict: Verdict;
  status: number;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
}

/** Makes the handler for the protocol. */
export function createDataHandler(options: DataOptions): SavingHandler {
  const { origin, buildId, savePrivate, directory, onError, fetch, now } = options;
  const limits = { ...DATA_LIMITS, ...options.limits };
  const removeAll = () => rm(directory, { recursive: true, force: true });
  if (origin === undefined || buildId === undefined) return { handler: refuse, forget: removeAll };

  const build = hashOf(JSON.stringify([origin, buildId]));
  const store: Store<SavedMeta> = openStore(join(directory, build), limits.storeBytes);
  removeOthers(directory, build).catch(onError);
  /** Requests that the server has not answered yet, by key, which all who want the page share. */
  const underWay = new Map<string, Promise<Answer>>();

  return { handler: handle, forget: () => store.clear() };

  function handle(request: Request, path: string): Promise<Response> | Response | undefined {
    if (path === BUILD_PATH) return Response.json({ buildId });
    const [, requestedBuild, asset] = DATA_PATH.exec(path) ?? [];
    if (requestedBuild === undefined || asset === undefined || !request.headers.has(MARKER)) return undefined;
    if (decodeURIComponent(requestedBuild) !== buildId) {
      return new Response(`The app has data of build ${buildId} only.`, { status: 404 });
    }
    const { search } = new URL(request.url);
    return answer(request, new URL(path + search, origin).href, asset + search);
  }

  async function answer(request: Request, url: string, key: string): Promise<Response> {
    const saved = await store.read(key).catch((error: unknown) => void onError(error));
    const asked =
      underWay.get(key) ??
      ask(url, key, pick(request.headers, FORWARDED)).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    const late = saved && pause(limits.waitWithCopy, undefined, { ref: false });
    const answered = await (late ? Promise.race([asked, late]) : asked);
    if (saved && (!answered || answered.verdict === 'copy')) return fromSaved(saved, answered?.headers);
    const { status, headers, body } = answered as Answer;
    // A status such as 204 may have no body, not even an empty one.
    return new Response(body.length > 0 ? body : null, { status, headers });
  }

  /** Asks the server, and keeps or removes the saved copy accordingly. Never rejects. */
  async function ask(url: string, key: string, headers: Record<string, string>): Promise<Answer> {
    const timeout = AbortSignal.timeout(limits.wait);
    const epoch = store.epoch();
    try {
      const response = await fetchWithin(fetch, url, { headers, signal: timeout });
      const body = await readBody(response, limits.answerBytes);
      const json = parseObject(body);
      const verdict = classifyAnswer(response, json, savePrivate);
      // Waited for, so that what was shown is also there after a kill.
      if (verdict === 'save')
        await store.write(key, makeEntry({ savedAt: now() }, body), epoch).catch(onError);
      if (verdict === 'forget') await store.remove(key).catch(onError);
      const returned = { ...pick(response.headers, RETURNED), 'content-type': json ? JSON_TYPE : TEXT_TYPE };
      return { verdict, status: response.status, headers: returned, body };
    } catch (error) {
      const [status, code] = timeout.aborted ? [504, 'ERR_TIMED_OUT'] : [502, codeOf(error)];
      return { verdict: 'copy', status, headers: failedHeaders(code), body: Buffer.from(messageOf(error)) };
    }
  }

  function fromSaved({ meta, body }: Entry<SavedMeta>, headers: Record<string, string> = {}): Response {
    const age = Math.max(0, Math.floor((now() - meta.savedAt) / 1000));
    return new Response(body, {
      headers: {
        ...pick(new Headers(headers), ['retry-after']),
        'content-type': JSON_TYPE,
        age: String(age),
        [SAVED_HEADER]: String(meta.savedAt),
      },
    });
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

const failedHeaders = (code: string) => ({ 'content-type': TEXT_TYPE, [ERROR_HEADER]: code });
const messageOf = (error: unknown) => (error instanceof RedirectError ? error.message : String(error));
const codeOf = (error: unknown) => (error instanceof RedirectError ? error.code : netErrorOf(error));

/** The handler of an app without a web app. */
const refuse: Handler = (_, path) =>
  path === BUILD_PATH || DATA_PATH.test(path)
    ? new Response('The settings have no origin or no buildId: page data needs both.', {
        status: 501,
        headers: failedHeaders('ERR_NO_ORIGIN'),
      })
    : undefined;

function parseObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) picked[name] = value;
  }
  return picked;
}

/** Removes what was saved of other builds. */
async function removeOthers(directory: string, build: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    if (name !== build && name.length === build.length)
      await rm(join(directory, name), { recursive: true, force: true });
  }
}
