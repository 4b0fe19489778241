/** Which paths main asks of the web app's server. Pure. */

/** Whether a path matches the list: `/api/*` matches everything below, `/health` only itself. */
export function matchesPath(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );
}

/** A segment that some servers read as "up", or end there: Java drops what follows a semicolon. */
const LEADS_UP = /(?:^|\/)\.{1,2}(?:;[^/]*)?(?:\/|$)|\\/;

/**
 * Whether a server may read the path as a different one than was looked up in the list: some decode it twice, take other
 * forms of a dot or slash for one, or drop spaces and control characters.
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
