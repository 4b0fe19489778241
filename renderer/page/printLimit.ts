/** The print dialog opens once in a load of the user's, and once after each press; Chromium only waits between two. */
import type { Bridge } from '../../electron/shared/channels.ts';

/** Replaces `print` of this window: no event of Electron tells main of it. Frames keep theirs. */
export function limitPrinting({ mayPrint }: Pick<Bridge, 'mayPrint'>): void {
  const print = window.print.bind(window);
  window.print = () => {
    if (mayPrint()) print();
    else console.warn('print() opened no dialog: it opens one for each click or key press.');
  };
}
