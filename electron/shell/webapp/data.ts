/**
 * `/_next/data/…`: page data from the web app's server. The last good answer for each page is saved on disk and served,
 * marked with its age, while the server cannot provide one.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AppRequest, type AppResponse, textResponse } from '../../common/message.ts';
import { BUILD_PATH, SAVED_HEADER } from '../../shared/pageData.ts';
import type { Handler } from '../protocol/handler.ts';
import {
  createSource,
  failed,
  JSON_TYPE,
  pick,
  type SourceOptions,
  type SourceResponse,
} from './dataSource.ts';
import { type Entry, hashOf, makeEntry, type SavingHandler, type SavingOptions, Store } from './store.ts';

const DATA_PATH = /^\/_next\/data\/([^/]+)(\/.+\.json)$/;

/** The framework's marker. Only a page's own fetch can set it, so no script, frame or navigation gets page data. */
const MARKER = 'x-nextjs-data';
/** Forwarded request headers: the framework's own, and those that connect traces. */
const FORWARDED = [MARKER, 'accept-language', 'sentry-trace', 'baggage'];

/** A build id that no server has. */
const UNKNOWN_BUILD = 'unknown';

/** Chosen here; the framework has no such limits. */
const DATA_LIMITS = {
  storeBytes: 50_000_000,
  answerBytes: 10_000_000,
  /** How long to wait before showing a saved copy, in ms. The request continues and refreshes the copy. */
  waitWithCopy: 3_000,
  /** Time limit of a request, in ms. */
  wait: 30_000,
};
export type DataLimits = typeof DATA_LIMITS;

export interface DataOptions extends SavingOptions, Pick<SourceOptions, 'savePrivate'> {
  buildId: string | undefined;
  limits?: Partial<DataLimits>;
}

interface SavedMeta {
  /** Milliseconds since the epoch. */
  savedAt: number;
  /** The page that middleware shows instead of the requested one. */
  rewrite?: string | undefined;
}

export function createDataHandler(options: DataOptions): SavingHandler {
  const { origin, buildId = UNKNOWN_BUILD, savePrivate, directory, onError, fetch, now } = options;
  const limits = { ...DATA_LIMITS, ...options.limits };
  const removeAll = () => rm(directory, { recursive: true, force: true });
  if (origin === undefined) {
    const refuse = () => failed(501, 'ERR_NO_ORIGIN', 'The settings have no origin: page data needs one.');
    return {
      handler: (_, path) => (DATA_PATH.test(path) || path === BUILD_PATH ? refuse() : undefined),
      forget: removeAll,
    };
  }

  const build = hashOf(JSON.stringify([origin, buildId]));
  const store = new Store<SavedMeta>(join(directory, build), limits.storeBytes);
  removeOthers(directory, build).catch(onError);
  const request = createSource({ origin, buildId, savePrivate, fetch, now, ...limits });
  const underWay = new Map<string, Promise<SourceResponse>>();
  const known = JSON.stringify({ buildId });

  return {
    handler: handle,
    forget() {
      // A pending response is only for whoever requested it, not for the next user.
      underWay.clear();
      return store.clear();
    },
  };

  function handle(request: AppRequest, path: string): ReturnType<Handler> {
    if (path === BUILD_PATH) return textResponse(200, 'application/json', known);
    const parts = DATA_PATH.exec(path);
    if (!parts || request.headers[MARKER] === undefined) return undefined;
    const [, requestedBuild = '', asset = ''] = parts;
    if (decodeURIComponent(requestedBuild) !== buildId) {
      return textResponse(404, 'text/plain', `The app has only data of build ${buildId}.`);
    }
    return respond(asset + new URL(request.url).search, pick(request.headers, FORWARDED));
  }

  async function respond(key: string, headers: Record<string, string>): Promise<AppResponse> {
    const saved = await store.read(key).catch((error: unknown) => void onError(error));
    const loading = underWay.get(key) ?? load(key, headers);
    underWay.set(key, loading);
    const end = () => underWay.get(key) === loading && underWay.delete(key);
    loading.then(end, end);
    if (!saved) return await loading;
    const late = pause(limits.waitWithCopy, undefined, { ref: false });
    const loaded = await Promise.race([loading, late]);
    return !loaded || loaded.verdict === 'copy' ? fromSaved(saved, loaded, now()) : loaded;
  }

  async function load(key: string, headers: Record<string, string>): Promise<SourceResponse> {
    const epoch = store.epoch;
    const loaded = await request(key, headers);
    const meta = { savedAt: now(), rewrite: loaded.headers['x-nextjs-rewrite'] };
    // Awaited, so that everything shown survives a crash.
    if (loaded.verdict === 'save') await store.write(key, makeEntry(meta, loaded.body), epoch).catch(onError);
    if (loaded.verdict === 'forget') await store.remove(key).catch(onError);
    return loaded;
  }
}

function fromSaved(
  { meta, body }: Entry<SavedMeta>,
  loaded: SourceResponse | undefined,
  at: number,
): AppResponse {
  const age = Math.max(0, Math.floor((at - meta.savedAt) / 1000));
  return {
    status: 200,
    headers: {
      ...pick(loaded?.headers ?? {}, ['retry-after']),
      ...(meta.rewrite && { 'x-nextjs-rewrite': meta.rewrite }),
      'content-type': JSON_TYPE,
      age: String(age),
      [SAVED_HEADER]: String(meta.savedAt),
    },
    body,
  };
}

async function removeOthers(directory: string, build: string): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names)
    if (name !== build) await rm(join(directory, name), { recursive: true, force: true });
}
