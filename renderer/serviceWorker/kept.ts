/** What the worker keeps of the server's answers, for when the server cannot be reached. */
import { LIMITS } from '../../electron/shared/limitValues/limits.ts';
import { SAVED_HEADER } from '../../electron/shared/pageData.ts';
import { KEPT_CACHE } from '../../electron/shared/site.ts';

/** The longest answer, in characters or bytes. */
const LONGEST = 10_000_000;

export type Kept = NonNullable<Awaited<ReturnType<typeof kept>>>;

let times = 0;

/** How often everything was forgotten. What was asked before must not be kept after: the next person is another one. */
export const timesForgotten = (): number => times;

export function forget(): Promise<boolean> {
  times += 1;
  return caches.delete(KEPT_CACHE);
}

export async function kept(key: string) {
  const answer = await (await caches.open(KEPT_CACHE)).match(key);
  const savedAt = Number(answer?.headers.get(SAVED_HEADER));
  return answer && { answer, text: await answer.clone().text(), savedAt };
}

/** @param since `timesForgotten` when it was asked for */
export async function keep(key: string, { headers: had }: Response, body: string | Blob, since: number) {
  if ((typeof body === 'string' ? body.length : body.size) > LONGEST) return;
  const headers = new Headers(had);
  headers.set(SAVED_HEADER, String(Date.now()));
  const cache = await caches.open(KEPT_CACHE);
  // Checked last: what is forgotten from now on goes with this cache.
  if (since !== times) return;
  await cache.put(key, new Response(body, { headers }));
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - 1_000))) await cache.delete(old);
}

export const remove = async (key: string): Promise<boolean> => (await caches.open(KEPT_CACHE)).delete(key);

/** Whether a picture need not be asked for again. The clock may have been set back since it was. */
export function isFresh({ savedAt, answer: { headers } }: Kept): boolean {
  const now = Date.now();
  return Math.abs(now - savedAt) < timeToLive(headers.get('cache-control')) * 1000;
}

/**
 * The time to live of a picture in seconds: its `s-maxage`, else its `max-age`, but never less than the limit. As in the
 * framework, `no-store`, `no-cache`, `private`, `Expires` and `Age` do not count.
 */
export function timeToLive(cacheControl: string | null): number {
  const of = (name: string) =>
    new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*"?(\\d+)`, 'i').exec(cacheControl ?? '')?.[1];
  return Math.max(LIMITS.imageCache.value, Number(of('s-maxage') ?? of('max-age') ?? 0));
}
