/** Loads a page and its data for an address, or the fault to show instead. */
import type { ComponentType } from 'react';
import { redirect } from 'react-router';
import { dataFault, httpFault } from '../../electron/shared/fault.ts';
import type { Match } from '../../electron/shared/match.ts';
import type { Outcome } from '../data/outcome.ts';
import type { AnyPageProps, PageModule } from '../data/pageModule.ts';
import { loadData, readBuild } from '../data/request.ts';
import { FaultError, pathFault } from '../error/faults.ts';

/** Of `virtual:routes`; the path is a route, such as `/blog/[id]`. */
export interface Page {
  path: string;
  load(): Promise<PageModule>;
}

export interface Loaded {
  Component: ComponentType<AnyPageProps>;
  props: AnyPageProps;
}

/** Maximum number of redirects in a row, as in browsers (Fetch Standard, HTTP-redirect fetch). */
const MAX_REDIRECTS = 20;

/** The router's loader throws a FaultError for a fault to show; the page file's own error if it cannot be loaded. */
export function createLoader(match: (pathname: string) => Match<Page>) {
  const build = readBuild();
  let first = true;
  let redirects = 0;

  return async ({ request }: { request: Request }): Promise<Loaded | Response> => {
    const isFirst = first;
    first = false;
    const { pathname, search, searchParams } = new URL(request.url);
    const url = pathname + search;
    const found = match(pathname);
    if (found.kind !== 'page') throw new FaultError(pathFault(url, Date.now()));
    const { page, params } = found;
    const { default: Component, data } = await page.load();
    const show = (value: unknown): Loaded => {
      redirects = 0;
      return { Component, props: { params, query: searchParams, data: value } as AnyPageProps };
    };
    if (!data) return show(undefined);
    window.holdfast?.waiting();
    const address = { pathname, search, params };
    const outcome = await loadData(build, address, { first: isFirst, signal: request.signal });
    switch (outcome.kind) {
      case 'props':
        return show(outcome.pageProps);
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
