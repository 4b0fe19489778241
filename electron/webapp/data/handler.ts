/**
 * `/_next/data/…`: page data from the web app's server. The last good answer of each page is saved on disk and served,
 * marked with its age, while the server can't provide one.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, textAnswer, toResponse } from '../../protocol/answer.ts';
import { BUILD_PATH, SAVED_HEADER } from '../../shared/pageData.ts';
import { type SignInSettings, signInAddress } from '../../signIn/signIn.policy.ts';
import { createSource, failed, JSON_TYPE, pick, type ServerAnswer } from './source.ts';
import { type Entry, hashOf, makeEntry, type SavingHandler, type SavingOptions, Store } from './store.ts';

const DATA_PATH = /^\/_next\/data\/([^/]+)(\/.+\.json)$/;

/** The framework's marker. Only a page's own fetch can set it: no script, frame or navigation gets page data. */
const MARKER = 'x-nextjs-data';
/** Request headers that are forwarded: the framework's own, and those that connect traces. */
const FORWARDED = [MARKER, 'purpose', 'accept-language', 'sentry-trace', 'baggage'];

/** A build that no server has. */
const UNKNOWN_BUILD = 'unknown';

/** Chosen here; the framework has no such limits. */
export const DATA_LIMITS = {
  storeBytes: 50_000_000,
  answerBytes: 10_000_000,
  /** How long to wait before showing a saved copy, in ms. The request continues and refreshes the copy. */
  waitWithCopy: 3_000,
  /** Time limit of a request, in ms. */
  wait: 30_000,
};
export type DataLimits = typeof DATA_LIMITS;

export interface DataOptions extends SavingOptions {
  /** The build that is asked for first; the server's current one is found out if it is another. */
  buildId: string | undefined;
  /** Whether to save even what the server marks `private` or `no-store`. */
  savePrivate: boolean;
  /** How to sign in. A redirect there is answered as 401. */
  signIn?: SignInSettings;
  /** Called when the server says that nobody is signed in, where the settings name a sign-in. */
  signedOut?(): void;
  limits?: Partial<DataLimits>;
}

interface SavedMeta {
  /** Milliseconds since the epoch. */
  savedAt: number;
  /** The page that middleware shows instead of the requested one. */
  rewrite?: string | undefined;
}

export interface DataHandler extends SavingHandler {
  /** What the page asks for before it can have data. */
  fixed(path: string): Answer | undefined;
}

export function createDataHandler(options: DataOptions): DataHandler {
  const {
    origin,
    buildId = UNKNOWN_BUILD,
    savePrivate,
    directory,
    onError,
    fetch,
    now,
    signIn = {},
  } = options;
  const limits = { ...DATA_LIMITS, ...options.limits };
  const removeAll = () => rm(directory, { recursive: true, force: true });
  if (origin === undefined) {
    const refuse = () => failed(501, 'ERR_NO_ORIGIN', 'The settings have no origin: page data needs one.');
    return {
      handler: (_, path) => (DATA_PATH.test(path) ? toResponse(refuse()) : undefined),
      fixed: (path) => (path === BUILD_PATH ? refuse() : undefined),
      forget: removeAll,
    };
  }

  const build = hashOf(JSON.stringify([origin, buildId]));
  const store = new Store<SavedMeta>(join(directory, build), limits.storeBytes);
  removeOthers(directory, build).catch(onError);
  const ask = createSource({ origin, buildId, savePrivate, signIn, fetch, now, ...limits });
  const underWay = new Map<string, Promise<ServerAnswer>>();
  const signInPath = URL.parse(signInAddress(signIn) ?? '')?.pathname;
  const known = textAnswer(200, 'application/json', JSON.stringify({ buildId, signIn: signInPath }));

  return {
    handler: handle,
    fixed: (path) => (path === BUILD_PATH ? known : undefined),
    forget() {
      // What is on its way is for whoever asked, and not for the next who asks.
      underWay.clear();
      return store.clear();
    },
  };

  function handle(request: Request, path: string): Promise<Response> | Response | undefined {
    const asked = DATA_PATH.exec(path);
    if (!asked || !request.headers.has(MARKER)) return undefined;
    const [, requestedBuild = '', asset = ''] = asked;
    if (decodeURIComponent(requestedBuild) !== buildId) {
      return new Response(`The app has data of build ${buildId} only.`, { status: 404 });
    }
    return answer(asset + new URL(request.url).search, pick(request.headers, FORWARDED));
  }

  async function answer(key: string, headers: Record<string, string>): Promise<Response> {
    const saved = await store.read(key).catch((error: unknown) => void onError(error));
    const asked = underWay.get(key) ?? load(key, headers);
    underWay.set(key, asked);
    const end = () => underWay.get(key) === asked && underWay.delete(key);
    asked.then(end, end);
    const late = pause(limits.waitWithCopy, undefined, { ref: false });
    const answered = await (saved ? Promise.race([asked, late]) : asked);
    if (saved && (!answered || answered.verdict === 'copy')) return fromSaved(saved, answered, now());
    return toResponse(answered as ServerAnswer);
  }

  async function load(key: string, headers: Record<string, string>): Promise<ServerAnswer> {
    const epoch = store.epoch;
    const answer = await ask(key, headers);
    const meta = { savedAt: now(), rewrite: answer.headers['x-nextjs-rewrite'] };
    // Awaited, so that whatever was shown survives a crash.
    if (answer.verdict === 'save') await store.write(key, makeEntry(meta, answer.body), epoch).catch(onError);
    if (answer.verdict === 'forget') await store.remove(key).catch(onError);
    if (answer.status === 401 && signInPath !== undefined) options.signedOut?.();
    return answer;
  }
}

function fromSaved(
  { meta, body }: Entry<SavedMeta>,
  answered: ServerAnswer | undefined,
  at: number,
): Response {
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
