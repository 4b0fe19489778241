/**
 * `/_next/data/…`: page data, asked of the web app's server. The last good answer of each page is kept on the disk,
 * and given, marked with its time, when the server has none.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Handler } from '../../protocol/handler.ts';
import { BUILD_PATH, SAVED_HEADER } from '../../shared/pageData.ts';
import type { Fetch } from './answer.ts';
import { type Answer, createSource, failed, JSON_TYPE, pick, toResponse } from './source.ts';
import { type Entry, hashOf, makeEntry, openStore, type SavingHandler, type Store } from './store.ts';

const DATA_PATH = /^\/_next\/data\/([^/]+)(\/.+\.json)$/;

/** The framework's marker. Only a page's own fetch can set it: no script, frame or navigation gets page data. */
const MARKER = 'x-nextjs-data';
/** Headers of a request that go on to the server: the framework's own, and those that join its traces to the page's. */
const FORWARDED = [MARKER, 'purpose', 'accept-language', 'sentry-trace', 'baggage'];
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
  /** The page that is shown in place of the one that was asked for. */
  rewrite?: string | undefined;
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
  const ask = createSource({ origin, buildId, savePrivate, fetch, now, ...limits });
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
    return answer(asset + new URL(request.url).search, pick(request.headers, FORWARDED));
  }

  async function answer(key: string, headers: Record<string, string>): Promise<Response> {
    const saved = await store.read(key).catch((error: unknown) => void onError(error));
    const asked = underWay.get(key) ?? load(key, headers).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    const late = pause(limits.waitWithCopy, undefined, { ref: false });
    const answered = await (saved ? Promise.race([asked, late]) : asked);
    if (saved && (!answered || answered.verdict === 'copy')) return fromSaved(saved, answered, now());
    return toResponse(answered as Answer);
  }

  /** Asks the server, and keeps or removes the saved copy accordingly. */
  async function load(key: string, headers: Record<string, string>): Promise<Answer> {
    const epoch = store.epoch();
    const answer = await ask(key, headers);
    const meta = { savedAt: now(), rewrite: answer.headers['x-nextjs-rewrite'] };
    // Waited for, so that what was shown is also there after a kill.
    if (answer.verdict === 'save') await store.write(key, makeEntry(meta, answer.body), epoch).catch(onError);
    if (answer.verdict === 'forget') await store.remove(key).catch(onError);
    return answer;
  }
}

/** A saved copy, with its age, and when the server wants to be asked again if it said so. */
function fromSaved({ meta, body }: Entry<SavedMeta>, answered: Answer | undefined, at: number): Response {
  const age = Math.max(0, Math.floor((at - meta.savedAt) / 1000));
  return new Response(body, {
    headers: {
      ...pick(new Headers(answered?.headers), ['retry-after']),
      ...(meta.rewrite && { 'x-nextjs-rewrite': meta.rewrite }),
      'content-type': JSON_TYPE,
      age: String(age),
      [SAVED_HEADER]: String(meta.savedAt),
    },
  });
}

/** The handler of an app without a web app. */
const refuse: Handler = (_, path) =>
  path === BUILD_PATH || DATA_PATH.test(path)
    ? toResponse(
        failed(501, 'ERR_NO_ORIGIN', 'The settings have no origin or no buildId: page data needs both.'),
      )
    : undefined;

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
