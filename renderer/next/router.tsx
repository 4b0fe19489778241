/** `next/router` for pages written for the framework, on top of the app's own router. */
import { type ComponentType, useMemo } from 'react';
import { useLocation, useNavigate, useRevalidator, useRouteError, useRouteLoaderData } from 'react-router';
import type { Params } from '../../electron/shared/match.ts';
import { FaultError } from '../error/faults.ts';
import type { Loaded } from '../routes/loader.ts';
import { addressOf, type Url } from './address.ts';

export interface NextRouter {
  /** The page's route, such as `/posts/[id]`. */
  pathname: string;
  route: string;
  /** The route's parameters and the address's query. */
  query: Params;
  asPath: string;
  basePath: '';
  isReady: true;
  isFallback: false;
  push(url: Url, as?: Url, options?: { scroll?: boolean }): Promise<boolean>;
  replace(url: Url, as?: Url, options?: { scroll?: boolean }): Promise<boolean>;
  reload(): void;
  back(): void;
  forward(): void;
  prefetch(): Promise<void>;
}

export function useRouter(): NextRouter {
  const loaded = useRouteLoaderData<Loaded>('page');
  const error = useRouteError();
  // What the framework calls its error pages.
  const path =
    loaded?.page.path ?? (error instanceof FaultError && error.fault.code === 404 ? '/404' : '/_error');
  const params = loaded?.params;
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return useMemo(() => {
    const go =
      (replace: boolean) =>
      async (url: Url, as?: Url, { scroll = true } = {}) => {
        await navigate(addressOf(as ?? url), { replace, preventScrollReset: !scroll });
        return true;
      };
    return {
      pathname: path,
      route: path,
      query: { ...queryOf(search), ...params },
      asPath: pathname + search + hash,
      basePath: '',
      isReady: true,
      isFallback: false,
      push: go(false),
      replace: go(true),
      reload: () => void revalidate(),
      back: () => history.back(),
      forward: () => history.forward(),
      prefetch: () => Promise.resolve(),
    };
  }, [path, params, pathname, search, hash, navigate, revalidate]);
}

export function withRouter<P extends { router: NextRouter }>(Page: ComponentType<P>) {
  return function WithRouter(props: Omit<P, 'router'>) {
    const router = useRouter();
    return <Page {...({ ...props, router } as P)} />;
  };
}

/** A query as the framework has it: a repeated name has a list. */
function queryOf(search: string): Params {
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const before = query[name];
    query[name] = before === undefined ? value : [before, value].flat();
  }
  return query;
}
