/**
 * Zooms by what a key types. The menu's keys go by their place: plus and minus of a Japanese, Swiss, Turkish or French
 * keyboard are on others.
 */
import { webFrame } from 'electron';

const STEPS: Readonly<Record<string, number>> = { '+': 0.5, '-': -0.5 };
/** Chromium's numbers of the keys that the menu has: = and − of a US keyboard, + and − of a number pad. */
const KEYS_OF_MENU = [187, 189, 107, 109];

/** Adds the listener, also again after `document.open` has removed it. */
export function zoomBySigns(): void {
  // The menus of macOS go by what a key types.
  if (process.platform !== 'darwin') addEventListener('keydown', pressed, true);
}

function pressed(event: KeyboardEvent): void {
  const { isTrusted, key, keyCode, ctrlKey, altKey, metaKey } = event;
  const step = STEPS[key];
  if (!step || !isTrusted || !ctrlKey || altKey || metaKey || KEYS_OF_MENU.includes(keyCode)) return;
  // A page that takes the key itself comes first, with whichever listener.
  setTimeout(() => {
    if (!event.defaultPrevented) webFrame.setZoomLevel(webFrame.getZoomLevel() + step);
  });
}
