/** A quiet sign of waiting for a server, over a window and in web contents of its own. */
import type { BrowserWindow } from 'electron';
import * as TEXTS from '../../shared/texts.ts';

/** How to remove each, and whether it leaves the page in sight. */
const signs = new WeakMap<BrowserWindow, { isSmall: boolean; removing: Promise<(() => void) | undefined> }>();

/** @param isSmall a line at the lower edge, as the page before is still there */
export function cover(window: BrowserWindow, isSmall = false): void {
  if (signs.has(window)) return;
  const removing = import('./told.ts').then((told) =>
    signs.has(window) && !window.isDestroyed()
      ? isSmall
        ? told.tellOfLoad(window)
        : told.cover(window, TEXTS.pages.loading)
      : undefined,
  );
  signs.set(window, { isSmall, removing });
}

export function uncover(window: BrowserWindow, ifSmall = false): void {
  const sign = signs.get(window);
  if (!sign || (ifSmall && !sign.isSmall)) return;
  void sign.removing.then((remove) => remove?.());
  signs.delete(window);
}
