/** The segments of a route path: `/blog/[id]` has the static segment `blog` and the parameter `id`. */

export interface RouteSegment {
  /** `static` matches itself; `param` (`[x]`) one; `rest` (`[...x]`) one or more; `optionalRest` (`[[...x]]`) any number. */
  kind: 'static' | 'param' | 'rest' | 'optionalRest';
  /** The parameter's name, or a static segment's text. */
  name: string;
}

/** Splits a route path that has passed the framework's checks. The leading slash is optional. */
export const parseRoute = (path: string): RouteSegment[] => path.split('/').filter(Boolean).map(parseSegment);

/** Only a segment wholly in brackets is a parameter. */
function parseSegment(text: string): RouteSegment {
  if (!text.startsWith('[') || !text.endsWith(']')) return { kind: 'static', name: text };
  if (text.startsWith('[[')) return { kind: 'optionalRest', name: text.slice(5, -2) };
  if (text.startsWith('[...')) return { kind: 'rest', name: text.slice(4, -1) };
  return { kind: 'param', name: text.slice(1, -1) };
}
