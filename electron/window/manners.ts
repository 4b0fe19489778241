/** What people expect of every window: a context menu, and zoom by wheel and by fingers. */
import type { App, WebContents } from 'electron';

/** Levels of zoom: each is 20 % more than the one before. The steps are those of the menu, the ends 25 % and 500 %. */
const ZOOM = { step: 0.5, min: -7.6, max: 8.8 };
/** How much fingers enlarge at most. */
const MAX_PINCH = 4;

/** @param open opens a link that the user chose outside of the app */
export function setupManners(app: App, open: (address: string, contents: WebContents) => void): void {
  app.on('web-contents-created', (_event, contents) => {
    // Developer tools have their own.
    if (contents.getType() === 'remote') return;
    contents.on('context-menu', (_details, params) => {
      void import('./contextMenu.ts').then(({ showContextMenu }) => {
        if (!contents.isDestroyed()) showContextMenu(contents, params, (address) => open(address, contents));
      });
    });
    // Chromium keeps the level of a page's origin from start to start.
    contents.on('zoom-changed', (_wheel, direction) => {
      const level = contents.getZoomLevel() + (direction === 'in' ? ZOOM.step : -ZOOM.step);
      contents.setZoomLevel(Math.min(ZOOM.max, Math.max(ZOOM.min, level)));
    });
    contents.on('dom-ready', () => void contents.setVisualZoomLevelLimits(1, MAX_PINCH));
  });
}
