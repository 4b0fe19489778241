/** A short text over the lower edge of a window, in its own web contents. It goes by itself. Loaded on first use. */
import { type BrowserWindow, WebContentsView } from 'electron';
import { hashSource } from '../protocol/csp.ts';
import { Html, html } from '../protocol/plainPage.ts';
import { DURATIONS } from '../shared/durations.ts';
import * as TEXTS from '../shared/texts.ts';
import css from './find.css?inline';

/** In DIPs. */
const SIZE = { width: 380, height: 46, edge: 16 };
const POLICY = `default-src 'none'; style-src ${hashSource(css)}`;

const page = () =>
  html`<!doctype html><html lang="${TEXTS.language()}" dir="${TEXTS.direction()}"><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}"><style>${new Html(css)}</style><body><p role="status"></p></body></html>`
    .markup;

/** Screen readers announce it without moving the focus. */
export function tell(window: BrowserWindow, text: string): void {
  const view = new WebContentsView({
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false },
  });
  const { webContents } = view;
  const place = () => {
    const { width, height } = window.getContentBounds();
    const own = Math.min(SIZE.width, width);
    const y = Math.max(0, height - SIZE.height - SIZE.edge);
    view.setBounds({ x: Math.round((width - own) / 2), y, width: own, height: SIZE.height });
  };
  const close = () => {
    window.off('resize', place).off('closed', close);
    if (!window.isDestroyed()) window.contentView.removeChildView(view);
    if (!webContents.isDestroyed()) webContents.close();
  };
  window.on('resize', place).once('closed', close);
  place();
  window.contentView.addChildView(view);
  // Only a change is announced, and a text is not markup. It stays empty only if its process is gone.
  webContents
    .loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(page())}`)
    .then(() =>
      webContents.executeJavaScript(`document.querySelector('p').textContent = ${JSON.stringify(text)}`),
    )
    .catch(() => undefined)
    .finally(() => setTimeout(close, DURATIONS.toldMs));
}
