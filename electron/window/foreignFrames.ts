/** Walls around pages of other servers in frames that the settings allow: they are in the session of the app's pages. */
import type { Session } from 'electron';
import { APP_SCHEME } from '../shared/channels.ts';

const WEB = ['http://*/*', 'https://*/*'];

/** Everything but the app: `*` is every scheme of the network, and not one of an app's own. */
const POLICY = "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'; form-action *";

/**
 * Keeps such pages, and their workers, from `app://`, where they would have the user's sign-in. A request for an app's own
 * scheme does not tell in every version who makes it, and one of a worker is not seen by `webRequest`: so each of their
 * documents and workers gets a policy, beside its own. What a page makes itself (`blob:`, `srcdoc`) inherits it.
 */
export function limitForeignFrames({ webRequest }: Session): void {
  webRequest.onHeadersReceived({ urls: WEB }, ({ responseHeaders = {} }, answer) => {
    const headers = Object.entries(responseHeaders);
    const valuesOf = (name: string) =>
      headers.flatMap(([known, values]) => (known.toLowerCase() === name ? values : []));
    // The headers of the page inside of it are not seen here.
    if (valuesOf('content-type').some((type) => /^application\/signed-exchange/i.test(type)))
      return answer({ cancel: true });
    const others = headers.filter(([name]) => name.toLowerCase() !== 'content-security-policy');
    answer({
      responseHeaders: {
        ...Object.fromEntries(others),
        'Content-Security-Policy': [...valuesOf('content-security-policy'), POLICY],
      },
    });
  });
  webRequest.onBeforeRequest(
    { urls: [`${APP_SCHEME}://*/*`, ...WEB], types: ['cspReport', 'script'] },
    ({ url, resourceType, webContentsId }, answer) => {
      const isOfApp = url.startsWith(`${APP_SCHEME}:`);
      // No policy is asked about where it reports to.
      const isReport = isOfApp && resourceType === 'cspReport';
      // A service worker, which makes documents that no server sent: it belongs to no window.
      const isServiceWorker = !isOfApp && resourceType === 'script' && webContentsId === undefined;
      answer({ cancel: isReport || isServiceWorker });
    },
  );
}
