/** `next/router` for pages written for the framework, on top of the app's own router. */
import { type ComponentType, useMemo } from 'react';
import { type Location, useLocation, useRouteError, useRouteLoaderData } from 'react-router';
import type { Params } from '../../electron/shared/match.ts';
import { FaultError } from '../error/faults.ts';
import { currentRouter, navigateShallowly } from '../routes/currentRouter.ts';
import type { Loaded } from '../routes/loader.ts';
import { queryOf } from '../routes/query.ts';
import { hrefOf, type Url, withQuery } from './address.ts';
import { events } from './events.ts';

interface Options {
  /** Whether to scroll to the top of the page; true by default. */
  scroll?: boolean;
  /** Whether only the address changes, if the path stays the same. */
  shallow?: boolean;
}

const methods = {
  basePath: '' as const,
  isReady: true as const,
  isFallback: false as const,
  isPreview: false as const,
  events,
  push: (url: Url, as?: Url, options?: Options) => go(false, as ?? url, options),
  replace: (url: Url, as?: Url, options?: Options) => go(true, as ?? url, options),
  reload: () => void currentRouter().revalidate(),
  back: () => history.back(),
  forward: () => history.forward(),
  /** Does nothing, because the pages' code is on disk. */
  prefetch: () => Promise.resolve(),
  beforePopState(): never {
    throw new Error('next/router: beforePopState is not supported; use beforeunload or the router events.');
  },
  /** Calls back at once. */
  ready: (use: () => void) => use(),
};

type NextRouter = typeof methods & {
  /** The page's route, such as `/posts/[id]`. */
  pathname: string;
  route: string;
  /** The route's parameters and the address's query. */
  query: Params;
  asPath: string;
};

async function go(replace: boolean, url: Url, { scroll = true, shallow = false }: Options = {}) {
  const router = currentRouter();
  const to = withQuery(hrefOf(url), router.state.location.search);
  const navigate = () => router.navigate(to, { replace, preventScrollReset: !scroll });
  await (shallow ? navigateShallowly(navigate) : navigate());
  return true;
}

function routerAt(
  { pathname, search, hash }: Location,
  loaded: Loaded | undefined,
  error: unknown,
): NextRouter {
  // The framework's names for its error pages.
  const path =
    loaded?.page.path ?? (error instanceof FaultError && error.fault.code === 404 ? '/404' : '/_error');
  return {
    ...methods,
    pathname: path,
    route: path,
    query: { ...queryOf(search), ...loaded?.params },
    asPath: pathname + search + hash,
  };
}

export function useRouter(): NextRouter {
  const loaded = useRouteLoaderData<Loaded>('page');
  const error = useRouteError();
  const location = useLocation();
  return useMemo(() => routerAt(location, loaded, error), [location, loaded, error]);
}

/** The router for use outside of components; page properties are read on access. */
const Router = new Proxy({} as NextRouter, {
  get(_, name) {
    if (name in methods) return methods[name as keyof typeof methods];
    const { location, loaderData, errors } = currentRouter().state;
    return routerAt(location, loaderData.page, Object.values(errors ?? {})[0])[name as keyof NextRouter];
  },
});
export default Router;

export function withRouter<P extends { router: NextRouter }>(Page: ComponentType<P>) {
  return function WithRouter(props: Omit<P, 'router'>) {
    const router = useRouter();
    return <Page {...({ ...props, router } as P)} />;
  };
}
