/** Reloads the pages of a running app, through the address that it tells for DevTools. */
import { attach, connect, pagesOf } from './cdp.ts';

/**
 * @param address as in `DevTools listening on ws://…`
 * @returns how many pages were reloaded
 */
export async function reloadPages(address: string): Promise<number> {
  const browser = await connect(address);
  try {
    const pages = await pagesOf(browser);
    for (const { targetId } of pages)
      await browser.send('Page.reload', {}, { sessionId: await attach(browser, targetId) });
    return pages.length;
  } finally {
    browser.close();
  }
}
