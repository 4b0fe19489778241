/** The route manifest for the error-reporting service. */
import { literal } from '../../electron/shared/secretPatterns/redact.ts';
import { parseRoute, type RouteSegment } from '../../electron/shared/segments.ts';

/** A dynamic route in the format of the service's own manifest (@sentry/nextjs 11.8, `createRouteManifest`). */
interface DynamicRoute {
  /** The route with its parameters as `:id`, `:rest*` or `:all*?`. */
  path: string;
  regex: string;
  paramNames: string[];
  /** Whether the first parameter names a language. */
  hasOptionalPrefix: boolean;
}

export interface RouteManifest {
  dynamicRoutes: DynamicRoute[];
  staticRoutes: { path: string }[];
}

/** Global variable with the manifest as a JSON string, where the service's route naming reads it. */
export const MANIFEST_GLOBAL = '_sentryRouteManifest';

/** Parameters that the service reads as a language (@sentry/nextjs 11.8, `localeParamNames`). */
const LOCALE_NAMES = new Set(['locale', 'lang', 'language', 'lng']);

export function makeManifest(paths: readonly string[]): RouteManifest {
  const manifest: RouteManifest = { dynamicRoutes: [], staticRoutes: [] };
  for (const path of paths) {
    const segments = parseRoute(path);
    const paramNames = segments.filter(({ kind }) => kind !== 'static').map(({ name }) => name);
    if (paramNames.length === 0) manifest.staticRoutes.push({ path });
    else
      manifest.dynamicRoutes.push({
        path: templateOf(segments),
        regex: regexOf(segments),
        paramNames,
        hasOptionalPrefix: LOCALE_NAMES.has(String(paramNames[0])),
      });
  }
  return manifest;
}

/** Converts a route to the manifest's notation: `/blog/[id]` becomes `/blog/:id`. */
function templateOf(segments: readonly RouteSegment[]): string {
  const suffix = { static: '', param: '', rest: '*', optionalRest: '*?' };
  const parts = segments.map(({ kind, name }) => (kind === 'static' ? name : `:${name}${suffix[kind]}`));
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
