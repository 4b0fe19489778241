/** Composes the documents that the framework's server would render, of a Next.js build and the data of its server. */
import type { FileAnswer } from '../../electron/shared/answers.ts';
import { LIMITS } from '../../electron/shared/limitValues/limits.ts';
import type { NextTable } from '../../electron/shared/next.ts';
import { parseObject } from '../../electron/shared/pageData.ts';
import type { SiteLookup } from '../../electron/shared/site.ts';
import { type ServerData, tellAge } from './serverData.ts';

interface NextOptions {
  next: NextTable;
  base: string;
  isSealed: boolean;
  server: ServerData;
  lookUp: SiteLookup;
  /** A file of the build, as text. */
  textOf(file: string): Promise<string | undefined>;
  /** @param fill completes the document's text */
  respond(request: Request, found: FileAnswer, fill?: (html: string) => string): Promise<Response>;
}

type Load = NonNullable<FileAnswer['load']>;

/** Where a page's data leads. A page names paths below the base, unless it says otherwise; a middleware whole ones. */
export function redirectOf(
  to: string,
  pageProps: Record<string, unknown> | undefined,
  base: string,
  from: string,
): URL | null {
  const isOutside = pageProps?.__N_REDIRECT_BASE_PATH === false || !/^\/(?!\/)/.test(to);
  const isWhole = pageProps === undefined || isOutside || `${to}/`.startsWith(base);
  return URL.parse(isWhole ? to : base.slice(0, -1) + to, from);
}

export function nextWorker({ next, base, isSealed, server, lookUp, textOf, respond }: NextOptions) {
  async function document(
    request: Request,
    load: Load,
    found: FileAnswer,
    isAgain = false,
  ): Promise<Response> {
    const json = load.rendered && (await textOf(load.rendered.json));
    const loaded = await server.load(
      load.data,
      { headers: { 'x-nextjs-data': '1' }, redirect: 'manual' },
      { attempts: LIMITS.pageDataAttempts.value, hasOwn: json !== undefined || load.known !== undefined },
    );
    if ('failed' in loaded) {
      const own = load.known ?? (load.isUnknown ? load.none : undefined);
      return own ? await respond(request, own) : fault(loaded.failed);
    }
    const { answer, text, savedAt } = loaded;
    // Only Chromium follows it to another host.
    if (answer.type === 'opaqueredirect') return await fromServer(request);
    const props = parseObject(text);
    const pageProps = props?.pageProps as Record<string, unknown> | undefined;
    const to = answer.headers.get('x-nextjs-redirect') ?? pageProps?.__N_REDIRECT;
    if (typeof to === 'string') {
      const url = redirectOf(to, pageProps, base, request.url);
      // Chromium follows no redirect to a script, and says nothing.
      return url && url.protocol !== 'javascript:' ? Response.redirect(url) : fault('ERR_INVALID_REDIRECT');
    }
    // A page that has set a status of its own is shown, as by the framework's server.
    if (answer.status === 404 && !pageProps)
      return await (load.none ? respond(request, load.none) : fromServer(request));
    const rewrite = answer.headers.get('x-nextjs-rewrite');
    if (rewrite !== null && !isAgain) {
      const { origin, pathname, search } = new URL(rewrite, request.url);
      const other = origin === location.origin ? lookUp(pathname, search, true) : undefined;
      if (!other || other.status === 302) return await fromServer(request);
      if (!other.load) return await respond(request, other);
      if (!pageProps || other.load.page !== load.page)
        return await document(request, other.load, other, true);
    }
    if (!answer.ok && !pageProps)
      return load.known && answer.status >= 500 ? await respond(request, load.known) : fault(answer.status);
    if (load.known && (text === json || (json === undefined && !pageProps)))
      return await respond(request, load.known);
    if (!pageProps) return fault();
    if (savedAt !== undefined) tellAge(savedAt);
    // What a page is made of at build time knows no query.
    const asked = props?.__N_SSG ? {} : queryOf(new URL(load.data, location.origin).searchParams);
    const query = { ...asked, ...load.params };
    const data = {
      ...{ props, page: load.page, query, buildId: next.buildId, isFallback: false },
      ...(props?.__N_SSG ? { gsp: true } : { gssp: true }),
      ...(load.locale !== undefined && { locale: load.locale, locales: next.locales }),
      defaultLocale: next.defaultLocale,
    };
    const fill = (html: string) =>
      html.replace(
        /(<script\b[^>]*\bid="__NEXT_DATA__"[^>]*>)(.*?)(?=<\/script>)/s,
        (_, start: string, same: string) =>
          start + JSON.stringify({ ...JSON.parse(same), ...data }).replaceAll('<', '\\u003c'),
      );
    return await respond(request, found, fill);
  }

  /** What Chromium gets from the server; in place of a document that would be among those of a sealed build, a fault. */
  async function fromServer(request: Request): Promise<Response> {
    const answer = await fetch(request);
    const isRefused = isSealed && answer.type !== 'opaqueredirect';
    return isRefused ? fault(answer.ok ? 404 : answer.status) : answer;
  }

  /** The start page leads to the language of whoever asks, as at the framework's server. */
  async function languageOf(path: string): Promise<string | undefined> {
    const { locales, defaultLocale, detectsLocale } = next;
    if (!detectsLocale || (path !== base && `${path}/` !== base)) return undefined;
    const chosen = await cookieStore.get('NEXT_LOCALE');
    const wanted = [...(chosen?.value ? [chosen.value] : []), ...navigator.languages];
    const find = (one: string) =>
      locales.find((locale) => locale.toLowerCase() === one.toLowerCase()) ??
      locales.find((locale) => locale.toLowerCase() === one.toLowerCase().split('-')[0]);
    const found = wanted.map(find).find((locale) => locale !== undefined);
    return found === defaultLocale ? undefined : found;
  }

  return async (request: Request, found: FileAnswer): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const locale = await languageOf(pathname);
    if (locale !== undefined) return Response.redirect(new URL(base + locale + search, request.url));
    // A newer build of the server may have a page here.
    if (found.status === 404 && !isSealed) return await fetch(request).catch(() => respond(request, found));
    return found.load ? await document(request, found.load, found) : await respond(request, found);
  };
}

const queryOf = (search: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...search].map(([name, value]) => {
      const all = search.getAll(name);
      return [name, all.length > 1 ? all : value];
    }),
  );

/** A document that says only why the page's data did not come: main shows that. */
function fault(code?: number | string): Response {
  const thrown = JSON.stringify({ kind: 'data', detail: 'Failed to load static props', code });
  const html = `<!doctype html><meta charset="utf-8"><script>window.holdfast?.lost(${thrown})</script>`;
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}
