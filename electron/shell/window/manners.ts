/** What people expect of every window: a context menu, and zoom by wheel and by pinching. */
import type { WebContents } from 'electron';
import type { Origins } from '../../common/origins.ts';
import { onPage } from '../../common/pages.ts';

/** Zoom levels: each is 20 % more than the previous one. The steps match the menu's; the ends are 25 % and 500 %. */
const ZOOM = { step: 0.5, min: -7.6, max: 8.8 };
const MAX_PINCH = 4;

/** @param open opens a link that the user chose in the browser */
export function setupManners(origins: Origins, open: (address: string, contents: WebContents) => void): void {
  onPage((contents) => {
    // Developer tools have their own.
    if (contents.getType() === 'remote') return;
    contents.on('context-menu', (_details, params) => {
      void import('./contextMenu.ts').then(({ showContextMenu }) => {
        if (!contents.isDestroyed())
          showContextMenu(contents, params, origins, (address) => open(address, contents));
      });
    });
    // Chromium keeps the zoom level of a page's origin between starts.
    contents.on('zoom-changed', (_wheel, direction) => {
      const level = contents.getZoomLevel() + (direction === 'in' ? ZOOM.step : -ZOOM.step);
      contents.setZoomLevel(Math.min(ZOOM.max, Math.max(ZOOM.min, level)));
    });
    contents.on('dom-ready', () => void contents.setVisualZoomLevelLimits(1, MAX_PINCH));
  });
}
