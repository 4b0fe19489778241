/** The path of a page's data. Paths only: the page is at its server's address. */
import type { Params } from '../../electron/shared/match.ts';

export interface PageAddress {
  /** As in `location`, percent-encoded. */
  pathname: string;
  /** As in `location`: empty, or starting with a question mark. */
  search: string;
  params: Params;
}

/**
 * The path of a page's data, as the framework builds it (Next.js 15.5): `/` is `/index.json`, a page named index
 * `/index/index.json`, and the route's parameters are added to the query.
 */
export function dataPath(buildId: string, { pathname, search, params }: PageAddress): string {
  const path = pathname.replace(/\/$/, '');
  const asset = path === '' ? '/index' : /^\/index(?:\/|$)/.test(path) ? `/index${path}` : path;
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(params)) {
    query.delete(name);
    for (const item of [value].flat()) query.append(name, item);
  }
  return `/_next/data/${encodeURIComponent(buildId)}${asset}.json${query.size > 0 ? `?${query}` : ''}`;
}
