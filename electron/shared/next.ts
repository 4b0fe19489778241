/** How a Next.js build answers paths: as its own server would. Pure: main, the worker and the tool share it. */
import { createMatcher, decoded, type Params } from './match.ts';

export interface NextPage {
  /** As in the framework: `/posts/[id]`. */
  path: string;
  /** `static`: its document says all. `data`: its server gives its data. `server`: only its server makes it. */
  kind: 'static' | 'data' | 'server';
  /** Whether the build has rendered all of its paths: `fallback: false`. */
  isWhole?: boolean;
}

export interface NextRule {
  /** Pattern of the whole path, with a group for each name. */
  pattern: string;
  names: readonly string[];
  to: string;
  /** Whether the path has no locale in front. */
  isBare?: boolean;
  /** Whether only the server can tell: it depends on headers or cookies. */
  isServers?: boolean;
  /** Names that must be in the query. */
  query?: readonly string[];
}

/** The part of a build's table for Next.js. Documents are below `NEXT_DOCUMENTS`. */
export interface NextTable {
  buildId: string;
  /** Without those of one path, in the order in which the framework tries them. */
  pages: readonly NextPage[];
  /** Paths, with their locale, that the build has rendered with their data; and whether the data may have changed since. */
  rendered: Readonly<Record<string, { mayChange: boolean }>>;
  redirects: readonly NextRule[];
  rewrites: Readonly<Record<'first' | 'afterFiles' | 'last', readonly NextRule[]>>;
  middleware: readonly string[];
  locales: readonly string[];
  defaultLocale?: string | undefined;
  /** Whether the start page leads to the language of whoever asks. */
  detectsLocale?: boolean;
}

/** Folders of the build: documents as rendered, with their data, and documents without a page in them. */
export const NEXT_DOCUMENTS = { rendered: '_next/rendered', empty: '_next/empty' } as const;

/** The page at a path, whose data its server has. */
export interface NextLoad {
  page: string;
  params: Params;
  /** Path and query below `/_next/data/<build>`. */
  data: string;
  locale?: string | undefined;
  rendered?: { html: string; json: string } | undefined;
  missing: string | undefined;
  /** Whether the build has no such path: the server's may be a newer one. */
  isUnknown: boolean;
}

type NextAnswer =
  | { kind: 'redirect'; to: string }
  | { kind: 'file'; file: string; status: 200 | 404 }
  | { kind: 'load'; file: string; load: NextLoad };

/** The name of a page's document, without its ending: as `next build` calls it. */
export const nextDocument = (locale: string | undefined, page: string): string =>
  locale === undefined ? (page === '/' ? '/index' : page) : `/${locale}${page === '/' ? '' : page}`;
const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, '');

/** Creates a function that finds what is at a path within the base; undefined where the server answers. */
export function nextRouter(next: NextTable, base: string, has: (file: string) => boolean) {
  const isDynamic = ({ path }: NextPage) => path.includes('[');
  const fixed = new Map(next.pages.filter((page) => !isDynamic(page)).map((page) => [page.path, page]));
  const match = createMatcher(next.pages.filter(isDynamic));
  const rules = (list: readonly NextRule[]) =>
    list.map((rule) => ({ ...rule, regex: new RegExp(rule.pattern) }));
  const redirects = rules(next.redirects);
  const rewrites = (['first', 'afterFiles', 'last'] as const).map((when) => rules(next.rewrites[when]));
  const middleware = next.middleware.map((pattern) => new RegExp(pattern));
  const { defaultLocale } = next;
  const root = base.slice(0, -1);

  function split(path: string): { locale: string | undefined; rest: string } {
    const [, head = '', rest = '/'] = /^\/([^/]*)(\/.*)?$/.exec(path) ?? [];
    const locale = next.locales.find((one) => one.toLowerCase() === head.toLowerCase());
    return locale === undefined ? { locale: defaultLocale, rest: path } : { locale, rest };
  }
  const localized = (locale: string | undefined, rest: string) =>
    locale === undefined ? rest : nextDocument(locale, rest);

  /** The path and query to which the first rule leads; `server`: only it can tell. */
  function follow(
    list: readonly (NextRule & { regex: RegExp })[],
    full: string,
    locale: string | undefined,
    rest: string,
    search: string,
  ): string | 'server' | undefined {
    const path = locale === undefined ? full : `${root}/${locale}${rest === '/' ? '' : rest}`;
    const asked = new URLSearchParams(search);
    for (const { regex, names, to, isBare, isServers, query = [] } of list) {
      const found = regex.exec(isBare ? full : path);
      if (!found || !query.every((name) => asked.has(name))) continue;
      if (isServers || !/^\/(?!\/)/.test(to)) return 'server';
      const values = new Map(names.map((name, at) => [name, found[at + 1] ?? '']));
      const isUsed = names.some((name) => new RegExp(`:${name}\\b`).test(to));
      const filled = to.replace(/:(\w+)[*+]?/g, (whole, name: string) => values.get(name) ?? whole);
      const url = new URL(filled.replace(/^\/{2,}/, '/'), 'http://next.invalid');
      // As the framework does where the path names none of them.
      const more =
        list === redirects || isUsed ? [] : [...values].filter(([name]) => !/^nextInternal/.test(name));
      for (const [name, value] of [...more, ...asked])
        if (!url.searchParams.has(name)) url.searchParams.append(name, value);
      return url.pathname + url.search + url.hash;
    }
    return undefined;
  }

  const documentOf = (folder: keyof typeof NEXT_DOCUMENTS, locale: string | undefined, page: string) =>
    `${NEXT_DOCUMENTS[folder]}${nextDocument(locale, page)}.html`;

  /** With `getInitialProps` in `_app` the server makes it. */
  function missingPage(locale: string | undefined): string | undefined {
    const file = documentOf('rendered', locale, '/404');
    return has(file) ? file : undefined;
  }
  const isOfMiddleware = (...paths: string[]) =>
    middleware.some((regex) => paths.some((path) => regex.test(root + path)));

  function pageAt(
    { path, kind, isWhole = false }: NextPage,
    params: Params,
    locale: string | undefined,
    rest: string,
    search: string,
  ): NextAnswer | undefined {
    if (kind === 'server') return undefined;
    const at = withoutSlash(rest);
    const own = localized(locale, at);
    const isSeen = isOfMiddleware(own, at);
    const known = kind === 'data' ? next.rendered[decode(own)] : undefined;
    const html = documentOf('rendered', locale, kind === 'static' ? path : decode(at));
    const hasRendered = kind === 'static' || known !== undefined;
    if (hasRendered && !known?.mayChange && !isSeen) return { kind: 'file', file: html, status: 200 };
    const load: NextLoad = {
      ...{ page: path, params, locale },
      data: `${nextDocument(locale, at)}.json${search}`,
      ...(hasRendered && { rendered: { html, json: html.replace(/html$/, 'json') } }),
      missing: missingPage(locale),
      isUnknown: isWhole && !hasRendered,
    };
    return { kind: 'load', file: documentOf('empty', locale, path), load };
  }

  function find(
    locale: string | undefined,
    rest: string,
    search: string,
    isDynamicToo: boolean,
  ): NextAnswer | 'server' | undefined {
    const plain = withoutSlash(rest);
    const name = decode(plain.slice(1));
    if (name && has(name)) return { kind: 'file', file: name, status: 200 };
    const page = fixed.get(decode(plain));
    if (page) return pageAt(page, {}, locale, rest, search) ?? 'server';
    if (!isDynamicToo) return undefined;
    const found = match(plain);
    if (found.kind !== 'page') return undefined;
    return pageAt(found.page, found.params, locale, rest, search) ?? 'server';
  }

  function resolve(path: string, search: string): NextAnswer | undefined {
    let { locale, rest } = split(path.slice(root.length) || '/');
    let [full, query] = [path, search];
    const led = follow(redirects, full, locale, rest, query);
    if (led === 'server') return undefined;
    if (led !== undefined) return { kind: 'redirect', to: withoutDefault(led) };
    for (const [step, list] of rewrites.entries()) {
      const to = follow(list, full, locale, rest, query);
      if (to === 'server') return undefined;
      if (to !== undefined) {
        ({ pathname: full, search: query } = new URL(to, 'http://next.invalid'));
        if (!`${full}/`.startsWith(base)) return undefined;
        ({ locale, rest } = split(full.slice(root.length) || '/'));
      }
      const found = find(locale, rest, query, step > 0);
      if (found !== undefined) return found === 'server' ? undefined : found;
    }
    if (isOfMiddleware(localized(locale, rest), rest)) return undefined;
    const missing = missingPage(locale);
    return missing === undefined ? undefined : { kind: 'file', file: missing, status: 404 };
  }

  /** The default locale has no prefix. */
  function withoutDefault(path: string): string {
    if (defaultLocale === undefined) return path;
    const prefix = `${root}/${defaultLocale}`;
    return `${path}/`.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`)
      ? root + (path.slice(prefix.length).replace(/^(?!\/)/, '/') || '/')
      : path;
  }

  return resolve;
}

const decode = (path: string): string => decoded(path) ?? path;
