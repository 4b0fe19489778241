/**
 * `/_next/image?url=&w=&q=`: a caching proxy for images. It gives the original bytes: `w` and `q` are checked, as the
 * framework does, and change nothing, so one copy serves all widths.
 */

import { hostRules } from '../../settings/hosts.ts';
import { LIMITS } from '../../shared/limits.ts';
import type { Fetch } from '../data/answer.ts';
import { type Entry, makeEntry, openStore, type SavingHandler } from '../data/store.ts';
import { limitConcurrency } from './limitConcurrency.ts';
import { readParams, WIDTHS } from './params.ts';
import { fetchImage, ImageError, type Upstream } from './upstream.ts';

const PATH = '/_next/image';

export interface ImageLimits {
  /** Total size of cached images, in bytes. */
  storeBytes: number;
  /** Largest image that is taken, in bytes. */
  imageBytes: number;
  /** Longest time for one request, in ms. */
  timeout: number;
  /** Shortest time to live, in seconds. */
  minimumTtl: number;
  /** The values that `w` may have. */
  widths: readonly number[];
  /** How many images may be read from disk, and how many fetched, at the same time. */
  atOnce: number;
}

/** The framework's (Next.js 15.5), but for `atOnce` and the store, which there may fill half of the disk. */
export const IMAGE_LIMITS: ImageLimits = {
  storeBytes: 200_000_000,
  imageBytes: 50_000_000,
  timeout: 7_000,
  minimumTtl: LIMITS.imageCache.value,
  widths: WIDTHS,
  // As many as browsers ask of one HTTP/1 server.
  atOnce: 6,
};

export interface ImageOptions {
  /** The web app's server, from the settings. */
  origin: string | undefined;
  /** Other hosts, see `hostRules`. */
  hosts?: readonly string[];
  allowSvg?: boolean;
  /** The folder for kept images; nothing else may be in it. */
  directory: string;
  /** Called with errors of the disk and of background requests, which don't affect the answer. */
  onError(error: unknown): void;
  /** Must return redirects instead of following them. */
  fetch: Fetch;
  /** All IP addresses of a host name. */
  resolve(host: string): Promise<string[]>;
  /** Milliseconds since the epoch. */
  now(): number;
  limits?: Partial<ImageLimits>;
}

interface ImageMeta {
  type: string;
  /** When the server was asked last, and until when the image is fresh, in ms since the epoch. */
  checkedAt: number;
  expiresAt: number;
  /** The server's entity tag. */
  etag: string | undefined;
}

/** The framework's cache header: `MISS` fetched now, `HIT` fresh, `STALE` outdated. */
type Cache = 'MISS' | 'HIT' | 'STALE';

interface Load {
  result: Promise<Entry<ImageMeta>>;
  /** The result, once it is there. */
  entry?: Entry<ImageMeta>;
}

interface Found {
  entry: Entry<ImageMeta>;
  cache: Cache;
}

/**
 * Makes the handler for the protocol.
 * @throws Error if `hosts` has an entry that is no host
 */
export function createImageHandler(options: ImageOptions): SavingHandler {
  const { origin, now, onError } = options;
  const limits = { ...IMAGE_LIMITS, ...options.limits };
  const upstream: Upstream = {
    origin: origin ?? '',
    rules: hostRules(options.hosts ?? []),
    allowSvg: options.allowSvg ?? false,
    maxBytes: limits.imageBytes,
    timeout: limits.timeout,
    minimumTtl: limits.minimumTtl,
    fetch: options.fetch,
    resolve: options.resolve,
  };
  const store = openStore<ImageMeta>(options.directory, limits.storeBytes, false);
  /** Lookups in progress by address, shared by all callers. */
  const searches = new Map<string, Promise<Found>>();
  /** Requests in progress by address, until the answer is on disk. */
  const requests = new Map<string, Load>();
  /** When a cached image whose refresh failed may be requested again, by address, in ms since the epoch. */
  const notBefore = new Map<string, number>();
  const reading = limitConcurrency(limits.atOnce);
  const asking = limitConcurrency(limits.atOnce);

  return { handler: handle, forget: () => store.clear() };

  function handle(request: Request, path: string): Promise<Response> | Response | undefined {
    if (path !== PATH) return undefined;
    if (origin === undefined) return refused(501, 'The settings have no origin: images need it.');
    const params = readParams(new URL(request.url).searchParams, origin, limits.widths);
    if ('message' in params) return refused(400, params.message);
    return answer(request, params.source);
  }

  async function answer(request: Request, { href }: URL): Promise<Response> {
    const search = searches.get(href) ?? find(href).finally(() => searches.delete(href));
    searches.set(href, search);
    try {
      return respond(request, await search);
    } catch (error) {
      if (error instanceof ImageError) return refused(error.status, error.message);
      throw error;
    }
  }

  async function find(href: string): Promise<Found> {
    // The answer may reach the disk after the lookup.
    const underWay = requests.get(href);
    const kept =
      underWay?.entry ??
      (await reading(() => store.read(href)).catch((error: unknown) => void onError(error)));
    if (!kept) return { entry: await (underWay ?? load(href, undefined)).result, cache: 'MISS' };
    if (now() < kept.meta.expiresAt) return { entry: kept, cache: 'HIT' };
    if (!underWay && now() >= (notBefore.get(href) ?? 0)) refresh(href, kept);
    return { entry: kept, cache: 'STALE' };
  }

  function refresh(href: string, kept: Entry<ImageMeta>): void {
    load(href, kept).result.then(
      () => notBefore.delete(href),
      (error: unknown) => {
        notBefore.set(href, now() + limits.minimumTtl * 1000);
        if (!(error instanceof ImageError)) onError(error);
      },
    );
  }

  function load(href: string, kept: Entry<ImageMeta> | undefined): Load {
    const epoch = store.epoch();
    const request: Load = { result: asking(() => ask(href, kept)) };
    requests.set(href, request);
    const end = () => requests.delete(href);
    request.result.then((entry) => {
      request.entry = entry;
      store.write(href, entry, epoch).catch(onError).finally(end);
    }, end);
    return request;
  }

  async function ask(href: string, kept: Entry<ImageMeta> | undefined): Promise<Entry<ImageMeta>> {
    const { image, etag, ttl } = await fetchImage(new URL(href), kept?.meta.etag, upstream);
    const checkedAt = now();
    const times = { checkedAt, expiresAt: checkedAt + ttl * 1000 };
    if (image) return makeEntry({ type: image.type, etag, ...times }, image.body);
    if (kept) return { ...kept, meta: { ...kept.meta, etag, ...times } };
    throw new Error(`${href} says that it has not changed, though it was not asked that.`);
  }

  function respond(request: Request, { entry: { meta, body, hash }, cache }: Found): Response {
    const age = Math.max(0, now() - meta.checkedAt);
    const left = Math.max(0, meta.expiresAt - now());
    const headers = {
      etag: `"${hash}"`,
      'cache-control': `public, max-age=${Math.floor(left / 1000)}, must-revalidate`,
      age: String(Math.floor(age / 1000)),
      'x-nextjs-cache': cache,
      'content-type': meta.type,
      // Opened as a document, an SVG would run its scripts: it is only ever saved as a file, and may do nothing.
      'content-disposition': 'attachment',
      'content-security-policy': "script-src 'none'; frame-src 'none'; sandbox;",
      'x-content-type-options': 'nosniff',
    };
    const isKnown = request.headers.get('if-none-match') === headers.etag;
    return new Response(isKnown ? null : body, { status: isKnown ? 304 : 200, headers });
  }
}

function refused(status: number, message: string): Response {
  return new Response(message, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
