/** Back and forward, where pages that main shows for a fault lie between those of the app. */
import { failedPathOf } from '../protocol/handler.ts';

/**
 * The entry of history that Back (-1) or Forward (1) leads to. Passed over are pages of faults, which only lead to
 * the page that failed, and, on such a page, that page itself: to load it again is what Reload does.
 * @param paths path and query of each entry
 * @returns undefined if there is none
 */
export function stepFrom(paths: readonly string[], active: number, by: -1 | 1): number | undefined {
  const failed = failedPathOf(paths[active] ?? '');
  for (let at = active + by; ; at += by) {
    const path = paths[at];
    if (path === undefined) return undefined;
    if (failedPathOf(path) === undefined && path !== failed) return at;
  }
}
