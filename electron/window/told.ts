/** A short text over the lower edge of a window, in its own web contents. It goes by itself. Loaded on first use. */
import type { BrowserWindow } from 'electron';
import { html } from '../protocol/plainPage.ts';
import { DURATIONS } from '../shared/durations.ts';
import css from './find.css?inline';
import { overlay } from './overlay.ts';

/** In DIPs. */
const SIZE = { width: 380, height: 46, edge: 16 };

/** Screen readers announce it without moving the focus. */
export function tell(window: BrowserWindow, text: string): void {
  const { webContents: page } = window;
  const hasFocus = page.isFocused();
  const { contents, loaded, remove } = overlay(
    window,
    { css, body: html`<body><p role="status"></p>` },
    (width, height) => {
      const own = Math.min(SIZE.width, width);
      const y = Math.max(0, height - SIZE.height - SIZE.edge);
      return { x: Math.round((width - own) / 2), y, width: own, height: SIZE.height };
    },
  );
  // Only a change is announced, and a text is not markup. It fails only if its process is gone.
  loaded
    .then(() => {
      // Electron 33 moves it to whatever loads.
      if (hasFocus && contents.isFocused()) page.focus();
      return contents.executeJavaScript(`document.querySelector('p').textContent = ${JSON.stringify(text)}`);
    })
    .catch(() => undefined)
    .finally(() => setTimeout(remove, DURATIONS.toldMs));
}
