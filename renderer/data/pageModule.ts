/** The exports of a page file, and the props of its component. */
import type { ComponentType } from 'react';
import type { Params } from '../../electron/shared/match.ts';

/** A page that exports this as `data` gets data from the web app's server, of this type. */
export interface PageData<T> {
  readonly pageProps?: T;
}

/** Declares that a page has data, and its type: `export const data = pageData<Post>()`. */
export const pageData = <T>(): PageData<T> => ({});

/** The props of a page: `PageProps<typeof data, { id: string }>`, or `PageProps` without data. */
export interface PageProps<D extends PageData<unknown> | undefined = undefined, P extends Params = Params> {
  params: P;
  query: URLSearchParams;
  data: D extends PageData<infer T> ? T : undefined;
}

/** The props of any page, for code that does not know which: `never` fits every page's props. */
export interface AnyPageProps extends Omit<PageProps, 'data' | 'params'> {
  params: never;
  data: never;
}

export interface PageModule {
  default: ComponentType<AnyPageProps>;
  data?: PageData<unknown>;
}
