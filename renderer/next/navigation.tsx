/** What pages written for the framework may import from `next/navigation`. */
import { useMemo } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import type { Params } from '../../electron/shared/match.ts';
import type { Loaded } from '../routes/loader.ts';

export const usePathname = (): string => useLocation().pathname;

export function useSearchParams(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** The route's parameters, without the query. */
export const useParams = (): Params => useRouteLoaderData<Loaded>('page')?.params ?? {};
