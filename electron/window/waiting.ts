/** A quiet sign of waiting over a window whose server has not answered yet, in web contents of its own. */
import { type BrowserWindow, WebContentsView } from 'electron';
import { html } from '../protocol/plainPage.ts';
import * as TEXTS from '../shared/texts.ts';
import { backgroundColour } from './createWindow.ts';

/** `fault-starting`: the tool waits for what comes next (tool/run/show). */
const page = () =>
  html`<!doctype html><html lang="${TEXTS.language()}" dir="${TEXTS.direction()}"><meta charset="utf-8">
<meta name="color-scheme" content="light dark"><title>${TEXTS.pages.loading}</title>
<style>body { display: grid; place-content: center; height: 100vh; margin: 0; font: 14px/20px system-ui, sans-serif }
@keyframes wait { 50% { opacity: 0.4 } }
@media (prefers-reduced-motion: no-preference) { p { animation: wait 2s infinite } }</style>
<p class="fault-starting" role="status">${TEXTS.pages.loading}</p></html>`.markup;

/** Covers the window. Returns a function that uncovers it. */
export function cover(window: BrowserWindow): () => void {
  const view = new WebContentsView({
    webPreferences: { javascript: false, sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  view.setBackgroundColor(backgroundColour());
  const place = () => {
    const { width, height } = window.getContentBounds();
    view.setBounds({ x: 0, y: 0, width, height });
  };
  const uncover = () => {
    // The contents are gone with the window, or once they are closed.
    if (!view.webContents) return;
    if (!window.isDestroyed()) {
      window.off('resize', place).off('closed', uncover);
      window.contentView.removeChildView(view);
    }
    view.webContents.close();
  };
  window.on('resize', place).once('closed', uncover);
  place();
  window.contentView.addChildView(view);
  // Without it the window is empty for as long as it would be otherwise.
  view.webContents
    .loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(page())}`)
    .catch(() => undefined);
  return uncover;
}
