/** A page of the shell's own over a window, in web contents that no page can see. */
import { type BrowserWindow, type Rectangle, type WebContents, WebContentsView } from 'electron';
import { backgroundColour } from './createWindow.ts';

export interface Overlay {
  contents: WebContents;
  /** Resolves once the page is there, or cannot be loaded: then the overlay stays empty. */
  loaded: Promise<void>;
  remove(): void;
}

/**
 * @param page a whole document
 * @param placeIn returns its place in a window of this size, in DIPs
 * @param javascript whether the page, or main in it, runs scripts
 */
export function overlay(
  window: BrowserWindow,
  page: string,
  placeIn: (width: number, height: number) => Rectangle,
  javascript = true,
): Overlay {
  const view = new WebContentsView({
    webPreferences: {
      javascript,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
    },
  });
  view.setBackgroundColor(backgroundColour());
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
  const address = `data:text/html;charset=utf-8,${encodeURIComponent(page)}`;
  return { contents, loaded: contents.loadURL(address).catch(() => undefined), remove };
}
