/** How long an image is fresh. */
import { LIMITS } from '../../shared/limits.ts';

/**
 * The time to live of an answer in seconds: its `s-maxage`, else its `max-age`, but never under `minimum`. As in the
 * framework, `no-store`, `no-cache`, `private`, `Expires` and `Age` do not count.
 */
export function timeToLive(cacheControl: string | null, minimum: number = LIMITS.imageCache.value): number {
  const directives = new Map<string, string>();
  for (const part of cacheControl?.split(',') ?? []) {
    const [name = '', value = ''] = part.split('=', 2);
    directives.set(name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1'));
  }
  const upstream = Number.parseInt(directives.get('s-maxage') || directives.get('max-age') || '', 10);
  return Math.max(minimum, upstream || 0);
}
