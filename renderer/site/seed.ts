/** Runs in a hidden page of the app's origin, which main answers: fills the cache and registers the worker. */
import { cacheKey, SITE_CACHE, SITE_PATHS, SIZES_HEADER } from '../../electron/shared/site.ts';

/** The most files that one request names. Main answers as many of them as are small together, and at least one. */
const MAX_FILES = 500;

/**
 * @param sums of the files
 * @param script the worker's address
 * @returns `new`: main put something there; `present`: all was there
 */
async function seed(sums: string[], script: string): Promise<'new' | 'present'> {
  const cache = await caches.open(SITE_CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = sums.filter((sum) => !kept.has(cacheKey(sum)));
  let putting: Promise<unknown> = Promise.resolve();
  for (let at = 0; at < missing.length; ) {
    const wanted = missing.slice(at, at + MAX_FILES);
    const answer = await fetch(SITE_PATHS.pack, { method: 'POST', body: JSON.stringify(wanted) });
    if (!answer.ok) throw new Error(`The files were answered with ${answer.status}.`);
    const sizes = answer.headers.get(SIZES_HEADER)?.split(',').map(Number) ?? [];
    await putting;
    // A large file comes alone, and is not held in memory.
    if (sizes.length === 1) await cache.put(cacheKey(wanted[0] ?? ''), new Response(answer.body));
    else {
      const all = await answer.arrayBuffer();
      let end = 0;
      putting = Promise.all(
        sizes.map((size, index) => {
          end += size;
          return cache.put(cacheKey(wanted[index] ?? ''), new Response(all.slice(end - size, end)));
        }),
      );
    }
    at += sizes.length;
  }
  await putting;
  const before = await navigator.serviceWorker.getRegistration('/');
  const isThere = before?.active?.scriptURL.includes(script) === true;
  if (isThere) return missing.length > 0 ? 'new' : 'present';
  // A new address each time: a worker that a page has unregistered would come back, without its script (Chromium 130).
  const address = `${script}.${crypto.randomUUID()}`;
  const made = await navigator.serviceWorker.register(address, { scope: '/', updateViaCache: 'all' });
  const next = made.installing ?? made.waiting ?? made.active;
  if (next) await activation(next);
  return 'new';
}

function activation(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === 'activated') resolve();
      else if (worker.state === 'redundant') reject(new Error('The worker could not be installed.'));
    };
    worker.onstatechange = look;
    look();
  });
}

/**
 * The same for a build with a service worker of its own, which its start page registers: waits until this version's has
 * installed what it keeps.
 * @param ms how long it may take
 * @returns whether it did
 */
async function ownWorker(ms: number): Promise<boolean> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms));
  const made = await Promise.race([navigator.serviceWorker.ready, late]);
  if (!made) return false;
  await made.update();
  const { installing } = made;
  if (!installing) return true;
  const installed = new Promise<boolean>((resolve) => {
    installing.onstatechange = () => resolve(installing.state !== 'redundant');
  });
  return (await Promise.race([installed, late])) === true;
}

Object.assign(globalThis, { holdfastSeed: { seed, ownWorker } });
