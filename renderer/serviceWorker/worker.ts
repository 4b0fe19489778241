/**
 * The service worker of a build at its server's own address: it answers what the build has, with files that main reads, and
 * nothing else. Main puts `HOLDFAST_SITE` in front of it.
 */
import { edited, type FileAnswer, NONCE } from '../../electron/shared/answers.ts';
import {
  addressOf,
  SITE_PATHS,
  SITE_SHELL,
  siteLookup,
  type WorkerData,
} from '../../electron/shared/site.ts';
import { nextWorker } from './next.ts';
import { serverData } from './serverData.ts';

declare const HOLDFAST_SITE: WorkerData;

/** An event of each kind: the types of pages know none of them. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
  addRoutes?(rules: object[]): Promise<void>;
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Worker {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void): void;
}

const worker = globalThis as unknown as Worker;
const { headers: always, policies, table, data, isSealed } = HOLDFAST_SITE;
const lookUp = siteLookup(HOLDFAST_SITE);
const fileOf = (file: string) => (Object.hasOwn(table.files, file) ? fetch(addressOf(file)) : undefined);
const server = data && serverData({ data, base: table.base, isOwn: table.next === undefined, fileOf });
const next =
  table.next &&
  server &&
  nextWorker({
    ...{ next: table.next, base: table.base, isSealed, server, lookUp, respond: answer },
    async textOf(file) {
      const packed = await fileOf(file);
      return packed?.ok ? await packed.text() : undefined;
    },
  });
/** The worker leaves them to main. */
const OF_MAIN: readonly string[] = Object.values(SITE_PATHS).filter((path) => path !== SITE_PATHS.forget);

worker.addEventListener('install', (event) => {
  // Chromium 140 and later ask the server too, beside the start of a worker, unless a route says who answers.
  const urlPattern = new URLPattern({ pathname: '/_holdfast/*' });
  const ours = [{ requestMethod: 'GET' }, { requestMethod: 'HEAD' }, { urlPattern }];
  const routes = event.addRoutes?.([
    { condition: { requestMode: 'navigate', requestMethod: 'GET' }, source: 'fetch-event' },
    { condition: { not: { or: ours } }, source: 'network' },
  ]);
  event.waitUntil(Promise.resolve(routes).then(() => worker.skipWaiting()));
});

// Pages whose worker the server has cleared are answered again.
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin || OF_MAIN.includes(pathname)) return;
  if (pathname === SITE_PATHS.forget)
    return event.respondWith(Promise.resolve(server?.forget()).then(() => new Response('')));
  if (pathname.startsWith('/_holdfast/')) return event.respondWith(askShell(request, pathname + search));
  if (request.method !== 'GET' && request.method !== 'HEAD') return;
  const found = lookUp(pathname, search, request.mode === 'navigate');
  if (found?.status === 302)
    event.respondWith(Promise.resolve(Response.redirect(origin + found.location, 302)));
  else if (found?.headers['content-type'].startsWith('text/html') && next && request.mode === 'navigate')
    event.respondWith(next(request, found));
  else if (found) event.respondWith(answer(request, found));
  else {
    const made = request.mode === 'navigate' ? undefined : server?.request(request);
    if (made) event.respondWith(made);
  }
});

/** The shell's own files and its tunnel, for pages that name them without an origin. */
async function askShell(request: Request, path: string): Promise<Response> {
  const sent = request.method === 'GET' ? null : await request.arrayBuffer();
  const init = { method: request.method, body: sent, credentials: 'omit' } as const;
  const { status, headers, body } = await fetch(SITE_SHELL + path, init);
  const told = new Headers({ ...always, 'content-type': headers.get('content-type') ?? '' });
  if (policies.script) told.set('content-security-policy', policies.script);
  // At the page's own address, to which the imports of a module are relative.
  return new Response(body, { status, headers: told });
}

/** Main reads the file. Large ones pass as they arrive. @param complete completes a document's text */
async function answer(
  request: Request,
  { status, file, headers, edits }: FileAnswer,
  complete?: (html: string) => string,
): Promise<Response> {
  const { method, headers: asked } = request;
  const policy = headers['content-security-policy'];
  const range = asked.has('if-range') ? null : asked.get('range');
  const packed = await fetch(addressOf(file), {
    ...{ method, credentials: 'omit', signal: request.signal },
    ...(range && { headers: { range } }),
  });
  if (!packed.ok && packed.status !== 416) return Response.error();
  const nonce = crypto.randomUUID();
  const told = new Headers({ ...always, ...headers, 'accept-ranges': 'bytes' });
  told.delete('content-security-policy');
  if (policy) told.set('content-security-policy', policy.replaceAll(NONCE, nonce));
  for (const name of ['content-length', 'content-range']) {
    const value = packed.headers.get(name);
    if (value) told.set(name, value);
  }
  if (packed.status !== 200) return new Response(packed.body, { status: packed.status, headers: told });
  // What a policy refuses in a document is written otherwise in it.
  const applied = policy === '' ? [] : edits;
  if ((applied.length === 0 && !complete) || method === 'HEAD')
    return new Response(packed.body, { status, headers: told });
  told.delete('content-length');
  const text = edited(new Uint8Array(await packed.arrayBuffer()), applied, nonce);
  return new Response(complete ? complete(text) : text, { status, headers: told });
}
