/** The exports of a page file, and the props of its component. */
import type { ComponentType } from 'react';
import type { Params } from '../../electron/shared/match.ts';

/** A page that exports this as `data` gets data from the web app's server. */
export interface PageData<T> {
  /** Checks the server's `pageProps`. An exception is shown as a fault of the data. */
  parse(pageProps: unknown): T;
}

/**
 * Declares that a page has data, and its type: `export const data = pageData(parse)`.
 * @param parse checks the server's `pageProps` and gives them their type, for example `(props) => v.parse(Post,
 *   props)`. Without it they are assumed to be a `T`.
 */
export function pageData<T>(parse: (pageProps: unknown) => T = (pageProps) => pageProps as T): PageData<T> {
  return { parse };
}

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

/** A page file: its default export is the page's component. */
export interface PageModule {
  default?: ComponentType<AnyPageProps>;
  data?: PageData<unknown>;
}
