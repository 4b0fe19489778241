/** The segments of a route path: `/blog/[id]` has the static segment `blog` and the parameter `id`. */

/** `static` matches itself; `param` (`[x]`) one; `rest` (`[...x]`) one or more; `optionalRest` (`[[...x]]`) any number. */
export type SegmentKind = 'static' | 'param' | 'rest' | 'optionalRest';

export interface RouteSegment {
  kind: SegmentKind;
  /** The parameter's name, or a static segment's text. */
  name: string;
}

/** The segments of a route path, as written. The leading slash is optional. */
export function splitRoute(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** Parses one segment as the framework does: only a segment wholly in brackets is a parameter. */
export function parseSegment(text: string): RouteSegment {
  const inner = unwrap(text);
  if (inner === undefined) return { kind: 'static', name: text };
  const innermost = unwrap(inner);
  const optional = innermost !== undefined;
  const dotted = innermost ?? inner;
  if (dotted.startsWith('…')) {
    throw new Error(`Detected a three-dot character ('…') at ('${dotted}'). Did you mean ('...')?`);
  }
  const rest = dotted.startsWith('...');
  const name = rest ? dotted.slice(3) : dotted;
  if (name.startsWith('[') || name.endsWith(']')) {
    throw new Error(`Segment names may not start or end with extra brackets ('${name}').`);
  }
  if (name.startsWith('.')) {
    throw new Error(`Segment names may not start with erroneous periods ('${name}').`);
  }
  if (optional && !rest) {
    throw new Error(`Optional route parameters are not yet supported ("${text}").`);
  }
  if (!rest) return { kind: 'param', name };
  return { kind: optional ? 'optionalRest' : 'rest', name };
}

/** Splits a route path that has passed the checks into its segments. */
export function parseRoute(path: string): RouteSegment[] {
  return splitRoute(path).map(parseSegment);
}

function unwrap(text: string): string | undefined {
  return text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : undefined;
}
