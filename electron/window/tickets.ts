/**
 * Which document of the web app's server a page of the app has asked for. A page that follows a link or sends a form of
 * its own gets one ticket for that address. What main loads gets none: a link of another program, a second start, a
 * retry. Nor do a reload, Back and Forward, whoever begins them.
 */
import type { App, WebContents } from 'electron';
import { isAppOrigin } from '../app/origins.ts';
import { APP_ORIGIN, SHELL_PATH } from '../shared/channels.ts';

const OWN_DOCUMENTS = APP_ORIGIN + SHELL_PATH;

let ticket: { address: string; contents: WebContents } | undefined;

const withoutFragment = (address: string) => address.replace(/#.*/s, '');

/** Follows where pages go. Must run after everything else that may prevent it, and before the first window. */
export function watchTickets(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    // Comes before `will-frame-navigate`.
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument && ticket?.contents === contents) ticket = undefined;
    });
    contents.on('will-frame-navigate', ({ url, initiator, isMainFrame, defaultPrevented }) => {
      if (!isMainFrame || defaultPrevented || !isAppOrigin(initiator?.origin)) return;
      // The entry that is there, or where Back and Forward lead.
      const { navigationHistory: history } = contents;
      const entry = history.getEntryAtIndex(history.getActiveIndex())?.url ?? '';
      const address = withoutFragment(url);
      // The links of an error page lead to what failed.
      if (withoutFragment(entry) !== address && !entry.startsWith(OWN_DOCUMENTS))
        ticket = { address, contents };
    });
  });
}

/** Whether a page has asked for this document. It has asked once. */
export function takeTicket(address: string): boolean {
  if (ticket?.address !== withoutFragment(address)) return false;
  ticket = undefined;
  return true;
}
