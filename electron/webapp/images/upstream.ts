/** Fetches an image from a server and verifies that it is one. */
import { isIP } from 'node:net';
import { bare, type HostRules } from '../../settings/hosts.ts';
import { readBody, redirectOf, TooLargeError } from '../data/answer.ts';
import type { ImageLimits, ImageOptions } from './handler.ts';
import { isActive, sniffImage } from './sniff.ts';

/** Why there is no image, as a status and the framework's words. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  readonly status: number;

  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

const NOT_ALLOWED = '"url" parameter is not allowed';
const INVALID = '"url" parameter is valid but upstream response is invalid';

/** Redirects that are followed: the framework's maximumRedirects (Next.js 16). */
const MAX_REDIRECTS = 3;

export type Upstream = Pick<ImageOptions, 'fetch' | 'resolve'> &
  Pick<ImageLimits, 'timeout' | 'minimumTtl' | 'imageBytes'> & {
    /** The web app's server. It is asked whatever its addresses are: the settings name it. */
    origin: string;
    rules: HostRules;
    allowSvg: boolean;
  };

/**
 * Asks for an image.
 * @param known the server's entity tag of the image that is already here
 * @returns the image, or none if it has not changed; `ttl` in seconds
 * @throws ImageError
 */
export async function fetchImage(source: URL, known: string | undefined, upstream: Upstream) {
  const { response, body } = await ask(source, known, upstream);
  const etag = response.headers.get('etag') ?? undefined;
  const ttl = timeToLive(response.headers.get('cache-control'), upstream.minimumTtl);
  if (response.status === 304 && known !== undefined) return { image: undefined, etag: etag ?? known, ttl };
  if (!response.ok) throw new ImageError(response.status < 400 ? 500 : response.status, INVALID);
  if (body.length === 0) throw new ImageError(400, INVALID);
  const type = sniffImage(body);
  if (type === undefined) throw new ImageError(400, "The requested resource isn't a valid image.");
  if (isActive(type) && !upstream.allowSvg) {
    throw new ImageError(400, '"url" parameter is valid but image type is not allowed');
  }
  return { image: { body, type }, etag, ttl };
}

async function ask(source: URL, known: string | undefined, upstream: Upstream) {
  const signal = AbortSignal.timeout(upstream.timeout);
  const givenUp = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  );
  // It may reject after the request is done.
  givenUp.catch(() => undefined);
  const headers: Record<string, string> = { accept: 'image/avif,image/webp,image/*' };
  if (known !== undefined) headers['if-none-match'] = known;
  try {
    let url = source;
    for (let redirects = 0; ; redirects++) {
      // With a dead name server the system may take 40 s.
      await Promise.race([checkAllowed(url, upstream), givenUp]);
      const response = await upstream.fetch(url.href, { headers, signal });
      const next = redirectOf(response, url.href);
      if (!next) return { response, body: await readBody(response, upstream.imageBytes) };
      if (redirects === MAX_REDIRECTS) throw new ImageError(508, INVALID);
      url = next;
    }
  } catch (error) {
    if (error instanceof ImageError) throw error;
    if (signal.aborted) {
      throw new ImageError(504, '"url" parameter is valid but upstream response timed out', error);
    }
    throw new ImageError(error instanceof TooLargeError ? 413 : 500, INVALID, error);
  }
}

/**
 * Checked before each request, redirects included. The name is resolved once here and again by the request, which
 * cannot be told an address: a listed host whose DNS answers otherwise in between is not caught.
 */
async function checkAllowed(url: URL, { origin, rules, resolve }: Upstream): Promise<void> {
  if (url.origin === new URL(origin).origin) return;
  if (!/^https?:$/.test(url.protocol) || !rules.isListed(url)) throw new ImageError(400, NOT_ALLOWED);
  const host = bare(url.hostname);
  const addresses = isIP(host) ? [host] : await resolve(host);
  const isAllowed = addresses.length > 0 && addresses.every(rules.isAllowedAddress);
  if (!isAllowed) throw new ImageError(400, NOT_ALLOWED);
}

/**
 * The time to live of an answer in seconds: its `s-maxage`, else its `max-age`, but never under `minimum`. As in the
 * framework, `no-store`, `no-cache`, `private`, `Expires` and `Age` do not count.
 */
export function timeToLive(cacheControl: string | null, minimum: number): number {
  const directives = new Map<string, string>();
  for (const part of cacheControl?.split(',') ?? []) {
    const [name = '', value = ''] = part.split('=', 2);
    directives.set(name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1'));
  }
  const upstream = Number.parseInt(directives.get('s-maxage') || directives.get('max-age') || '', 10);
  return Math.max(minimum, upstream || 0);
}
