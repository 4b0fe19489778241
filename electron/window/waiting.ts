/** A quiet sign of waiting over a window whose server has not answered yet, in web contents of its own. */
import type { BrowserWindow } from 'electron';
import { html } from '../protocol/plainPage.ts';
import * as TEXTS from '../shared/texts.ts';

const CSS = `
:root { color-scheme: light dark }
body { display: grid; place-content: center; height: 100vh; margin: 0; font: 14px/20px var(--font, system-ui, sans-serif) }
@keyframes wait { 50% { opacity: 0.4 } }
@media (prefers-reduced-motion: no-preference) { p { animation: wait 2s infinite } }`;

/** How to remove the sign. */
const covered = new WeakMap<BrowserWindow, Promise<(() => void) | undefined>>();

export function cover(window: BrowserWindow): void {
  if (covered.has(window)) return;
  const title = TEXTS.pages.loading;
  // `fault-starting`: the tool waits for what comes next (tool/run/show).
  const page = { title, css: CSS, body: html`<p class="fault-starting" role="status">${title}</p>` };
  const removing = import('./overlay.ts').then(({ overlay }) =>
    covered.has(window) && !window.isDestroyed()
      ? overlay(window, page, (width, height) => ({ x: 0, y: 0, width, height }), false).remove
      : undefined,
  );
  covered.set(window, removing);
}

export function uncover(window: BrowserWindow): void {
  void covered.get(window)?.then((remove) => remove?.());
  covered.delete(window);
}
