/**
 * `/_next/image?url=&w=&q=`: a picture in the build unchanged, any other from the web app's server. The server checks,
 * resizes and recognises it; its response is kept for at least a minute, and served stale while the server cannot be
 * reached.
 */
import { type AppRequest, type AppResponse, readBody, textResponse } from '../../common/message.ts';
import { LIMITS } from '../../shared/limits.ts';
import { fetchFollowing, isSameOrigin } from './server.ts';
import { type Entry, makeEntry, type SavingHandler, type SavingOptions, Store } from './store.ts';

const PATH = '/_next/image';

const IMAGE_LIMITS = {
  /** Total size of the kept images, in bytes. */
  storeBytes: 200_000_000,
  /** Largest image, in bytes: the framework's (Next.js 16). */
  imageBytes: 50_000_000,
  /** Time limit of a request in ms, as for page data. Includes waiting for a free connection. */
  wait: 30_000,
  /** Shortest time to live, in seconds: the framework's. */
  minimumTtl: LIMITS.imageCache.value as number,
};

export interface ImageOptions extends SavingOptions {
  /** Returns the build's file at a path, still percent-encoded; undefined if there is none. */
  buildFile(path: string): Promise<AppResponse | undefined>;
  limits?: Partial<typeof IMAGE_LIMITS>;
}

interface ImageMeta {
  type: string;
  /** When the server was last asked, and until when the image is fresh, in ms since the epoch. */
  checkedAt: number;
  expiresAt: number;
  etag: string | undefined;
}

interface Found {
  entry: Entry<ImageMeta>;
  /** The framework's cache header: `MISS` fetched now, `HIT` fresh, `STALE` outdated. */
  cache: 'MISS' | 'HIT' | 'STALE';
}

/** As a document an SVG would run scripts: it can only be saved, and may do nothing. The protocol adds `nosniff`. */
const HARMLESS = {
  'content-disposition': 'attachment',
  'content-security-policy': "script-src 'none'; frame-src 'none'; sandbox;",
};

export function createImageHandler(options: ImageOptions): SavingHandler {
  const { origin, directory, buildFile, fetch, now, onError } = options;
  const limits = { ...IMAGE_LIMITS, ...options.limits };
  const store = new Store<ImageMeta>(directory, limits.storeBytes, false);
  /** Pending requests by query: everyone who requests the same meanwhile shares the result. */
  const underWay = new Map<string, Promise<Found>>();
  /** When a stale image may be requested again, by query, in ms since the epoch: never while a request is pending. */
  const refreshAfter = new Map<string, number>();

  return {
    handler: (request, path) => (path === PATH ? respond(request) : undefined),
    forget: () => store.clear(),
  };

  async function respond(request: AppRequest): Promise<AppResponse> {
    const { search, searchParams } = new URL(request.url);
    const own = await ofBuild(searchParams.get('url') ?? '');
    if (own) return own;
    if (origin === undefined)
      return textResponse(501, 'text/plain', 'The settings have no origin: images need one.');
    try {
      return toResponse(request, await find(new URL(PATH + search, origin).href), now());
    } catch (error) {
      if (error instanceof StatusError) return textResponse(error.status, 'text/plain', error.message);
      throw error;
    }
  }

  async function ofBuild(address: string): Promise<AppResponse | undefined> {
    const file = await buildFile(address.replace(/[?#].*/s, ''));
    if (!file?.headers['content-type']?.startsWith('image/')) return undefined;
    return { ...file, headers: { ...file.headers, ...HARMLESS } };
  }

  function find(href: string): Promise<Found> {
    const found = underWay.get(href) ?? search(href).finally(() => underWay.delete(href));
    underWay.set(href, found);
    return found;
  }

  async function search(href: string): Promise<Found> {
    // Before reading the file, which a refresh may replace meanwhile.
    const notBefore = refreshAfter.get(href) ?? 0;
    const kept = await store.read(href).catch((error: unknown) => void onError(error));
    if (!kept) return { entry: await load(href), cache: 'MISS' };
    if (now() < kept.meta.expiresAt) return { entry: kept, cache: 'HIT' };
    if (now() >= notBefore) void refresh(href, kept);
    return { entry: kept, cache: 'STALE' };
  }

  async function refresh(href: string, kept: Entry<ImageMeta>): Promise<void> {
    refreshAfter.set(href, Number.POSITIVE_INFINITY);
    try {
      await load(href, kept);
      refreshAfter.delete(href);
    } catch (error) {
      refreshAfter.set(href, now() + limits.minimumTtl * 1000);
      if (!(error instanceof StatusError)) onError(error);
    }
  }

  /** @throws StatusError */
  async function load(href: string, kept?: Entry<ImageMeta>): Promise<Entry<ImageMeta>> {
    const { epoch } = store;
    const entry = await requestImage(href, kept);
    await store.write(href, entry, epoch).catch(onError);
    return entry;
  }

  async function requestImage(href: string, kept?: Entry<ImageMeta>): Promise<Entry<ImageMeta>> {
    const etag = kept?.meta.etag;
    const headers = {
      accept: 'image/avif,image/webp,image/*',
      ...(etag !== undefined && { 'if-none-match': etag }),
    };
    const { response, body } = await ask(href, headers);
    const checkedAt = now();
    const times = {
      checkedAt,
      expiresAt: checkedAt + timeToLive(response.headers['cache-control'], limits.minimumTtl) * 1000,
      etag: response.headers.etag,
    };
    if (response.status === 304 && kept && etag !== undefined) {
      return { ...kept, meta: { ...kept.meta, ...times, etag: times.etag ?? etag } };
    }
    if (response.status < 200 || response.status > 299) {
      const status = response.status < 400 ? 502 : response.status;
      throw new StatusError(status, `The server answered with status ${response.status}.`);
    }
    // Captive portals and login pages answer 200 with HTML.
    const [type] = /^image\/[\w.+-]+/i.exec(response.headers['content-type'] ?? '') ?? [];
    if (type === undefined || body.length === 0) throw new StatusError(502, 'The response is not an image.');
    return makeEntry({ type: type.toLowerCase(), ...times }, body);
  }

  async function ask(href: string, headers: Record<string, string>) {
    const signal = AbortSignal.timeout(limits.wait);
    try {
      const { response } = await fetchFollowing(fetch, href, { headers, signal }, isSameOrigin);
      const body = await readBody(response, limits.imageBytes);
      if (body) return { response, body };
    } catch (error) {
      if (signal.aborted) throw new StatusError(504, 'The server did not answer in time.');
      throw new StatusError(502, String(error));
    }
    throw new StatusError(413, `The image is longer than ${limits.imageBytes} bytes.`);
  }
}

/** There is no image, and this status says so. */
class StatusError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function toResponse(request: AppRequest, { entry, cache }: Found, at: number): AppResponse {
  const { meta, body, hash } = entry;
  const headers = {
    etag: `"${hash}"`,
    'cache-control': `public, max-age=${seconds(meta.expiresAt - at)}, must-revalidate`,
    age: String(seconds(at - meta.checkedAt)),
    'x-nextjs-cache': cache,
    'content-type': meta.type,
    ...HARMLESS,
  };
  const isKnown = request.headers['if-none-match'] === headers.etag;
  return { status: isKnown ? 304 : 200, headers, body: isKnown ? null : body };
}

const seconds = (ms: number) => Math.max(0, Math.floor(ms / 1000));

/**
 * Returns the time to live of a response in seconds: its `s-maxage`, else its `max-age`, but never less than `minimum`.
 * As in the framework, `no-store`, `no-cache`, `private`, `Expires` and `Age` do not count.
 */
export function timeToLive(cacheControl: string | undefined, minimum: number): number {
  const directives = new Map<string, string>();
  for (const part of cacheControl?.split(',') ?? []) {
    const [name = '', value = ''] = part.split('=', 2);
    directives.set(name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1'));
  }
  const upstream = Number.parseInt(directives.get('s-maxage') || directives.get('max-age') || '', 10);
  return Math.max(minimum, upstream || 0);
}
