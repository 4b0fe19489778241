/** Which paths main requests from the web app's servers. Pure. */
import { addressesOf, type ServerSettings } from '../settings/proxy.ts';

/** Whether a path matches the list: `/api/*` matches everything below, `/health` only itself. */
export function matchesPath(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );
}

/** A segment that some servers read as "up", or truncate: Java drops the part after a semicolon. */
const LEADS_UP = /(?:^|\/)\.{1,2}(?:;[^/]*)?(?:\/|$)|\\/;

/**
 * Whether a server may read the path as a different one than the list matched: some decode it twice, accept other forms
 * of a dot or slash, or drop spaces and control characters.
 */
export function isAmbiguous(path: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return true;
  }
  const plain = decoded
    .normalize('NFKC')
    .replace(/%(?:25)*([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/[\p{Cc}\s]+/gu, '');
  return LEADS_UP.test(plain);
}

export interface Routes {
  /** The address for a path; undefined if it leads to no server. */
  addressAt(path: string): string | undefined;
  /** The path for an address; undefined if none leads there. */
  pathAt(address: URL): string | undefined;
}

/** Returns where the paths of `proxy` lead. Of several matching patterns the longest wins. */
export function routesOf(settings: ServerSettings): Routes {
  const routes = addressesOf(settings).toSorted(([one], [other]) => other.length - one.length);
  const lead = (text: string, from: string, to: string) => {
    const isMatch = matchesPath([from], text);
    return isMatch
      ? to.replace(/\*$/, '') + (from.endsWith('/*') ? text.slice(from.length - 1) : '')
      : undefined;
  };
  const first = (make: (route: [path: string, address: string]) => string | undefined) => {
    for (const route of routes) {
      const made = make(route);
      if (made !== undefined) return made;
    }
    return undefined;
  };
  const addressAt = (path: string) => first(([from, to]) => lead(path, from, to));
  return {
    addressAt,
    pathAt({ origin, pathname }) {
      const address = origin + pathname;
      if (isAmbiguous(pathname)) return undefined;
      return first(([path, known]) => {
        const found = lead(address, known, path);
        // A longer pattern may lead this path elsewhere.
        return found !== undefined && addressAt(found) === address ? found : undefined;
      });
    },
  };
}
