/** From a request to a response: checks, handlers, files, and an error page for any failure. */

import { POLICY } from '../../builtConfig/csp/csp.ts';
import { type AppRequest, type AppResponse, redirectTo, textResponse } from '../../common/message.ts';
import { asHttps, type Origins } from '../../common/origins.ts';
import { resolvePath } from '../../common/path.ts';
import { APP_HOST, APP_ORIGIN, APP_SCHEME, SHELL_PATH, TUNNEL_PATH } from '../../shared/channels.ts';
import { type Fault, httpFault } from '../../shared/fault.ts';
import { retryHref } from '../../shared/help.ts';
import { SITE_FILES, SITE_PATHS } from '../../shared/site.ts';
import * as TEXTS from '../../shared/texts.ts';
import { type ErrorPageOptions, errorResponse, wantsDocument } from './errorPage.ts';
import { type FaultDocument, failedPathOf, isFaultPage } from './faultPage.ts';
import { type PageSettings, pageHeaders } from './headers.ts';
import { rangeOf } from './range.ts';
import { type SiteOptions, shellSite, type WebSiteOptions, webSite } from './site.ts';

/**
 * Responds to the paths that it knows, with any method, and returns undefined for all others. It sees only the app's own
 * requests with a well-formed path. The protocol adds the security headers; an exception becomes a 500.
 * @param path as in the URL, still percent-encoded, without query and fragment
 */
export type Handler = (request: AppRequest, path: string) => Promise<AppResponse> | AppResponse | undefined;

export interface ProtocolOptions
  extends ErrorPageOptions,
    SiteOptions,
    PageSettings,
    Omit<WebSiteOptions, 'web'> {
  web?: Promise<WebSiteOptions['web']> | undefined;
  origins: Origins;
  /** Called in this order, before the files. */
  handlers: readonly Handler[];
  /** Otherwise the page of a 500 also shows the stack, with paths of this machine. */
  isPackaged: boolean;
  /** Gets every exception that became a 500. */
  onError: (error: unknown) => void;
  /** Called for every fault, with the exception if there was one. Returns the fault to show, with its report's id. */
  onFault?: (fault: Fault, isPage: boolean, error?: unknown) => Fault;
  /** Returns the FaultDocument that main is loading from this path and query. Each can be taken once. */
  takeFaultPage?: (path: string) => FaultDocument | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const describe = (error: unknown, isPackaged: boolean): string =>
  (!isPackaged && error instanceof Error && error.stack) || String(error);

function notify({ onFault, onError }: ProtocolOptions, fault: Fault, isPage: boolean, error: unknown): Fault {
  try {
    return onFault?.(fault, isPage, error) ?? fault;
  } catch (failure) {
    // A listener that throws must not prevent the error page.
    queueMicrotask(() => onError(failure));
    return fault;
  }
}

/** What the server's pages and workers may request: files of build and renderer, the tunnel, and why a request failed. */
const isShared = (path: string): boolean =>
  path === TUNNEL_PATH ||
  path === SITE_PATHS.failure ||
  path.startsWith(SITE_FILES) ||
  /^\/_holdfast\/[\w.-]+\.\w+$/.test(path);

/** Creates the function that answers requests for the app's scheme. No request makes it reject. */
export function createHandler(options: ProtocolOptions): (request: AppRequest) => Promise<AppResponse> {
  const { handlers, isPackaged, onError, takeFaultPage, now } = options;
  const { server, addressOf } = options.origins;
  const shell = shellSite(options);
  const policy = shell.policies.document;
  // A page at the server shows files of the build in an <object>.
  const framing = server ? [`frame-ancestors 'self' ${server.origin}`] : [];
  const ofWeb = { ...options, policy: [...(options.policy ?? []), ...framing] };
  const site = Promise.resolve(options.web).then((web) => (web ? webSite({ ...ofWeb, web }) : shell));
  // Each response fails with the read error. A document has its own nonce, and a handler may be stricter.
  const byDefault = site.catch(() => shell);
  const always = pageHeaders(options);

  async function respond(request: AppRequest): Promise<AppResponse> {
    const url = new URL(request.url);
    const isDocument = wantsDocument(request);
    const path = url.pathname || '/';
    const full = path + url.search;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isShells = path.startsWith(SHELL_PATH);
    const fail = (status: number, detail: string, error?: unknown, more: Partial<Fault> = {}) => {
      const fault = { ...httpFault(status, full, now(), detail), ...more };
      // A failed form is not sent again, and its address alone requests something else.
      const retryable = fault.retryable && isRead;
      const shown = notify(options, { ...fault, retryable }, isDocument, error);
      return errorResponse(status, shown, request, options, policy);
    };
    try {
      if (url.protocol !== `${APP_SCHEME}:` || url.host !== APP_HOST) {
        // A page asked for `//host/path`. The policy checks the redirect again.
        const location = asHttps(request.url);
        if (location === request.url) return fail(404, `The app has no host "${url.host}".`);
        return redirectTo(location, 307);
      }
      // Absent for main's requests, and in older versions of Electron.
      const { initiatorOrigin = APP_ORIGIN } = request;
      const isServers = initiatorOrigin === server?.origin && isShared(path);
      if (initiatorOrigin !== APP_ORIGIN && !isServers)
        return fail(403, `${initiatorOrigin} is not the app.`);
      // Links of error pages lead to the app itself.
      if (server && !isShells)
        return isDocument ? redirectTo(addressOf(full)) : fail(404, 'The app is at its own address.');
      const resolved = resolvePath(path);
      if (!resolved) return fail(400, 'The path is malformed.');
      for (const handle of handlers) {
        const response = await handle(request, path);
        if (response) return response;
      }
      if (!isRead) {
        const refusal = fail(405, `${request.method} is not answered here; use GET or HEAD.`);
        return { ...refusal, headers: { ...refusal.headers, allow: 'GET, HEAD' } };
      }
      if (isDocument && isFaultPage(full)) {
        const page = takeFaultPage?.(full);
        if (page) return errorResponse(500, page.fault, request, options, policy, page);
        const location = retryHref(failedPathOf(full) ?? '/');
        // A redirect of a step in the history that fails in the end would cost the page before: Chromium replaces that one.
        const refresh = `0; url=${server ? addressOf(location) : location}`;
        const markup = `<meta name="color-scheme" content="light dark"><p>${TEXTS.pages.loading}`;
        return textResponse(200, 'text/html', markup, { refresh });
      }
      const found = await (await site).respond({ path, search: url.search, ...resolved, isDocument });
      const detail = `The app has no such ${resolved.mayBePage ? 'page' : 'file'}.`;
      if (found?.status === 404) notify(options, httpFault(404, full, now(), detail), isDocument, undefined);
      if (found) return rangeOf(found, request);
      return fail(404, detail, undefined, (await site).isEmpty?.() ? { noPages: true } : {});
    } catch (error) {
      queueMicrotask(() => onError(error));
      return fail(500, describe(error, isPackaged), error);
    }
  }

  return async (request) => {
    const made = await respond(request);
    const { file, script } = (await byDefault).policies;
    const isScript = made.headers['content-type']?.startsWith('text/javascript');
    const shared: AppResponse['headers'] =
      server && isShared(URL.parse(request.url)?.pathname ?? '')
        ? { 'access-control-allow-origin': server.origin, 'access-control-expose-headers': 'content-range' }
        : {};
    const headers = { [POLICY]: isScript ? script : file, ...made.headers, ...always, ...shared };
    return { status: made.status, headers, body: request.method === 'HEAD' ? null : made.body };
  };
}
