/**
 * The worker's part for a Next.js build: it composes the documents that the framework's server would render, from the
 * build and the data of its server, and keeps the last data and pictures for when the server cannot be reached.
 */
import type { FileAnswer } from '../../electron/shared/answers.ts';
import { LIMITS } from '../../electron/shared/limits.ts';
import type { NextTable } from '../../electron/shared/next.ts';
import { currentBuildOf, dataVerdict, parseObject, SAVED_HEADER } from '../../electron/shared/pageData.ts';
import { KEPT_CACHE, SITE_PATHS, SITE_SHELL, type SiteLookup } from '../../electron/shared/site.ts';

/** How long a server may take, in ms; and if there is an older answer. */
const WAIT_MS = 30_000;
const WAIT_WITH_COPY_MS = 3_000;
/** For how long a picture is not asked for again. */
const PICTURE_MS = 60_000;
/** The most answers that are kept, and how often the build of a server is looked up. */
const MOST_KEPT = 1_000;
const BUILD_MS = 60_000;

interface NextOptions {
  next: NextTable;
  base: string;
  savePrivate: boolean;
  lookUp: SiteLookup;
  /** A file of the build, as text. */
  textOf(file: string): Promise<string | undefined>;
  hasFile(file: string): boolean;
  /** Answers with a document. @param fill completes its text */
  respond(request: Request, found: FileAnswer, fill?: (html: string) => string): Promise<Response>;
}

type Load = NonNullable<FileAnswer['load']>;

/** An answer that the page can be made of; how it failed: its status, or a name of Chromium's. */
type Loaded = { answer: Response; text: string; savedAt?: number } | { failed: number | string };

const headersOf = (answer: Response) => Object.fromEntries(answer.headers);

export function nextWorker({ next, base, savePrivate, lookUp, textOf, hasFile, respond }: NextOptions) {
  /** The server's, which may be a newer one. */
  let build = next.buildId;
  let looking: { at: number; found: Promise<string | undefined> } | undefined;
  const isData = (path: string) => path.startsWith(`${base}_next/data/`);

  /** Asks for data, of the build that the server has now. @param path below `/_next/data/<build>`, with its query */
  async function ask(path: string, init: RequestInit): Promise<{ answer: Response; text: string }> {
    const of = async () => {
      const answer = await fetch(`${base}_next/data/${encodeURIComponent(build)}${path}`, init);
      return { answer, text: await answer.clone().text() };
    };
    const asked = build;
    const first = await of();
    if (first.answer.status !== 404 || parseObject(first.text)?.notFound) return first;
    const present = currentBuildOf(first.text) ?? (await presentBuild());
    if (present !== undefined) build = present;
    return build === asked ? first : await of();
  }

  /** With a middleware, a 404 does not tell. Several pages may ask at once. */
  function presentBuild(): Promise<string | undefined> {
    if (!looking || performance.now() - looking.at > BUILD_MS) {
      const start = fetch(base.slice(0, -1) || '/').then((answer) => answer.text());
      looking = { at: performance.now(), found: start.then(currentBuildOf, () => undefined) };
    }
    return looking.found;
  }

  /** Whatever the server's build is, an answer is kept for the build on the disk, whose pages show it. */
  const keyOf = (path: string) => `/_next/data/${next.buildId}${path}`;

  /** Keeps what can be shown again, or forgets it. Returns what to show in place of an answer that is not the page's. */
  async function judged(key: string, { answer, text }: { answer: Response; text: string }) {
    const verdict = dataVerdict(
      { status: answer.status, headers: headersOf(answer) },
      parseObject(text),
      savePrivate,
    );
    if (verdict === 'save') await keep(key, answer, text);
    if (verdict === 'forget') await (await caches.open(KEPT_CACHE)).delete(key);
    return verdict === 'copy' ? await kept(key) : undefined;
  }

  /** The data of a page that is opened: a server that fails is asked again, as by the framework's own. */
  async function load(path: string): Promise<Loaded> {
    const signal = AbortSignal.timeout(WAIT_MS);
    const init: RequestInit = { headers: { 'x-nextjs-data': '1' }, redirect: 'manual', signal };
    try {
      for (let attempt = 1; ; attempt++) {
        const asked = await ask(path, init);
        const { answer } = asked;
        const isAgain = answer.status >= 500 && !answer.headers.has('retry-after');
        if (isAgain && attempt < LIMITS.pageDataAttempts.value) continue;
        return (await judged(keyOf(path), asked)) ?? asked;
      }
    } catch {
      const copy = await kept(keyOf(path));
      if (copy) return copy;
      if (signal.aborted) return { failed: 'ERR_TIMED_OUT' };
      return { failed: await (await fetch(SITE_SHELL + SITE_PATHS.failure)).text() };
    }
  }

  async function document(
    request: Request,
    load: Load,
    found: FileAnswer,
    isAgain = false,
  ): Promise<Response> {
    const json = load.rendered && (await textOf(load.rendered.json));
    const loaded = await loadedOf(load, json !== undefined || load.known !== undefined);
    if ('failed' in loaded) return load.known ? await respond(request, load.known) : fault(loaded.failed);
    const { answer, text, savedAt } = loaded;
    // Only Chromium follows it to another host.
    if (answer.type === 'opaqueredirect') return await fetch(request);
    const props = parseObject(text);
    const pageProps = props?.pageProps as Record<string, unknown> | undefined;
    const to = answer.headers.get('x-nextjs-redirect') ?? pageProps?.__N_REDIRECT;
    if (typeof to === 'string') {
      const isOutside = pageProps?.__N_REDIRECT_BASE_PATH === false || !/^\/(?!\/)/.test(to);
      const isWhole = pageProps === undefined || isOutside || `${to}/`.startsWith(base);
      return Response.redirect(new URL(isWhole ? to : base.slice(0, -1) + to, request.url));
    }
    if (answer.status === 404) return await respond(request, load.none);
    const rewrite = answer.headers.get('x-nextjs-rewrite');
    if (rewrite !== null && !isAgain) {
      const { origin, pathname, search } = new URL(rewrite, request.url);
      const other = origin === location.origin ? lookUp(pathname, search, true) : undefined;
      if (!other || other.status === 302) return await fetch(request);
      if (!other.load) return await respond(request, other);
      if (!pageProps || other.load.page !== load.page)
        return await document(request, other.load, other, true);
    }
    if (!answer.ok)
      return load.known && answer.status >= 500 ? await respond(request, load.known) : fault(answer.status);
    if (load.known && (text === json || (json === undefined && !pageProps)))
      return await respond(request, load.known);
    if (!pageProps) return fault();
    if (savedAt !== undefined) tellAge(savedAt);
    const { searchParams } = new URL(load.data, location.origin);
    // What a page is made of at build time knows no query.
    const asked = props?.__N_SSG ? {} : queryOf(searchParams);
    const data = {
      ...{
        props,
        page: load.page,
        query: { ...asked, ...load.params },
        buildId: next.buildId,
        isFallback: false,
      },
      ...(props?.__N_SSG ? { gsp: true } : { gssp: true }),
      ...(load.locale !== undefined && { locale: load.locale, locales: next.locales }),
      ...(next.defaultLocale !== undefined && { defaultLocale: next.defaultLocale }),
    };
    const fill = (html: string) =>
      html.replace(
        /(<script\b[^>]*\bid="__NEXT_DATA__"[^>]*>)(.*?)(?=<\/script>)/s,
        (_, start: string, same: string) =>
          start + JSON.stringify({ ...JSON.parse(same), ...data }).replaceAll('<', '\\u003c'),
      );
    return await respond(request, found, fill);
  }

  /** @param hasOwn whether the build can show the page without its server */
  async function loadedOf({ data }: Load, hasOwn: boolean): Promise<Loaded> {
    const loading = load(data);
    const copy = await kept(keyOf(data));
    if (!copy && !hasOwn) return await loading;
    // The request goes on, and refreshes the copy.
    const late = new Promise<Loaded>((resolve) =>
      setTimeout(() => resolve(copy ?? { failed: 'ERR_TIMED_OUT' }), WAIT_WITH_COPY_MS),
    );
    return await Promise.race([loading, late]);
  }

  /** What the framework's client asks for. @param path below `/_next/data/` */
  async function clientData(request: Request, path: string): Promise<Response> {
    const [, own = ''] = /^[^/]*(\/.*)$/s.exec(path) ?? [];
    const { method, headers } = request;
    try {
      const asked = await ask(own, { method, headers });
      if (method !== 'GET') return asked.answer;
      const copy = await judged(keyOf(own), asked);
      return copy ? saved(request, copy) : asked.answer;
    } catch {
      const copy = await kept(keyOf(own));
      return copy ? saved(request, copy) : Response.error();
    }
  }

  function saved({ headers }: Request, { answer, savedAt }: Kept): Response {
    if (headers.get('purpose') !== 'prefetch') tellAge(savedAt);
    return answer;
  }

  async function picture(request: Request, url: URL): Promise<Response> {
    const key = url.pathname + url.search;
    const copy = await kept(key);
    if (copy && isNew(copy.savedAt)) return copy.answer;
    try {
      const answer = await fetch(request);
      if (answer.ok && answer.type === 'basic') await keep(key, answer, await answer.clone().blob());
      return answer;
    } catch {
      if (copy) return copy.answer;
      // As it was built, in its own size.
      const own = URL.parse(url.searchParams.get('url') ?? '', location.origin);
      const file = own?.origin === location.origin ? decodeURI(own.pathname.slice(base.length)) : '';
      return hasFile(file) && own ? await fetch(own) : Response.error();
    }
  }

  /** The start page leads to the language of whoever asks, as at the framework's server. */
  async function languageOf(path: string): Promise<string | undefined> {
    const { locales, defaultLocale, detectsLocale } = next;
    if (!detectsLocale || (path !== base && `${path}/` !== base)) return undefined;
    const chosen = (await cookieStore.get('NEXT_LOCALE'))?.value;
    const wanted = [...(chosen === undefined ? [] : [chosen]), ...navigator.languages];
    const find = (one: string) =>
      locales.find((locale) => locale.toLowerCase() === one.toLowerCase()) ??
      locales.find((locale) => locale.toLowerCase() === one.toLowerCase().split('-')[0]);
    const found = wanted.map(find).find((locale) => locale !== undefined);
    return found === defaultLocale ? undefined : found;
  }

  return {
    /** Answers with the document of a page. */
    async document(request: Request, found: FileAnswer): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      const locale = await languageOf(pathname);
      if (locale !== undefined) return Response.redirect(new URL(base + locale + search, request.url));
      return found.load ? await document(request, found.load, found) : await respond(request, found);
    },
    /** Answers what pages ask for; undefined if nothing is kept of it. */
    request(request: Request): Promise<Response> | undefined {
      const url = new URL(request.url);
      if (isData(url.pathname))
        return clientData(request, url.pathname.slice(`${base}_next/data/`.length) + url.search);
      if (url.pathname === `${base}_next/image` && request.method === 'GET') return picture(request, url);
      return undefined;
    },
    /** Removes what was kept for another build. */
    async removeOld(): Promise<void> {
      const cache = await caches.open(KEPT_CACHE);
      for (const { url } of await cache.keys())
        if (!url.includes(`/_next/data/${next.buildId}/`) && !url.includes('/_next/image'))
          await cache.delete(url);
    },
  };
}

interface Kept {
  answer: Response;
  text: string;
  savedAt: number;
}

async function kept(key: string): Promise<Kept | undefined> {
  const answer = await (await caches.open(KEPT_CACHE)).match(key);
  const savedAt = Number(answer?.headers.get(SAVED_HEADER));
  return answer && { answer, text: await answer.clone().text(), savedAt };
}

async function keep(key: string, answer: Response, body: string | Blob): Promise<void> {
  const headers = new Headers(answer.headers);
  headers.set(SAVED_HEADER, String(Date.now()));
  const cache = await caches.open(KEPT_CACHE);
  await cache.put(key, new Response(body, { headers }));
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST_KEPT))) await cache.delete(old);
}

/** The clock may have been set back since. */
function isNew(savedAt: number): boolean {
  const now = Date.now();
  return Math.abs(now - savedAt) < PICTURE_MS;
}

/** Main tells it in the window. It lets no such request through. */
const tellAge = (savedAt: number) => void fetch(`${SITE_PATHS.saved}?${savedAt}`).catch(() => undefined);

function queryOf(search: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(search.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const all = search.getAll(name);
      return [name, all.length > 1 ? all : (all[0] ?? '')];
    }),
  );
}

/** A document that says only why the page's data did not come: main shows that. */
function fault(code?: number | string): Response {
  const thrown = JSON.stringify({
    kind: 'data',
    detail: 'Failed to load static props',
    ...(code !== undefined && { code }),
  });
  const html = `<!doctype html><meta charset="utf-8"><script>window.holdfast?.lost(${thrown})</script>`;
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}
