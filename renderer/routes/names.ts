/** Names the reports of pages by their route, `/blog/:id`, so that all visits of a page are counted as one. */
import { type browserTracingIntegration, getCurrentScope } from '@sentry/electron/renderer';
import { MANIFEST_GLOBAL, type RouteManifest } from './manifest.ts';

/** The SDK's attribute for where a name comes from; `route` says that it is a template. */
const SOURCE = 'sentry.source';

/**
 * The template of a path, or undefined if no route of the manifest matches. The manifest's lists are in the order in
 * which the router tries them, static routes first.
 * @param manifest as the build has set it; anything else names nothing
 */
export function routeName(pathname: string, manifest: unknown): string | undefined {
  if (typeof manifest !== 'string') return undefined;
  const { staticRoutes, dynamicRoutes } = JSON.parse(manifest) as RouteManifest;
  const path = decoded(pathname).replace(/(.)\/$/, '$1');
  if (staticRoutes.some((route) => route.path === path)) return path;
  return dynamicRoutes.find(({ regex }) => new RegExp(regex).test(path))?.path;
}

/**
 * The integration that does it for page loads and navigations: it comes beside browserTracingIntegration, which
 * names them by their path. Where no route matches, the path stays.
 */
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
