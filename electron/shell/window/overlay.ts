/** A page of the shell's own over a window, in web contents that no page can see. */
import { type BrowserWindow, type Rectangle, type WebContents, WebContentsView } from 'electron';
import { hashSource } from '../../builtConfig/csp/csp.ts';
import { lookRules } from '../../builtConfig/csp/look.ts';
import look from '../../shared/look.css?inline';
import * as TEXTS from '../../shared/texts.ts';
import { Html, html } from '../protocol/plainPage.ts';
import { backgroundColour, SAFE } from './createWindow.ts';
import sheet from './overlay.css?inline';

/** Its policy allows nothing else. */
interface OverlayPage {
  title: string;
  body: Html;
  script?: string;
}

/** For scripts: tells main something through the fragment, which main sees without a preload. */
const SAY = `const say = (what) => history.replaceState(null, '', '#' + what);`;

/** Calls it with what the script of an overlay's page says. */
export const onSaid = (contents: WebContents, heard: (what: string) => void): void =>
  void contents.on('did-navigate-in-page', (_event, url) => heard(url.slice(url.lastIndexOf('#') + 1)));

function documentOf({ title, body, script: own }: OverlayPage): string {
  const script = own && SAY + own;
  const css = look + sheet + lookRules(':root');
  const scripts = script ? `; script-src ${hashSource(script)}` : '';
  const policy = `default-src 'none'; style-src ${hashSource(css)}${scripts}`;
  return html`<!doctype html><html class="holdfast" lang="${TEXTS.language()}" dir="${TEXTS.direction()}"><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}"><title>${title}</title><style>${new Html(css)}</style>
${body}${script ? html`<script>${new Html(script)}</script>` : ''}</html>`.markup;
}

/**
 * @param placeIn returns its place in a window of this size, in DIPs
 * @param javascript whether the page, or main in it, runs scripts
 * @param radius of its corners, as in shared/look.css
 * @returns `loaded`, too: resolves once the page is there, or cannot be loaded; then the overlay stays empty
 */
export function overlay(
  window: BrowserWindow,
  page: OverlayPage,
  placeIn: (width: number, height: number) => Rectangle,
  { javascript = true, radius = 12 } = {},
) {
  const view = new WebContentsView({
    webPreferences: { ...SAFE, javascript, spellcheck: false, focusOnNavigation: false },
  });
  view.setBackgroundColor(backgroundColour());
  view.setBorderRadius(radius);
  const place = () => {
    const { width, height } = window.getContentBounds();
    view.setBounds(placeIn(width, height));
  };
  const remove = () => {
    // The contents are gone with the window, or once they are closed.
    if (!view.webContents) return;
    if (!window.isDestroyed()) {
      window.off('resize', place).off('closed', remove);
      window.contentView.removeChildView(view);
    }
    view.webContents.close();
  };
  window.on('resize', place).once('closed', remove);
  place();
  window.contentView.addChildView(view);
  const { webContents: contents } = view;
  const address = `data:text/html;charset=utf-8,${encodeURIComponent(documentOf(page))}`;
  return { contents, loaded: contents.loadURL(address).catch(() => undefined), remove };
}
