/**
 * Which document of the web app's server a page of the app has asked for. A page that follows a link or submits its own
 * form gets one ticket for that address. Main's own loads get none: a link from another program, a second start, a
 * retry. Nor do reloads, Back and Forward, whoever starts them.
 */
import type { WebContents } from 'electron';
import { onPage } from '../app/pages.ts';
import type { AppRequest } from '../protocol/message.ts';
import { APP_ORIGIN, SHELL_PATH } from '../shared/channels.ts';

interface Ticket {
  contents: WebContents;
  address: string;
  /** The page is at that address: only a form leads there, anything else is a reload. */
  isOwnAddress: boolean;
}

let ticket: Ticket | undefined;
/** The last ticket that was used, until its page navigates elsewhere. */
let taken: Ticket | undefined;

const withoutFragment = (address: string) => address.replace(/#.*/s, '');

/** Watches where pages navigate. Must run after everything that may prevent a navigation, and before the first window. */
export function watchTickets(): void {
  onPage((contents) => {
    const { navigationHistory: history } = contents;
    let index = 0;
    let isError = false;
    const arrived = () => {
      index = history.getActiveIndex();
    };
    contents.on('did-frame-navigate', arrived);
    contents.on('did-navigate-in-page', arrived);
    contents.on('did-navigate', (_event, _address, status) => {
      isError = status >= 400;
    });
    // Fires before `will-frame-navigate`.
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (!isMainFrame || isSameDocument) return;
      // In any window: a navigation that was prevented or ended meanwhile leaves no ticket.
      ticket = undefined;
      if (taken?.contents === contents) taken = undefined;
    });
    // The server redirects the page that asked it.
    contents.on('will-redirect', ({ url, isMainFrame, defaultPrevented }) => {
      if (isMainFrame && !defaultPrevented && taken?.contents === contents)
        ticket = { contents, address: withoutFragment(url), isOwnAddress: false };
    });
    contents.on('will-frame-navigate', ({ url, isMainFrame, defaultPrevented }) => {
      // What a frame of another server begins was prevented.
      if (!isMainFrame || defaultPrevented) return;
      // Back and Forward have already moved the index.
      if (history.getActiveIndex() !== index) return;
      const present = history.getEntryAtIndex(index)?.url ?? '';
      const address = withoutFragment(url);
      const isOwnAddress = withoutFragment(present) === address;
      // An error page leads back to the failed request, which may have been a form.
      if (present.startsWith(APP_ORIGIN + SHELL_PATH) || (isOwnAddress && isError)) return;
      ticket = { contents, address, isOwnAddress };
    });
  });
}

/** Whether a page has asked for this document. It has asked once, and still has after a redirect. */
export function takeTicket({ url, method }: AppRequest): boolean {
  if (ticket?.address !== withoutFragment(url)) return false;
  const isReload = ticket.isOwnAddress && (method === 'GET' || method === 'HEAD');
  taken = isReload ? undefined : ticket;
  ticket = undefined;
  return !isReload;
}
