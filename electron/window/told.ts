/** Texts over a window, in web contents of their own. Loaded on first use. */
import type { BrowserWindow, Input } from 'electron';
import { html } from '../protocol/plainPage.ts';
import { DURATIONS } from '../shared/durations.ts';
import css from './find.css?inline';
import { overlay } from './overlay.ts';

/** In DIPs. */
const SIZE = { width: 380, height: 46, edge: 16 };

const COVER = `
:root { color-scheme: light dark }
body { display: grid; place-content: center; height: 100vh; margin: 0; font: 14px/20px var(--font, system-ui, sans-serif) }
@keyframes wait { 50% { opacity: 0.4 } }
@media (prefers-reduced-motion: no-preference) { p { animation: wait 2s infinite } }`;

/** Covers the whole window. Returns how to remove it. */
export function cover(window: BrowserWindow, title: string): () => void {
  // `fault-starting`: the tool waits for what comes next (tool/run/show).
  const page = { title, css: COVER, body: html`<p class="fault-starting" role="status">${title}</p>` };
  return overlay(window, page, (width, height) => ({ x: 0, y: 0, width, height }), false).remove;
}

/** Shows it at the lower edge. Screen readers announce it without moving the focus. Returns how to remove it. */
function tell(window: BrowserWindow, text: string): () => void {
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
    .catch(() => undefined);
  return remove;
}

/** Shows it for `toldMs`. Returns how to remove it earlier. */
export function tellBriefly(window: BrowserWindow, text: string): () => void {
  const remove = tell(window, text);
  setTimeout(remove, DURATIONS.toldMs);
  return remove;
}

/** Shows it while another page loads; Escape stops the load, as in a browser. Returns how to remove it. */
export function tellOfLoad(window: BrowserWindow, text: string): () => void {
  const { webContents: page } = window;
  const remove = tell(window, text);
  // The page gets the key too.
  const stop = (_event: unknown, { type, key }: Input) => {
    if (type === 'keyDown' && key === 'Escape') page.stop();
  };
  page.on('before-input-event', stop);
  return () => {
    page.off('before-input-event', stop);
    remove();
  };
}
