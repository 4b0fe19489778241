/**
 * `/_next/image?url=&w=&q=`: a caching proxy for images. It gives the original bytes: `w` and `q` are checked, as the
 * framework does, and change nothing, so one copy serves all widths.
 */

import { hostRules } from '../../settings/hosts.ts';
import { LIMITS } from '../../shared/limits.ts';
import { type Entry, makeEntry, type SavingHandler, type SavingOptions, Store } from '../data/store.ts';
import { limitConcurrency } from './limitConcurrency.ts';
import { readParams } from './params.ts';
import { fetchImage, ImageError, type Upstream } from './upstream.ts';

const PATH = '/_next/image';

/** The framework's (Next.js 15.5), but for `atOnce` and the store, which there may fill half of the disk. */
const IMAGE_LIMITS = {
  /** Total size of cached images, and largest image that is taken, in bytes. */
  storeBytes: 200_000_000,
  imageBytes: 50_000_000,
  /** Longest time for one request, in ms. */
  timeout: 7_000,
  /** Shortest time to live, in seconds. */
  minimumTtl: LIMITS.imageCache.value as number,
  /** How many images may be read from disk, and how many fetched, at the same time: as browsers ask of one server. */
  atOnce: 6,
};
export type ImageLimits = typeof IMAGE_LIMITS;

export interface ImageOptions extends SavingOptions {
  hosts?: readonly string[];
  allowSvg?: boolean;
  resolve(host: string): Promise<string[]>;
  limits?: Partial<ImageLimits>;
}

interface ImageMeta {
  type: string;
  /** When the server was asked last, and until when the image is fresh, in ms since the epoch. */
  checkedAt: number;
  expiresAt: number;
  etag: string | undefined;
}

interface Load {
  result: Promise<Entry<ImageMeta>>;
  entry?: Entry<ImageMeta>;
}

interface Found {
  entry: Entry<ImageMeta>;
  /** The framework's cache header: `MISS` fetched now, `HIT` fresh, `STALE` outdated. */
  cache: 'MISS' | 'HIT' | 'STALE';
}

/**
 * Makes the handler for the protocol.
 * @throws Error if `hosts` has an entry that is no host
 */
export function createImageHandler(options: ImageOptions): SavingHandler {
  const { origin, directory } = options;
  const limits = { ...IMAGE_LIMITS, ...options.limits };
  const store = new Store<ImageMeta>(directory, limits.storeBytes, false);
  const images = new Images(store, { ...options, limits });
  return {
    forget: () => store.clear(),
    handler(request, path) {
      if (path !== PATH) return undefined;
      if (origin === undefined) return refused(501, 'The settings have no origin: images need it.');
      const params = readParams(new URL(request.url).searchParams, origin);
      if ('message' in params) return refused(400, params.message);
      return images.find(params.source.href).then(
        (found) => respond(request, found, options.now()),
        (error: unknown) => {
          if (error instanceof ImageError) return refused(error.status, error.message);
          throw error;
        },
      );
    },
  };
}

/** Images by their address: from the disk while they are fresh, else from their server. */
class Images {
  readonly #store: Store<ImageMeta>;
  readonly #options: ImageOptions & { limits: ImageLimits };
  readonly #upstream: Upstream;
  readonly #reading: ReturnType<typeof limitConcurrency>;
  readonly #asking: ReturnType<typeof limitConcurrency>;
  readonly #searches = new Map<string, Promise<Found>>();
  /** Requests in progress by address, until the answer is on disk. */
  readonly #requests = new Map<string, Load>();
  /** When a cached image whose refresh failed may be requested again, by address, in ms since the epoch. */
  readonly #notBefore = new Map<string, number>();

  constructor(store: Store<ImageMeta>, options: ImageOptions & { limits: ImageLimits }) {
    const { origin = '', hosts = [], allowSvg = false, limits, fetch, resolve } = options;
    this.#store = store;
    this.#options = options;
    const rules = hostRules(hosts);
    this.#upstream = { origin, rules, allowSvg, ...limits, fetch, resolve };
    this.#reading = limitConcurrency(limits.atOnce);
    this.#asking = limitConcurrency(limits.atOnce);
  }

  /** @throws ImageError */
  find(href: string): Promise<Found> {
    const search = this.#searches.get(href) ?? this.#find(href).finally(() => this.#searches.delete(href));
    this.#searches.set(href, search);
    return search;
  }

  async #find(href: string): Promise<Found> {
    const { now, onError } = this.#options;
    // The answer may reach the disk after the lookup.
    const underWay = this.#requests.get(href);
    const kept =
      underWay?.entry ??
      (await this.#reading(() => this.#store.read(href)).catch((error: unknown) => void onError(error)));
    if (!kept) return { entry: await (underWay ?? this.#load(href, undefined)).result, cache: 'MISS' };
    if (now() < kept.meta.expiresAt) return { entry: kept, cache: 'HIT' };
    if (!underWay && now() >= (this.#notBefore.get(href) ?? 0)) this.#refresh(href, kept);
    return { entry: kept, cache: 'STALE' };
  }

  #refresh(href: string, kept: Entry<ImageMeta>): void {
    const { now, onError, limits } = this.#options;
    this.#load(href, kept).result.then(
      () => this.#notBefore.delete(href),
      (error: unknown) => {
        this.#notBefore.set(href, now() + limits.minimumTtl * 1000);
        if (!(error instanceof ImageError)) onError(error);
      },
    );
  }

  #load(href: string, kept: Entry<ImageMeta> | undefined): Load {
    const { epoch } = this.#store;
    const request: Load = { result: this.#asking(() => this.#ask(href, kept)) };
    this.#requests.set(href, request);
    const end = () => this.#requests.delete(href);
    request.result.then((entry) => {
      request.entry = entry;
      this.#store.write(href, entry, epoch).catch(this.#options.onError).finally(end);
    }, end);
    return request;
  }

  async #ask(href: string, kept: Entry<ImageMeta> | undefined): Promise<Entry<ImageMeta>> {
    const { image, etag, ttl } = await fetchImage(new URL(href), kept?.meta.etag, this.#upstream);
    const checkedAt = this.#options.now();
    const times = { checkedAt, expiresAt: checkedAt + ttl * 1000 };
    if (image) return makeEntry({ type: image.type, etag, ...times }, image.body);
    if (kept) return { ...kept, meta: { ...kept.meta, etag, ...times } };
    throw new Error(`${href} says that it has not changed, though it was not asked that.`);
  }
}

function respond(request: Request, { entry: { meta, body, hash }, cache }: Found, at: number): Response {
  const headers = {
    etag: `"${hash}"`,
    'cache-control': `public, max-age=${seconds(meta.expiresAt - at)}, must-revalidate`,
    age: String(seconds(at - meta.checkedAt)),
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

const seconds = (ms: number) => Math.max(0, Math.floor(ms / 1000));

function refused(status: number, message: string): Response {
  return new Response(message, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
