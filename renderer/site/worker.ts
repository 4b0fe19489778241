/**
 * The service worker of a build at its server's own address: it answers what the build has, from a cache that main has
 * filled, and nothing else. Main puts `HOLDFAST_SITE` in front of it.
 */
import { type Answer, edited, NONCE } from '../../electron/shared/answers.ts';
import {
  cacheKey,
  partOf,
  SITE_CACHE,
  SITE_PATHS,
  siteLookup,
  type WorkerData,
} from '../../electron/shared/site.ts';

declare const HOLDFAST_SITE: WorkerData;

interface WaitEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface InstallEvent extends WaitEvent {
  addRoutes?(rules: object[]): Promise<void>;
}
interface FetchEvent extends WaitEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Worker {
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: WaitEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

const worker = globalThis as unknown as Worker;
const { table, headers: always } = HOLDFAST_SITE;
const lookUp = siteLookup(HOLDFAST_SITE);
const SHELL = 'app://shell';
/** Main answers them, while it fills the cache. */
const OF_MAIN: readonly string[] = Object.values(SITE_PATHS);

worker.addEventListener('install', (event) => {
  // Chromium 140 and later ask the server too, beside the start of a worker, unless a route says who answers.
  event.waitUntil(
    Promise.resolve(
      event.addRoutes?.([
        { condition: { requestMode: 'navigate', requestMethod: 'GET' }, source: 'fetch-event' },
        {
          condition: {
            not: {
              or: [
                { requestMethod: 'GET' },
                { requestMethod: 'HEAD' },
                { urlPattern: new URLPattern({ pathname: '/_holdfast/*' }) },
              ],
            },
          },
          source: 'network',
        },
      ]),
    ).then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => event.waitUntil(removeOld()));

/** Removes the files of earlier versions. No page of them is open: main seeds before the first window. */
async function removeOld(): Promise<void> {
  const cache = await caches.open(SITE_CACHE);
  const present = new Set(Object.values(table.files).map(cacheKey));
  for (const request of await cache.keys())
    if (!present.has(new URL(request.url).pathname)) await cache.delete(request);
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin || OF_MAIN.includes(pathname)) return;
  if (pathname.startsWith('/_holdfast/')) return event.respondWith(askShell(request, pathname + search));
  if (request.method !== 'GET' && request.method !== 'HEAD') return;
  const isDocument = request.mode === 'navigate';
  const found = lookUp(pathname, search, isDocument);
  if (found?.status === 302)
    event.respondWith(Promise.resolve(Response.redirect(origin + found.location, 302)));
  else if (found) event.respondWith(answer(request, found, isDocument));
});

/** The shell's own files and its tunnel, for pages that name them without an origin. */
async function askShell(request: Request, path: string): Promise<Response> {
  const body = request.method === 'GET' ? null : await request.arrayBuffer();
  return await fetch(SHELL + path, { method: request.method, body, credentials: 'omit' });
}

async function answer(
  request: Request,
  { status, sum, headers, edits }: Exclude<Answer, { status: 302 }>,
  isDocument: boolean,
): Promise<Response> {
  const packed = (await read(sum)) ?? (await healed(sum));
  if (!packed) {
    // The next document makes main seed again.
    await soon(worker.registration.unregister()).catch(() => undefined);
    return isDocument ? Response.redirect(request.url) : Response.error();
  }
  const policy = headers['content-security-policy'];
  const nonce = crypto.randomUUID();
  const fill = (text: string) => text.replaceAll(NONCE, nonce);
  // What a policy refuses in a document is written otherwise in it.
  const isEdited = policy !== '' && edits.length > 0;
  const filled = edits.map(([from, to, text]) => [from, to, fill(text)] as const);
  const bytes = isEdited ? new TextEncoder().encode(edited(new Uint8Array(packed), filled)) : packed;
  const size = bytes.byteLength;
  const told = new Headers({
    ...always,
    ...headers,
    'accept-ranges': 'bytes',
    'content-length': String(size),
  });
  told.delete('content-security-policy');
  if (policy) told.set('content-security-policy', fill(policy));
  const part = request.headers.has('if-range') ? undefined : partOf(request.headers.get('range'), size);
  if (part === 'past')
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  if (!part) return new Response(request.method === 'HEAD' ? null : bytes, { status, headers: told });
  const { first, last } = part;
  told.set('content-range', `bytes ${first}-${last}/${size}`);
  told.set('content-length', String(last - first + 1));
  return new Response(bytes.slice(first, last + 1), { status: 206, headers: told });
}

/** A file as it was packed: any script of the origin can write into the cache. */
async function read(sum: string): Promise<ArrayBuffer | undefined> {
  try {
    const cache = await soon(caches.open(SITE_CACHE));
    const bytes = await (await soon(cache.match(cacheKey(sum))))?.arrayBuffer();
    if (bytes && (await sumOf(bytes)) === sum) return bytes;
    await soon(cache.delete(cacheKey(sum)));
  } catch {
    // Its folder on the disk is damaged: main makes it again.
  }
  return undefined;
}

/** Chromium 130 sometimes never answers a worker whose caches were cleared. */
const ANSWER_MS = 2_000;

function soon<T>(answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error('Chromium does not answer.')), ANSWER_MS),
  );
  return Promise.race([answer, late]);
}

async function sumOf(bytes: ArrayBuffer): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...sum))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}

/**
 * Main holds this request until it has put the missing files back, and then lets it fail. A seeding that was under way
 * may have looked for them before they were gone.
 */
async function healed(sum: string): Promise<ArrayBuffer | undefined> {
  for (let tries = 2; tries > 0; tries--) {
    await soon(fetch(SITE_PATHS.heal)).catch(() => undefined);
    const bytes = await read(sum);
    if (bytes) return bytes;
  }
  return undefined;
}
