/** Windows that the app's pages open, as in a browser: such a window and its opener reach each other. */
import { type HandlerDetails, screen, type WebContents, type WindowOpenHandlerResponse } from 'electron';
import { isApp, type Origins } from '../../common/origins.ts';
import { placeOf } from '../recovery/faults.ts';
import { sizeOn } from './bounds.policy.ts';
import { preferencesOf, SMALLEST, USUAL, windowOf } from './createWindow.ts';
import { takeGesture } from './gestures.ts';
import type { Shell } from './shell.ts';

/**
 * What a page may show in a window of its own: an empty document to fill, a Blob, a page of its server, or a sign-in, which
 * then tells it what came of that, but no link to one. A build's pages expect the bridge, and stay in the app's window.
 */
function mayShow(
  { askerIn, ownerOf }: Origins,
  { url: address, disposition }: HandlerDetails,
  { mainFrame }: WebContents,
): boolean {
  const asker = askerIn(mainFrame);
  if (!isApp(asker)) return false;
  if (address === 'about:blank') return true;
  if (ownerOf(address) === 'guest') return asker === 'server' && disposition === 'new-window';
  const isItsOwn = ownerOf(address.replace(/^blob:/, '')) === asker;
  return isItsOwn && (asker === 'server' || address.startsWith('blob:'));
}

/** Opens a window for a page of the app, once for each press; undefined if it may not. Only its wish for a size counts. */
export function openPopUp(
  contents: WebContents,
  details: HandlerDetails,
  shell: Pick<Shell, 'openOther' | 'origins'>,
): WindowOpenHandlerResponse | undefined {
  if (!mayShow(shell.origins, details, contents) || !takeGesture(contents)) return undefined;
  const { workArea } = screen.getDisplayMatching(windowOf(contents)?.getBounds() ?? { x: 0, y: 0, ...USUAL });
  const { url, features, referrer } = details;
  return {
    action: 'allow',
    outlivesOpener: true,
    overrideBrowserWindowOptions: { webPreferences: preferencesOf('app') },
    createWindow(options: Partial<Electron.Size> & { webContents?: WebContents }) {
      const { webContents, width = 0, height = 0 } = options;
      const size = sizeOn(features ? { width, height } : USUAL, workArea, SMALLEST);
      const path = isApp(shell.origins.ownerOf(url)) ? placeOf(url) : '/';
      const window = shell.openOther(path, size, webContents);
      // After a Ctrl+click no web contents load the page. did-fail-load reports the reason.
      if (!webContents) window.loadURL(url, { httpReferrer: referrer }).catch(() => undefined);
      return window.webContents;
    },
  };
}
