/** Windows that the app's pages open, as in a browser: such a window and its opener reach each other. */
import { type HandlerDetails, screen, type WebContents, type WindowOpenHandlerResponse } from 'electron';
import { askerIn, isApp, ownerOf, type PageOwner } from '../app/origins.ts';
import { placeOf } from '../recovery/faults.ts';
import { sizeOn } from './bounds.policy.ts';
import { SMALLEST, USUAL, windowOf } from './createWindow.ts';
import { takeGesture } from './gestures.ts';
import { allowWindow } from './openedWindow.ts';
import type { Shell } from './shell.ts';

/**
 * What a page may show in a window of its own: an empty document for it to fill, a Blob, or a page of its server. A
 * build's pages expect the bridge, and so stay in the app's window.
 */
function mayShow(address: string, asker: PageOwner | undefined): boolean {
  if (!isApp(asker)) return false;
  if (address === 'about:blank') return true;
  const isItsOwn = ownerOf(address.replace(/^blob:/, '')) === asker;
  return isItsOwn && (asker === 'server' || address.startsWith('blob:'));
}

/** Answers a page that opens a window; undefined if it may not: only a page of the app may, once for each press. */
export function openPopUp(
  contents: WebContents,
  details: HandlerDetails,
  shell: Pick<Shell, 'openOther'>,
): WindowOpenHandlerResponse | undefined {
  if (!mayShow(details.url, askerIn(contents.mainFrame)) || !takeGesture(contents)) return undefined;
  const { workArea } = screen.getDisplayMatching(windowOf(contents)?.getBounds() ?? { x: 0, y: 0, ...USUAL });
  return allowWindow('app', details, (wanted, webContents) =>
    shell.openOther(
      placeOf(details.url),
      sizeOn(details.features ? wanted : USUAL, workArea, SMALLEST),
      webContents,
    ),
  );
}
