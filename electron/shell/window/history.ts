/** Back and Forward, which skip main's error pages in the history. */
import type { WebContents } from 'electron';
import { failedPathOf } from '../protocol/faultPage.ts';
import { placeOf } from '../recovery/faults.ts';

/**
 * Returns the index that Back (-1) or Forward (1) leads to. Skips error pages and, on one or on the page that came at
 * last, also that page where it failed, which Reload would load again.
 * @param paths path, query and fragment of each entry
 */
export function stepFrom(paths: readonly string[], active: number, by: -1 | 1): number | undefined {
  const current = paths[active] ?? '';
  const here = failedPathOf(current) ?? current;
  let isTry = here !== current;
  for (let at = active + by; ; at += by) {
    const path = paths[at];
    if (path === undefined) return undefined;
    const failed = failedPathOf(path);
    if (failed === undefined && !(isTry && path === here)) return at;
    isTry ||= failed === here;
  }
}

export const canStep = (contents: WebContents, by: -1 | 1): boolean =>
  !contents.isDestroyed() && stepOf(contents, by, false) !== undefined;

export interface Step {
  go(): void;
  /** Whither: how many entries further, and the address there. */
  to: readonly [by: number, address: string];
}

/** @param afresh a fault replaces the app's page, so a step inside the document has to load it */
export function stepOf(contents: WebContents, by: -1 | 1, afresh: boolean): Step | undefined {
  const { navigationHistory: history } = contents;
  const entries = history.getAllEntries().map(({ url }) => url);
  const active = history.getActiveIndex();
  const to = stepFrom(entries.map(placeOf), active, by);
  if (to === undefined) return undefined;
  const go = () => {
    if (afresh) {
      const load = () => setImmediate(() => !contents.isDestroyed() && contents.reload());
      contents.once('did-navigate-in-page', load);
      contents.once('did-navigate', () => contents.off('did-navigate-in-page', load));
    }
    history.goToIndex(to);
  };
  return { go, to: [to - active, entries[to] ?? ''] };
}
