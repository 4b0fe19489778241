/** Says in a window how old the data is that its page shows. */
import type { BrowserWindow } from 'electron';
import { onceLeft } from '../../common/pages.ts';
import { ageText } from '../../shared/format.ts';
import * as TEXTS from '../../shared/texts.ts';

/** How to remove what a window's document shows of it. */
const shown = new WeakMap<BrowserWindow, () => void>();

/** @param at since when it is saved, in ms since the epoch */
export async function tellSaved(window: BrowserWindow, at: number, reload: () => void): Promise<void> {
  const { tellBriefly } = await import('./told.ts');
  if (window.isDestroyed()) return;
  const before = shown.get(window);
  before?.();
  if (!before)
    onceLeft(window.webContents, () => {
      shown.get(window)?.();
      shown.delete(window);
    });
  const text = TEXTS.pages.savedBefore({ ago: ageText(at, Date.now()) });
  shown.set(window, tellBriefly(window, 'offline', text, [{ label: TEXTS.pages.reload, press: reload }]));
}
