/** Limits for frames of other servers, which the settings may allow: they share the session of the app's pages. */
import type { HeadersReceivedResponse, OnHeadersReceivedListenerDetails, Session } from 'electron';
import { devOrigin, isAppAddress } from '../app/origins.ts';
import { changeResponses } from '../app/responseHeaders.ts';
import { APP_ORIGIN, APP_SCHEME, REFUSED_PATH } from '../shared/channels.ts';

const WEB = ['http://*/*', 'https://*/*'];

/**
 * Everything but the app: `*` matches network schemes only. The sandbox keeps a frame from closing the window without
 * asking a page that holds work, and from opening dialogs over it.
 */
const POLICY =
  "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'; form-action *; sandbox allow-scripts allow-same-origin allow-forms allow-popups";

/**
 * Keeps such pages and their workers out of `app://`, where they would have the user's sign-in. Not every version says
 * who makes a request for a custom scheme, and `webRequest` does not see those of workers, so each of their documents
 * and workers gets a second content security policy. Documents that a page makes itself (`blob:`, `srcdoc`) inherit it.
 */
function limitForeignFrames(session: Session): void {
  session.webRequest.onBeforeRequest(
    { urls: [`${APP_SCHEME}://*/*`, ...WEB], types: ['cspReport', 'script'] },
    ({ url, resourceType, webContentsId }, answer) => {
      const isOfApp = url.startsWith(`${APP_SCHEME}:`);
      // A policy does not limit where its reports go. Main counts those of the app there, and nothing else (refused.ts).
      const isReport = isOfApp && resourceType === 'cspReport' && url !== APP_ORIGIN + REFUSED_PATH;
      // A service worker's script belongs to no window; the worker could make documents without the policy.
      const isServiceWorker = !isOfApp && resourceType === 'script' && webContentsId === undefined;
      answer({ cancel: isReport || isServiceWorker });
    },
  );
}

/**
 * Changes what servers answer: pages in frames get their limits, and those of the dev server, which are the app's own,
 * the headers of development.
 *
 * @param framed whether the settings allow frames of other servers
 */
export function changeServers(
  session: Session,
  framed: boolean,
  dev: Readonly<Record<string, string>>,
): void {
  const server = devOrigin();
  if (framed) limitForeignFrames(session);
  if (!framed && !server) return;
  changeResponses(session, {
    urls: framed ? WEB : [`${server}/*`],
    change: (details) => (isAppAddress(details.url) ? withHeaders(details, dev) : limited(details)),
  });
}

const withHeaders = (
  { responseHeaders }: OnHeadersReceivedListenerDetails,
  more: Readonly<Record<string, string>>,
) => ({
  responseHeaders: { ...responseHeaders, ...more },
});

function limited({ responseHeaders = {} }: OnHeadersReceivedListenerDetails): HeadersReceivedResponse {
  const headers = Object.entries(responseHeaders);
  const valuesOf = (name: string) =>
    headers.flatMap(([known, values]) => (known.toLowerCase() === name ? values : []));
  // Its inner headers are not visible here.
  if (valuesOf('content-type').some((type) => /^application\/signed-exchange/i.test(type)))
    return { cancel: true };
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-security-policy');
  return {
    responseHeaders: {
      ...Object.fromEntries(others),
      'Content-Security-Policy': [...valuesOf('content-security-policy'), POLICY],
    },
  };
}
