/** Back and Forward, to which a page is one step however often it was tried. */
import type { WebContents } from 'electron';
import { failedPathOf } from '../protocol/faultPage.ts';
import { placeOf } from '../recovery/faults.ts';

/** Whether the place before is an error page for the current page or, where that is one, the page that failed. */
export function isTry(before: string, current: string): boolean {
  const failed = failedPathOf(current);
  return before === failed || failedPathOf(before) === (failed ?? current);
}

/** As in a browser, an error page takes the place of the page that failed; that takes it back when it comes. */
export function joinTries(contents: WebContents): void {
  const { navigationHistory: history } = contents;
  const placeAt = (at: number) => placeOf(history.getEntryAtIndex(at)?.url ?? '');
  // Before others look at the history.
  contents.prependListener('did-navigate', () => {
    let at = history.getActiveIndex();
    while (isTry(placeAt(at - 1), placeAt(at)) && history.removeEntryAtIndex(at - 1)) at -= 1;
  });
}

export const canStep = (contents: WebContents, by: -1 | 1): boolean =>
  !contents.isDestroyed() && contents.navigationHistory.canGoToOffset(by);

export type Step = ReturnType<typeof stepOf>;

/**
 * Returns how to go, and whither: how many entries further, and the address there.
 * @param afresh a fault replaces the app's page, so a step inside the document has to load it
 */
export function stepOf(contents: WebContents, by: -1 | 1, afresh: boolean) {
  const { navigationHistory: history } = contents;
  const to = history.getActiveIndex() + by;
  const go = () => {
    if (afresh) {
      const load = () => setImmediate(() => !contents.isDestroyed() && contents.reload());
      contents.once('did-navigate-in-page', load);
      contents.once('did-navigate', () => contents.off('did-navigate-in-page', load));
    }
    history.goToIndex(to);
  };
  return { go, to: [by, history.getEntryAtIndex(to).url] as const };
}
