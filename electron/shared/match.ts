import { parseRoute, type RouteSegment } from './segments.ts';

/** A parameter's value; for a catch-all, all its segments. Absent for an optional catch-all that matched nothing. */
export type Params = Readonly<Record<string, string | readonly string[]>>;

export type Match<Page> =
  | { kind: 'page'; page: Page; params: Params }
  | { kind: 'missing' }
  /** The path is not valid percent-encoding. */
  | { kind: 'malformed' };

/** Finds the page for a `location.pathname`: case matters, one trailing slash does not; an encoded one separates nothing. */
export function createMatcher<Page extends { path: string }>(pages: readonly Page[]) {
  const routes = pages.map((page) => ({ page, segments: parseRoute(page.path) }));
  return (pathname: string): Match<Page> => {
    const parts = decodeParts(pathname);
    if (!parts) return { kind: 'malformed' };
    for (const { page, segments } of routes) {
      const params = matchSegments(segments, parts);
      if (params) return { kind: 'page', page, params };
    }
    return { kind: 'missing' };
  };
}

/** Decodes percent-encoding; undefined if the text has a percent sign that encodes nothing. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function decodeParts(pathname: string): string[] | undefined {
  const trimmed = pathname.replace(/^\//, '').replace(/\/$/, '');
  const parts = trimmed === '' ? [] : trimmed.split('/').map(decoded);
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function matchSegments(segments: readonly RouteSegment[], parts: readonly string[]): Params | undefined {
  const params: [string, string | string[]][] = [];
  let at = 0;
  for (const { kind, name } of segments) {
    if (kind === 'rest' || kind === 'optionalRest') {
      const rest = parts.slice(at);
      if (rest.includes('') || (kind === 'rest' && rest.length === 0)) return undefined;
      if (rest.length > 0) params.push([name, rest]);
      return Object.fromEntries(params);
    }
    const part = parts[at++];
    if (!part || (kind === 'static' && part !== name)) return undefined;
    if (kind === 'param') params.push([name, part]);
  }
  return at === parts.length ? Object.fromEntries(params) : undefined;
}
