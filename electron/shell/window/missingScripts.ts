/**
 * Tells of a page that lacks a script of its server. A build comes from the disk, what it has not from the server: without
 * that the page may be dead, and nothing on it would say so.
 */
import type { Session, WebContents } from 'electron';
import { isApp, type Origins } from '../../common/origins.ts';
import { onceLeft } from '../../common/pages.ts';
import * as TEXTS from '../../shared/texts.ts';
import { watchFailed } from '../app/requests.ts';
import { windowOf } from './createWindow.ts';

/** Main refuses a server's version of a file of the build. */
const NOT_FAILED = /^net::ERR_(?:ABORTED|BLOCKED_BY_CLIENT)$/;

/** @param reload asks first, if the page holds typed text */
export function tellMissingScripts(
  session: Session,
  { ownerOf }: Origins,
  reload: (page: WebContents) => void,
): void {
  const told = new WeakSet<WebContents>();
  watchFailed(session, ({ url, error, resourceType, webContents: page }) => {
    if (resourceType !== 'script' || NOT_FAILED.test(error)) return;
    const window = page && windowOf(page);
    // What a page loads later it can tell itself.
    if (!window || told.has(page) || !page.isLoadingMainFrame()) return;
    const { origin } = new URL(url);
    if (!isApp(ownerOf(origin)) || URL.parse(page.getURL())?.origin !== origin) return;
    told.add(page);
    void import('./told.ts').then(({ tell }) => {
      if (window.isDestroyed()) return;
      const { remove } = tell(window, 'offline', TEXTS.fault.part.title, [
        { label: TEXTS.pages.reload, press: () => reload(page) },
        { label: TEXTS.dialogs.close, press: () => undefined },
      ]);
      onceLeft(page, () => {
        told.delete(page);
        remove();
      });
    });
  });
}
