/** Takes in what `next build` writes, for apps whose pages are in `pages` and need their server. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type {
  ManifestRedirectRoute,
  ManifestRewriteRoute,
  PrerenderManifest,
  RoutesManifest,
} from 'next/dist/build/index.js';
import type { RouteHas } from 'next/dist/lib/load-custom-routes.js';
import type { NextConfigComplete } from 'next/dist/server/config-shared.js';
import type { BuildManifest } from 'next/dist/server/get-page-files.js';
import {
  NEXT_DOCUMENTS,
  type NextPage,
  type NextRule,
  type NextTable,
  nextDocument,
} from '../../shared/next.ts';
import { emptyDocument } from './nextDocument.ts';

/** As builds of versions 13 to 16 write them. */
type Rewrites = RoutesManifest['rewrites'] | ManifestRewriteRoute[];
type Routes = Omit<RoutesManifest, 'rewrites'> & { rewrites: Rewrites };
type Manifest = BuildManifest & { pagesChunkGroupBootstrapParams?: Record<string, unknown> };
type Matchers = { matchers?: readonly { regexp: string }[] };
type Custom = ManifestRedirectRoute | ManifestRewriteRoute;

/** Whether a folder is what `next build` writes for its server. */
export const isNextBuild = (folder: string): boolean =>
  existsSync(join(folder, 'required-server-files.json'));

/** For apps without a document of their own. */
const BARE =
  '<!DOCTYPE html><html><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width"/></head><body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{}</script></body></html>';

/** What Chromium accepts in place of a page. */
const ACCEPT =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

/** Pages of the framework, which nobody opens. */
const INTERNAL = /^\/(?:_app|_document|_error|404|500)$/;

/**
 * Writes the build as files that a static host could have, and returns how they are answered.
 * @param host of the server, if it is known
 * @throws Error if the build has no `pages`
 */
export async function takeNextBuild(build: string, to: string, host?: string) {
  const read = async <T>(name: string, otherwise?: T): Promise<T> => {
    if (otherwise !== undefined && !existsSync(join(build, name))) return otherwise;
    return JSON.parse(await readFile(join(build, name), 'utf8')) as T;
  };
  const [{ config }, routes, manifest, rendered, known] = await Promise.all([
    read<{ config: NextConfigComplete }>('required-server-files.json'),
    read<Routes>('routes-manifest.json'),
    read<Manifest>('build-manifest.json'),
    read<PrerenderManifest>('prerender-manifest.json'),
    read<Record<string, string>>('server/pages-manifest.json', {}),
  ]);
  const { basePath, assetPrefix, distDir, i18n } = config;
  const locales: readonly (string | undefined)[] = i18n?.locales ?? [undefined];
  const all = [...routes.staticRoutes, ...routes.dynamicRoutes]
    .map(({ page }) => page)
    .filter((page) => !INTERNAL.test(page));
  // The others are of the app router.
  const pages = all.filter(
    (page) =>
      !`${page}/`.startsWith('/api/') &&
      [page, ...locales.map((one) => nextDocument(one, page))].some((one) => one in known),
  );
  if (pages.length === 0)
    throw new Error(
      `web.build: ${build} has no pages that the shell can show, only those of Next.js's app router, which its server makes. Show the app where its server runs: init --force --address https://…, or export it: output: 'export'.`,
    );
  await rm(to, { recursive: true, force: true });
  const made = join(build, 'server', 'pages');
  const source = (locale: string | undefined, page: string) =>
    join(made, `${nextDocument(locale, page)}.html`);
  const withData = new Set(routes.dataRoutes.map(({ page }) => page));
  const kindOf = (path: string): NextPage['kind'] => {
    if (!pages.includes(path)) return 'server';
    if (withData.has(path)) return 'data';
    return locales.some((locale) => existsSync(source(locale, path))) ? 'static' : 'server';
  };
  const routed = all.map((path) => {
    const isWhole = rendered.dynamicRoutes[path]?.fallback === false;
    return { path, kind: kindOf(path), ...(isWhole && { isWhole }) };
  });
  await cp(join(build, 'static'), join(to, '_next', 'static'), { recursive: true });
  const shared = join(build, relative(distDir, ''), 'public');
  if (existsSync(shared)) await cp(shared, to, { recursive: true });

  const isRendered = async (path: string) =>
    (await stat(path)).isDirectory() || /\.html$|(?<!\.nft)\.json$/.test(path);
  await cp(made, join(to, NEXT_DOCUMENTS.rendered), { recursive: true, filter: isRendered });
  /** The document of a page without the page. */
  const empty = async (locale: string | undefined, page: string) => {
    const frame = ['/404', '/500', ...pages]
      .map((one) => source(locale, one))
      .find((file) => existsSync(file));
    const files = [...new Set([...(manifest.pages['/_app'] ?? []), ...(manifest.pages[page] ?? [])])];
    const starts = manifest.pagesChunkGroupBootstrapParams;
    const started = (name: string) =>
      `(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push(${JSON.stringify(starts?.[name])});`;
    return emptyDocument(frame ? await readFile(frame, 'utf8') : BARE, {
      prefix: assetPrefix || basePath,
      scripts: [...files.filter((file) => file.endsWith('.js')), ...manifest.lowPriorityFiles],
      styles: files.filter((file) => file.endsWith('.css')),
      start: starts ? started('/_app') + started(page) : '',
    });
  };
  for (const { path } of routed.filter(({ kind }) => kind !== 'server'))
    for (const locale of locales) {
      const file = join(to, NEXT_DOCUMENTS.empty, `${nextDocument(locale, path)}.html`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, await empty(locale, path));
    }
  const found = Object.entries(rendered.routes)
    .map(([route, about]) => [decodeURIComponent(route), about.initialRevalidateSeconds !== false] as const)
    // Those of the app router are here, too.
    .filter(([path]) => existsSync(source(undefined, path)))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const rules = (list: readonly Custom[] = []) => list.filter((rule) => mayApply(rule, host)).map(ruleOf);
  const { rewrites } = routes;
  const kinds = Array.isArray(rewrites) ? { beforeFiles: [], afterFiles: rewrites, fallback: [] } : rewrites;
  const [middleware, functions] = await Promise.all([
    read<{ middleware?: Record<string, Matchers> }>('server/middleware-manifest.json', {}),
    read<{ functions?: Record<string, Matchers> }>('server/functions-config-manifest.json', {}),
  ]);
  const matchers = [...Object.values(middleware.middleware ?? {}), functions.functions?.['/_middleware']];
  const next: NextTable = {
    buildId: (await readFile(join(build, 'BUILD_ID'), 'utf8')).trim(),
    pages: routed,
    rendered: Object.fromEntries(found.map(([path, mayChange]) => [path, { mayChange }])),
    redirects: rules(routes.redirects),
    rewrites: {
      ...{ first: rules(kinds.beforeFiles), afterFiles: rules(kinds.afterFiles) },
      last: rules(kinds.fallback),
    },
    middleware: matchers.flatMap((one) => one?.matchers ?? []).map(({ regexp }) => regexp),
    locales: i18n?.locales ?? [],
    ...(i18n && { defaultLocale: i18n.defaultLocale, detectsLocale: i18n.localeDetection !== false }),
  };
  return { folder: to, base: `${basePath}/`, next };
}

/** Whether a page that the window opens can meet the conditions of a rule: its host is known, and what it accepts. */
function mayApply({ has = [], missing = [] }: Custom, host: string | undefined): boolean {
  const isMet = ({ type, key, value }: RouteHas): boolean | undefined => {
    const accepts = type === 'header' && key?.toLowerCase() === 'accept' ? ACCEPT : undefined;
    const known = type === 'host' ? host : accepts;
    return known === undefined ? undefined : new RegExp(`^${value ?? '.*'}$`).test(known);
  };
  return has.every((one) => isMet(one) !== false) && missing.every((one) => isMet(one) !== true);
}

/** A rule with conditions, or with groups that have no name, is for the server. */
function ruleOf({ source, destination, regex, locale, has, missing }: Custom): NextRule {
  const query = has?.flatMap(({ type, key = '' }) => (type === 'query' ? [key] : [])) ?? [];
  const names = [...source.matchAll(/(?<![?\\]):(\w+)/g)].map(([, name = '']) => name);
  const groups = (new RegExp(`${regex}|`).exec('')?.length ?? 1) - 1;
  const isServers = has !== undefined || missing !== undefined || groups !== names.length;
  return {
    pattern: regex,
    names,
    to: destination,
    ...(locale === false && { isBare: true }),
    ...(isServers && { isServers }),
    ...(query.length > 0 && { query }),
  };
}
