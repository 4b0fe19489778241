/** Names transactions by route, `/blog/:id`, so that all visits to a page count as one. */
import { type browserTracingIntegration, getCurrentScope } from '@sentry/electron/renderer';
import { MANIFEST_GLOBAL, type RouteManifest } from './manifest.ts';

/** The SDK's attribute for a name's source; `route` means a template. */
const SOURCE = 'sentry.source';

/**
 * The template of a path. The manifest's lists are in the order in which the router tries them, static routes first.
 * @param manifest JSON, as set by the build; anything else matches nothing
 */
export function routeName(pathname: string, manifest: unknown): string | undefined {
  if (typeof manifest !== 'string') return undefined;
  const { staticRoutes, dynamicRoutes } = JSON.parse(manifest) as RouteManifest;
  const path = decoded(pathname).replace(/(.)\/$/, '$1');
  if (staticRoutes.some((route) => route.path === path)) return path;
  return dynamicRoutes.find(({ regex }) => new RegExp(regex).test(path))?.path;
}

/** The integration for page loads and navigations, whose name by path stays if no route matches. */
export function routeNames(): Pick<ReturnType<typeof browserTracingIntegration>, 'name' | 'setup'> {
  const nameOf = (pathname: string) =>
    routeName(pathname, (globalThis as Record<string, unknown>)[MANIFEST_GLOBAL]);
  return {
    name: 'RouteNames',
    setup(client) {
      client.on('afterStartPageLoadSpan', (span) => {
        const name = nameOf(location.pathname);
        if (name === undefined) return;
        span.updateName(name).setAttribute(SOURCE, 'route');
        getCurrentScope().setTransactionName(name);
      });
      client.on('beforeStartNavigationSpan', (options) => {
        const name = nameOf(options.name);
        if (name === undefined) return;
        options.name = name;
        options.attributes = { ...options.attributes, [SOURCE]: 'route' };
      });
    },
  };
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
