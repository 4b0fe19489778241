/** Limits for frames of other servers, which the settings may allow: they share the session of the app's pages. */
import type { HeadersReceivedResponse, OnHeadersReceivedListenerDetails, Session } from 'electron';
import { logOnce } from '../../common/log.ts';
import type { Origins, PageOwner } from '../../common/origins.ts';
import { APP_ORIGIN, APP_SCHEME, REFUSED_PATH } from '../../shared/channels.ts';
import { wordsOf } from '../../shared/faultText.ts';
import { valuesIn, watchSent } from '../app/requests.ts';
import { admitShell } from '../protocol/serverPolicy.ts';
import { GATEWAY } from '../recovery/serverAnswer.ts';
import type { OnExternal } from './externalLinks.policy.ts';
import { keepForm } from './failedRequests.ts';
import { isClearing, isDocument, withPolicies } from './foreignFrames.policy.ts';

const WEB = ['http://*/*', 'https://*/*'];

/** Everything but the app: `*` matches network schemes only. */
const POLICY = "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'; form-action *";
/** Keeps a frame from closing the window without asking a page that holds work, and from opening dialogs over it. */
const SANDBOX = '; sandbox allow-scripts allow-same-origin allow-forms allow-popups';

/** Whether pages of this owner can be shown, but are not the app's. */
const isLimited = (owner: PageOwner | undefined, framed: boolean): boolean =>
  owner === 'guest' || (framed && owner !== 'server');

/**
 * Keeps such pages and their workers out of `app://`, where they would have the user's sign-in. Not every version says
 * who makes a request for a custom scheme, and `webRequest` does not see those of workers, so each of their documents
 * and workers gets a second content security policy. Documents that a page makes itself (`blob:`, `srcdoc`) inherit it.
 */
function limitForeignFrames(session: Session, { ownerOf }: Origins, framed: boolean): void {
  watchSent(session, {
    urls: [`${APP_SCHEME}://*/*`, ...WEB],
    take({ url, resourceType, webContentsId }, answer) {
      const isOfApp = url.startsWith(`${APP_SCHEME}:`);
      // A policy does not limit where its reports are sent. Main only counts the app's there (policyReports.ts).
      const isReport = isOfApp && resourceType === 'cspReport' && url !== APP_ORIGIN + REFUSED_PATH;
      // A service worker's script belongs to no window; the worker could make documents without the policy.
      const isOfWorker = resourceType === 'script' && webContentsId === undefined;
      const isServiceWorker = isOfWorker && !isOfApp && isLimited(ownerOf(url), framed);
      if (isServiceWorker)
        logOnce(
          'A frame of another server wanted a service worker: refused, as it would answer for its frames.',
        );
      if (isReport || isServiceWorker) answer({ cancel: true });
      return isReport || isServiceWorker;
    },
  });
}

/**
 * Changes servers' responses: pages in frames and sign-ins get their limits, and the dev server's the isolation of the
 * built app. The policy of the app's own server gets room for reports.
 * @param onDocument opens a document of the server, if the build is the only source of the app's
 * @param cleared puts back what holds the build, which Chromium clears as this server asks; never rejects
 */
export function changeServers(
  session: Session,
  origins: Origins,
  framed: boolean,
  ofDev: Readonly<Record<string, string>>,
  onDocument: OnExternal,
  cleared: (() => Promise<void>) | undefined,
): void {
  const { server, ownerOf } = origins;
  const hasOthers = framed || server?.guests !== undefined;
  if (hasOthers) limitForeignFrames(session, origins, framed);
  if (!hasOthers && !server) return;
  const changed = (details: OnHeadersReceivedListenerDetails): HeadersReceivedResponse => {
    const owner = ownerOf(details.url);
    if (owner === 'server') {
      if (server?.isSealed && isDocument(details)) return refuseDocument(details, onDocument);
      const { statusCode: code, resourceType } = details;
      // A page of the server's own would be as good, but its body comes only after Chromium has replaced the form.
      if (resourceType === 'mainFrame' && GATEWAY.includes(code))
        keepForm(origins, details, `${code}: ${wordsOf({ kind: 'http', code }).title}`);
      return withPolicies(details, (given) => given.map(admitShell));
    }
    if (owner === 'dev') return { responseHeaders: { ...details.responseHeaders, ...ofDev } };
    return isLimited(owner, framed) ? limited(details, owner) : {};
  };
  const urls = hasOthers ? WEB : [`${server?.origin}/*`];
  // Electron keeps only one listener per session: this one.
  session.webRequest.onHeadersReceived({ urls }, (details, answer) => {
    const send = () => answer(changed(details));
    // The page may ask for a file of the build as soon as it has the response.
    if (cleared && ownerOf(details.url) === 'server' && isClearing(details)) void cleared().then(send);
    else send();
  });
}

/** The page stays, as after any answer without a document. */
function refuseDocument(
  { url, resourceType, webContents }: OnHeadersReceivedListenerDetails,
  onDocument: OnExternal,
): HeadersReceivedResponse {
  if (resourceType === 'mainFrame' && webContents) onDocument(url, webContents);
  else logOnce('A frame with a document of the server was refused: the setting serverPages is false.');
  return { statusLine: 'HTTP/1.1 204 No Content', responseHeaders: {} };
}

function limited(details: OnHeadersReceivedListenerDetails, owner?: PageOwner): HeadersReceivedResponse {
  const isGuest = details.resourceType === 'mainFrame' && owner === 'guest';
  const types = valuesIn(details.responseHeaders, 'content-type');
  // Chromium's viewer runs none of its scripts in the page, and is not shown under a sandbox.
  if (types.length === 1 && /^application\/pdf$/i.test(String(types[0]))) return {};
  // Its inner headers are not visible here.
  if (types.some((type) => /^application\/signed-exchange/i.test(type))) {
    logOnce(
      'A frame of another server came as a signed exchange: refused. That server has to send the page itself.',
    );
    return { cancel: true };
  }
  return withPolicies(details, (given) => [...given, isGuest ? POLICY : POLICY + SANDBOX]);
}
