/** Back and forward, where pages that main shows for a fault lie between those of the app. */
import type { WebContents } from 'electron';
import { failedPathOf } from '../protocol/faultPage.ts';
import { pathOf } from '../recovery/faults.ts';

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

/**
 * How to go there; undefined if there is nothing. Where the page would go without a document, it is loaded if `afresh`: a
 * fault has taken the place of the app's page, which cannot go there by itself.
 */
export function stepOf(contents: WebContents, by: -1 | 1, afresh: boolean): (() => void) | undefined {
  const { navigationHistory: history } = contents;
  const paths = history.getAllEntries().map(({ url }) => pathOf(url));
  const to = stepFrom(paths, history.getActiveIndex(), by);
  if (to === undefined) return undefined;
  return () => {
    if (afresh) {
      const load = () => setImmediate(() => !contents.isDestroyed() && contents.reload());
      contents.once('did-navigate-in-page', load);
      contents.once('did-navigate', () => contents.off('did-navigate-in-page', load));
    }
    history.goToIndex(to);
  };
}
