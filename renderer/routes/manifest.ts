/** Turns page files into routes, and into the route manifest for the error-reporting service. */
import { getSortedRoutes } from 'next/dist/shared/lib/router/utils/sorted-routes.js';
import { literal } from '../../electron/shared/redact.ts';
import { parseRoute, type RouteSegment } from '../../electron/shared/segments.ts';

/** A page: its file, relative to the pages folder with `/` separators, and its route, such as `/blog/[id]`. */
interface PageFile {
  file: string;
  path: string;
}

/** A dynamic route in the format of the service's own manifest (@sentry/nextjs 11.8, `createRouteManifest`). */
interface DynamicRoute {
  /** The route with its parameters as `:id`, `:rest*` or `:all*?`. */
  path: string;
  regex: string;
  paramNames: string[];
  /** Whether the first parameter names a language. */
  hasOptionalPrefix: boolean;
}

/** Both lists are empty as shipped: there are no pages. */
export interface RouteManifest {
  dynamicRoutes: DynamicRoute[];
  staticRoutes: { path: string }[];
}

/** Global variable with the manifest as a JSON string, where the service's route naming reads it. */
export const MANIFEST_GLOBAL = '_sentryRouteManifest';

/** Parameters that the service reads as a language (@sentry/nextjs 11.8, `localeParamNames`). */
const LOCALE_NAMES = new Set(['locale', 'lang', 'language', 'lng']);

const PAGE = /\.(?:tsx|jsx|ts|js)$/;
const NOT_A_PAGE = /\.(?:test|spec|d)\.\w+$/;

/**
 * Returns the route of a file in the pages folder, or undefined if it is not a page. Pages are .tsx, .jsx, .ts and .js
 * files; `index` stands for its folder. Not pages: tests (`.test.`, `.spec.`), declarations (`.d.ts`), files and
 * folders whose names begin with `_` or `.`, and `404` and `api`, which the framework reserves.
 */
export function routeOf(file: string): string | undefined {
  const parts = file.split('/');
  if (!PAGE.test(file) || NOT_A_PAGE.test(file) || parts.some((part) => /^[_.]/.test(part))) return undefined;
  if (file.replace(PAGE, '') === '404') return undefined;
  const path = `/${file.replace(PAGE, '')}`.replace(/\/index$/, '') || '/';
  return path === '/api' || path.startsWith('/api/') ? undefined : path;
}

/**
 * Returns the pages among `files`, in the order in which their routes are tried. The framework itself checks and sorts them.
 * @throws Error if routes conflict; its message names the files
 */
export function readPages(files: readonly string[]): PageFile[] {
  const fileOf = new Map<string, string>();
  for (const file of files) {
    const path = routeOf(file);
    if (path === undefined) continue;
    const other = fileOf.get(path);
    if (other !== undefined) throw new Error(`Two files define the page "${path}".\n  ${other}\n  ${file}`);
    fileOf.set(path, file);
  }
  const paths = [...fileOf.keys()];
  const message = failureOf(paths);
  if (message === undefined)
    return getSortedRoutes(paths).map((path) => ({ path, file: String(fileOf.get(path)) }));
  // The first routes that fail so, without those that change nothing.
  const first = paths.slice(0, 1 + paths.findIndex((_, at) => failureOf(paths.slice(0, at + 1)) === message));
  const guilty = first.filter((path) => failureOf(first.filter((one) => one !== path)) !== message);
  throw new Error(message + guilty.map((path) => `\n  ${fileOf.get(path)}`).join(''));
}

/** Returns what the framework finds wrong with routes, if anything. */
function failureOf(paths: readonly string[]): string | undefined {
  try {
    getSortedRoutes(paths);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export function makeManifest(paths: readonly string[]): RouteManifest {
  const manifest: RouteManifest = { dynamicRoutes: [], staticRoutes: [] };
  for (const path of paths) {
    const segments = parseRoute(path);
    const names = segments.filter(({ kind }) => kind !== 'static').map(({ name }) => name);
    if (names.length === 0) {
      manifest.staticRoutes.push({ path });
    } else {
      manifest.dynamicRoutes.push({
        path: templateOf(path),
        regex: regexOf(segments),
        paramNames: names,
        hasOptionalPrefix: LOCALE_NAMES.has(names[0] as string),
      });
    }
  }
  return manifest;
}

/** Converts a route to the manifest's notation: `/blog/[id]` becomes `/blog/:id`. */
export function templateOf(path: string): string {
  const suffix = { static: '', param: '', rest: '*', optionalRest: '*?' };
  const parts = parseRoute(path).map(({ kind, name }) =>
    kind === 'static' ? name : `:${name}${suffix[kind]}`,
  );
  return `/${parts.join('/')}`;
}

function regexOf(segments: readonly RouteSegment[]): string {
  const source = segments.map(({ kind, name }) => {
    if (kind === 'param') return '/([^/]+)';
    if (kind === 'rest') return '/(.+)';
    // The root always has its slash.
    if (kind === 'optionalRest') return segments.length === 1 ? '/(.*)' : '(?:/(.*))?';
    return `/${literal(name)}`;
  });
  return `^${source.join('')}$`;
}
