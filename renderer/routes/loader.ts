/** Loads a page and its data for an address, or the fault to show instead. */
import type { ComponentType } from 'react';
import { redirect } from 'react-router';
import { dataFault, httpFault } from '../../electron/shared/fault.ts';
import type { Match, Params } from '../../electron/shared/match.ts';
import type { DataClient } from '../data/client.ts';
import type { Outcome } from '../data/outcome.ts';
import type { AnyPageProps, AppProps, PageData, PageModule } from '../data/pageModule.ts';
import { FaultError, pathFault } from '../error/faults.ts';

/** A page from `virtual:routes`. */
export interface Page {
  /** Its route, such as `/blog/[id]`. */
  path: string;
  load(): Promise<PageModule>;
}

export interface Loaded {
  page: Page;
  App: ComponentType<AppProps>;
  Component: ComponentType<AnyPageProps>;
  props: AnyPageProps;
  params: Params;
}

type Props = Outcome & { kind: 'props' };
type Found = Match<Page> & { kind: 'page' };
type Opened = Omit<Found, 'kind'> & {
  Component: ComponentType<AnyPageProps>;
  data: PageData<unknown> | undefined;
};

/** Maximum number of redirects in a row, as in browsers (Fetch Standard, HTTP-redirect fetch). */
export const MAX_REDIRECTS = 20;

interface LoaderOptions {
  App: ComponentType<AppProps>;
  match(pathname: string): Match<Page>;
  data: DataClient;
}

/**
 * Creates the router's loader. It resolves to a page, or a redirect within the app.
 * @throws FaultError for a fault to show; the page file's own error if it cannot be loaded
 */
export function createLoader({ App, match, data }: LoaderOptions) {
  let first = true;
  let redirects = 0;

  return async ({ request }: { request: Request }): Promise<Loaded | Response> => {
    const isFirst = first;
    first = false;
    const { pathname, search, searchParams } = new URL(request.url);
    const url = pathname + search;
    const found = match(pathname);
    if (found.kind !== 'page') {
      throw new FaultError(pathFault(url, Date.now()));
    }

    const own = await openPage(found);
    const show = ({ page, params, Component }: Opened, value: unknown, outcome?: Props): Loaded => {
      redirects = 0;
      const props = { params, query: searchParams, data: value, savedAt: outcome?.savedAt };
      return { page, App, Component, props: props as AnyPageProps, params };
    };
    if (!own.data) return show(own, undefined);
    window.holdfast?.waiting();
    const address = { pathname, search, params: own.params };
    const outcome = await data.load(address, { first: isFirst, signal: request.signal });
    switch (outcome.kind) {
      case 'props': {
        const shown = await rewritten(outcome, request.url, own);
        return show(shown, shown.data && parseProps(shown.data, outcome, url), outcome);
      }
      case 'notFound':
        throw new FaultError(httpFault(404, url, Date.now()));
      case 'fault':
        throw new FaultError(outcome.fault);
      case 'redirect':
        // The redirect's target is still the page that the app opens with.
        first = isFirst;
        return follow(outcome, url);
    }
  };

  async function openPage({ page, params }: Found): Promise<Opened> {
    const module = await page.load();
    const { default: Component } = module;
    if (!Component)
      throw new Error(`The file of page "${page.path}" has no default export: it must be the component.`);
    return { page, params, Component, data: module.data };
  }

  /** Returns the page to which the server's middleware rewrites this address, if the app has it. */
  async function rewritten({ rewrite }: Props, base: string, own: Opened): Promise<Opened> {
    const found = rewrite === undefined ? undefined : match(new URL(rewrite, base).pathname);
    return found?.kind === 'page' ? await openPage(found) : own;
  }

  function parseProps(pageData: PageData<unknown>, { pageProps }: Props, url: string): unknown {
    try {
      return pageData.parse(pageProps);
    } catch (error) {
      throw new FaultError(
        dataFault(url, Date.now(), `The page does not accept the server's data: ${String(error)}`),
      );
    }
  }

  function follow(outcome: Outcome & { kind: 'redirect' }, url: string): Response {
    if (outcome.external) {
      location.assign(outcome.to);
      const fault = httpFault(outcome.status, url, Date.now(), `The page has moved to ${outcome.to}`);
      throw new FaultError(fault, outcome.to);
    }
    if (++redirects > MAX_REDIRECTS) {
      redirects = 0;
      const detail = `More than ${MAX_REDIRECTS} redirects, the last one to ${outcome.to}`;
      throw new FaultError(dataFault(url, Date.now(), detail, 'ERR_TOO_MANY_REDIRECTS'));
    }
    return redirect(outcome.to);
  }
}
