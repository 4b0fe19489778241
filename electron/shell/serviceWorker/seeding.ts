/** Puts the worker into the session, from the disk. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type ProtocolRequest, type ProtocolResponse, session, WebContentsView } from 'electron';
import type { AnswerTable } from '../../shared/answers.ts';
import { SITE_PATHS, type SiteLookup } from '../../shared/site.ts';

/** How long it may take, and a build's own service worker. */
const LIMIT_MS = 10_000;
const OWN_MS = 20_000;
const ERR_FAILED = -2;

export interface SeedingOptions {
  origin: string;
  folder: string;
  table: AnswerTable;
  lookUp: SiteLookup;
  /** Of every answer. */
  headers: Readonly<Record<string, string>>;
  /** The worker's code, and its address. */
  code: string;
  script: string;
  /** Runs in the hidden page. */
  page: string;
}

/**
 * Main answers the origin's scheme meanwhile: other requests of the session wait. @returns the path of the build's own worker,
 * if that is in place @param isLost whether the worker is gone: an unregistered one may stay as long as the page that did it
 */
export async function seedWorker(options: SeedingOptions, isLost: boolean): Promise<string | undefined> {
  const { origin, folder, table, lookUp, headers: always, code, script, page } = options;
  const clear = () =>
    within(LIMIT_MS, session.defaultSession.clearStorageData({ origin, storages: ['serviceworkers'] }));

  const { protocol } = session.defaultSession;
  const scheme = new URL(origin).protocol.slice(0, -1);
  const over = Promise.withResolvers<void>();
  const isMain = protocol.interceptStreamProtocol(scheme, async (request, respond) => {
    const answered = answer(request);
    if (answered) return respond(answered);
    await over.promise;
    // As it was, past the guard.
    respond({ statusCode: 307, headers: { location: request.url }, data: Readable.from([]) });
  });
  if (!isMain) throw new Error(`${scheme} is answered by somebody else.`);
  try {
    if (isLost) await clear();
    return await register().catch(async () => {
      // What Chromium keeps of the origin may be damaged on the disk.
      await clear();
      return await register();
    });
  } finally {
    protocol.uninterceptProtocol(scheme);
    over.resolve();
  }

  /** In a hidden page. */
  async function register(): Promise<string | undefined> {
    const view = new WebContentsView({ webPreferences: { sandbox: true, contextIsolation: true } });
    const { webContents: contents } = view;
    // Main gets no text of a DOMException.
    const call = (name: string, argument: unknown): Promise<unknown> =>
      contents.executeJavaScript(
        `${page}\nholdfastSeed.${name}(${JSON.stringify(argument)}).catch((error) => { throw new Error(String(error)); })`,
      );
    try {
      if (table.worker !== undefined) {
        await within(LIMIT_MS, contents.loadURL(origin + table.base));
        const hasOwn = await within(OWN_MS + LIMIT_MS, call('ownWorker', OWN_MS));
        if (hasOwn === true) return table.base + table.worker;
      }
      await within(LIMIT_MS, contents.loadURL(origin + SITE_PATHS.seed));
      await within(LIMIT_MS, call('seed', script));
      return undefined;
    } finally {
      if (!contents.isDestroyed()) contents.close();
    }
  }

  /** Returns undefined for what is Chromium's, once the worker is there. */
  function answer({ url, headers }: ProtocolRequest): ProtocolResponse | undefined {
    // A build's own worker is not there before it has its answers.
    const others = table.worker === undefined ? undefined : { error: ERR_FAILED };
    if (new URL(url).origin !== origin) return others;
    const path = url.slice(origin.length);
    if (path === SITE_PATHS.seed) return text('text/html', '<!doctype html>');
    if (path.startsWith(script))
      return text('text/javascript', code, {
        'service-worker-allowed': '/',
        'cache-control': 'max-age=86400',
      });
    // A build with a worker of its own starts as if its server answered.
    const { pathname, search } = new URL(url);
    const isDocument = (headers.Accept ?? headers.accept)?.includes('text/html') === true;
    const found = table.worker === undefined ? undefined : lookUp(pathname, search, isDocument);
    if (!found) return others;
    if (found.status === 302)
      return { statusCode: 302, headers: { location: origin + found.location }, data: Readable.from([]) };
    const data = createReadStream(join(folder, found.file));
    return { statusCode: found.status, headers: { ...always, ...found.headers }, data };
  }
}

const text = (type: string, body: string, more: Record<string, string> = {}): ProtocolResponse => ({
  statusCode: 200,
  headers: { 'content-type': `${type}; charset=utf-8`, ...more },
  data: Readable.from([Buffer.from(body)]),
});

/** Rejects when the work takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('Chromium does not install the service worker.')), ms);
  return await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
