/**
 * `/_next/data/…`: page data, asked of the web app's server. The last good answer of each page is kept on the disk,
 * and given, marked, while the server cannot be reached. Data of one build is never given for another.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handler } from '../../protocol/handler.ts';
import { BUILD_PATH, ERROR_HEADER, SAVED_HEADER } from '../../shared/pageData.ts';
import { type Fetch, netErrorOf, readBody, TooLargeError } from './answer.ts';
import { type Entry, hashOf, makeEntry, openStore, type Store } from './store.ts';

const DATA_PATH = /^\/_next\/data\/([^/]+)(\/.+\.json)$/;

/** Headers of a request that go on to the server: the framework's own, and those that join its traces to the page's. */
const FORWARDED = ['x-nextjs-data', 'purpose', 'accept-language', 'sentry-trace', 'baggage'];
/** Headers of an answer that the page may read. */
const RETURNED = ['content-type', 'x-nextjs-redirect', 'x-nextjs-matched-path', 'retry-after'];

export interface DataLimits {
  /** What all saved answers may hold together, in bytes. */
  storeBytes: number;
  /** Largest answer that is taken, in bytes. */
  answerBytes: number;
  /** How long the server has to answer, in ms: when there is a saved copy, and when there is none. */
  waitWithCopy: number;
  waitWithout: number;
}

/** Our own choices; the framework has none of these limits. */
export const DATA_LIMITS: DataLimits = {
  storeBytes: 50_000_000,
  answerBytes: 10_000_000,
  waitWithCopy: 4_000,
  waitWithout: 10_000,
};

export interface DataOptions {
  /** The web app's server and its build, from the settings. Without both no page has data. */
  origin: string | undefined;
  buildId: string | undefined;
  /** The folder for saved answers; nothing else may be in it. */
  directory: string;
  /** Gets errors of the disk: the answer is given all the same. */
  onError(error: unknown): void;
  fetch: Fetch;
  /** Milliseconds since the epoch. */
  now(): number;
  limits?: Partial<DataLimits>;
}

interface SavedMeta {
  contentType: string;
  /** Milliseconds since the epoch. */
  savedAt: number;
}

/** Makes the handler for the protocol. */
export function createDataHandler(options: DataOptions): Handler {
  const { origin, buildId, directory, onError, fetch, now } = options;
  const limits = { ...DATA_LIMITS, ...options.limits };
  if (origin === undefined || buildId === undefined) return refuse;

  const build = hashOf(JSON.stringify([origin, buildId]));
  const store: Store<SavedMeta> = openStore(join(directory, build), limits.storeBytes);
  removeOthers(directory, build).catch(onError);

  return (request, path) => {
    if (path === BUILD_PATH) return Response.json({ buildId });
    const [, requestedBuild, asset] = DATA_PATH.exec(path) ?? [];
    if (requestedBuild === undefined || asset === undefined) return undefined;
    if (decodeURIComponent(requestedBuild) !== buildId) {
      return new Response(`The app has data of build ${buildId} only.`, { status: 404 });
    }
    const { search } = new URL(request.url);
    return answer(request, new URL(path + search, origin).href, asset + search);
  };

  async function answer(request: Request, url: string, key: string): Promise<Response> {
    const saved = await store.read(key).catch((error: unknown) => void onError(error));
    const timeout = AbortSignal.timeout(saved ? limits.waitWithCopy : limits.waitWithout);
    let response: Response;
    let body: Buffer<ArrayBuffer>;
    try {
      response = await fetch(url, { headers: pick(request.headers, FORWARDED), signal: timeout });
      body = await readBody(response, limits.answerBytes);
    } catch (error) {
      if (saved && !(error instanceof TooLargeError)) return fromSaved(saved);
      return timeout.aborted ? failed(504, 'ERR_TIMED_OUT', error) : failed(502, netErrorOf(error), error);
    }
    const json = parseObject(body);
    if (response.status === 200 && json?.pageProps) {
      const contentType = response.headers.get('content-type') ?? 'application/json';
      // Waited for, so that what was shown is also there after a kill.
      await store.write(key, makeEntry({ contentType, savedAt: now() }, body)).catch(onError);
    } else if (response.status === 404 && json?.notFound) {
      // The page is gone: its copy must not come back when the server is away.
      await store.remove(key).catch(onError);
    }
    // A status such as 204 may have no body, not even an empty one.
    const { status } = response;
    return new Response(body.length > 0 ? body : null, { status, headers: pick(response.headers, RETURNED) });
  }

  function fromSaved({ meta, body }: Entry<SavedMeta>): Response {
    const age = Math.max(0, Math.floor((now() - meta.savedAt) / 1000));
    return new Response(body, {
      headers: {
        'content-type': meta.contentType,
        age: String(age),
        [SAVED_HEADER]: String(meta.savedAt),
      },
    });
  }
}

/** The handler of an app without a web app. */
const refuse: Handler = (_, path) =>
  path === BUILD_PATH || DATA_PATH.test(path)
    ? failed(501, 'ERR_NO_ORIGIN', 'The settings have no origin or no buildId: page data needs both.')
    : undefined;

/** An answer that says that the server gave none, and why. */
function failed(status: number, code: string, reason: unknown): Response {
  return new Response(String(reason), {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', [ERROR_HEADER]: code },
  });
}

function parseObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(body.toString()));
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
