/** From a request to an answer: checks, routes, files, and an error page for whatever goes wrong. */

import { APP_HOST, APP_ORIGIN, APP_SCHEME } from '../shared/channels.ts';
import { retryHref } from '../shared/document.ts';
import { type Fault, type FaultStatus, httpFault } from '../shared/fault.ts';
import { type Answer, type Asked, toResponse } from './answer.ts';
import { contentSecurityPolicy, POLICY, withNonce } from './csp.ts';
import { errorAnswer, wantsDocument } from './errorPage.ts';
import { answerFile, isHashed } from './files.ts';
import { CALL_STACKS_HEADER, securityHeaders } from './headers.ts';
import { resolvePath } from './path.ts';
import { knownStatus } from './status.ts';

/**
 * Answers the paths it knows and returns undefined for all others, at once.
 * It only sees GET and HEAD for the app's own host and a well-formed path, and of pages only those under `/_holdfast/`;
 * the protocol adds the security headers and takes the body away for HEAD. An exception or rejection is answered with 500.
 *
 * @param path the path as it stands in the URL, still percent-encoded, without query and fragment
 */
export type Handler = (request: Request, path: string) => Promise<Response> | Response | undefined;

/** A page that main shows in place of one that failed. */
export interface FaultPage extends Pick<FaultStatus, 'fault' | 'retry' | 'help'> {
  /** Whether it may run its script; without it, it is what the build rendered. */
  script: boolean;
}

/** Pages of main's own: forms and the diagnostics are routes. */
const OWN_PATHS = '/_holdfast/';
/** Where main loads a FaultPage. Going back to it, or reloading it, leads to the page that failed. */
const FAULT_PATH = '/_holdfast/fault';

/**
 * The address, without origin, that shows a FaultPage for the page at `path`.
 * @param id of the fault; it tells such pages apart, as a window that is left may still ask for its own
 */
export function faultPagePath(path: string, id: string): string {
  return `${FAULT_PATH}?for=${encodeURIComponent(path)}&fault=${id}`;
}

export function isFaultPage(path: string): boolean {
  return path.startsWith(`${FAULT_PATH}?`);
}

/** The path that failed where this path and query are those of a FaultPage, else undefined. */
export function failedPathOf(path: string): string | undefined {
  if (!isFaultPage(path)) return undefined;
  return new URLSearchParams(path.slice(FAULT_PATH.length)).get('for') ?? '/';
}

export interface ProtocolOptions {
  /** The built renderer, on the disk or inside app.asar. */
  folder: string;
  /** The error page as documents that need no script, for a fault with and without a code. */
  documents: { readonly coded: string; readonly uncoded: string };
  version: string;
  /** CSP sources of the inline styles in the documents. */
  styleHashes: readonly string[];
  /** Whether the app shows a page at this path, or an error page of its own. */
  hasPage(path: string): boolean | Promise<boolean>;
  /** What the settings add to the content security policy, such as `img-src data:`. */
  policy?: readonly string[] | undefined;
  /** Features that the settings leave to pages, such as `camera`. */
  permissions?: readonly string[] | undefined;
  /** Answers what a page asks for and nobody else has to be asked. */
  fixed?: (path: string) => Answer | undefined;
  /** Asked in this order, before the files. */
  routes: readonly Handler[];
  /** Asked before all rules for methods and paths, which are those of files and pages. */
  api?: Handler;
  /** Whether the page of a 500 also shows the stack, with the machine's paths in it. */
  showStack: boolean;
  /** Gets every exception that was answered with 500. */
  onError: (error: unknown) => void;
  /**
   * Gets every fault that is to be answered, whether the answer is a page, and what was thrown if something was.
   * Returns the fault as it is to be shown: with the id of its report, if it has one.
   */
  onFault?: (fault: Fault, isPage: boolean, error?: unknown) => Fault;
  /** The FaultPage that main is loading from this path and query; each is asked for once. */
  takeFaultPage?: (path: string) => FaultPage | undefined;
  /** A page is asked for. */
  onDocument?: () => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const MAX_DETAIL = 2_000;

function describe(error: unknown, showStack: boolean): string {
  if (!(error instanceof Error)) return String(error);
  return (showStack && error.stack) || `${error.name}: ${error.message}`;
}

function notify({ onFault, onError }: ProtocolOptions, fault: Fault, isPage: boolean, error: unknown): Fault {
  try {
    return onFault?.(fault, isPage, error) ?? fault;
  } catch (failure) {
    // A listener that throws must not take the error page away.
    queueMicrotask(() => onError(failure));
    return fault;
  }
}

export interface ProtocolHandler {
  /** Answers a page, a fault or a file of the build; undefined for what is to be asked with the whole request. */
  quick(asked: Asked): Promise<Answer | undefined>;
  /** Answers every request. */
  answer(request: Request): Promise<Response>;
}

/** Makes what answers the requests for the app's scheme. Neither function rejects because of a request. */
export function createHandler(options: ProtocolOptions): ProtocolHandler {
  const { folder, routes, api, showStack, onError, onDocument, takeFaultPage, now } = options;
  const policy = contentSecurityPolicy(options.styleHashes, options.policy ?? []);
  const common = {
    ...securityHeaders(policy(), options.permissions ?? []),
    ...CALL_STACKS_HEADER,
  };

  /** Without the whole request, only what is quick is answered; with it, everything. Routes alone make a Response. */
  function find(asked: Asked): Promise<Answer | undefined>;
  function find(asked: Asked, request: Request): Promise<Answer | Response>;
  async function find(asked: Asked, request?: Request): Promise<Answer | Response | undefined> {
    const url = new URL(asked.url);
    const isDocument = wantsDocument(asked);
    const path = url.pathname || '/';
    const full = path + url.search;
    const fail = (status: number, detail: string, error?: unknown) => {
      const shown = notify(options, httpFault(status, full, now(), detail), isDocument, error);
      return withNonce(errorAnswer(shown, asked, options), policy);
    };
    try {
      if (url.protocol !== `${APP_SCHEME}:` || url.host !== APP_HOST) {
        return fail(404, `The app has no host "${url.host}".`);
      }
      const { initiatorOrigin = APP_ORIGIN } = asked;
      if (initiatorOrigin !== APP_ORIGIN) return fail(403, `${initiatorOrigin} is not the app.`);
      const fixed = isDocument ? undefined : options.fixed?.(path);
      if (fixed) return fixed;
      if (!request && !isQuick(asked, full)) return undefined;
      const passed = request && api?.(request, path);
      if (passed) return await passed;
      if (isDocument) onDocument?.();
      if (asked.method !== 'GET' && asked.method !== 'HEAD') {
        const refusal = fail(405, `${asked.method} is not answered here; use GET or HEAD.`);
        return { ...refusal, headers: { ...refusal.headers, Allow: 'GET, HEAD' } };
      }
      const resolved = resolvePath(path);
      const isMalformed = resolved.kind === 'bad' && resolved.isMalformed;
      if (isMalformed) return fail(400, `The path ${resolved.reason}.`);
      if (isFaultPage(full)) {
        const page = takeFaultPage?.(full);
        if (page) return withNonce(errorAnswer(page.fault, asked, options, page), policy);
        const location = retryHref(failedPathOf(full) ?? '/');
        return { status: 302, headers: { location, 'Cache-Control': 'no-store' }, body: null };
      }
      for (const route of request ? routes : []) {
        const made = await route(request as Request, path);
        if (!made) continue;
        // What a route answers is for a page's own requests; shown as a page it may be blank.
        if (made.status < 400 || !isDocument) return made;
        return fail(made.status, (await made.text()).slice(0, MAX_DETAIL));
      }
      if (resolved.kind === 'bad' && !isDocument) return fail(400, `The path ${resolved.reason}.`);
      const isPage = isDocument && (await options.hasPage(path));
      const file = await answerFile(folder, resolved, isPage);
      if (file) return withNonce(file, policy);
      // A server that the app passes requests on to may have it.
      if (!request && !isDocument) return undefined;
      return fail(404, `The app has no such ${resolved.kind === 'document' ? 'page' : 'file'}.`);
    } catch (error) {
      queueMicrotask(() => onError(error));
      return fail(500, describe(error, showStack), error);
    }
  }

  return {
    async quick(asked) {
      const made = await find(asked);
      return made && finishedAnswer(made, asked, common);
    },
    async answer(request) {
      const made = await find(request, request);
      if (made instanceof Response) return finishedResponse(made, request, common);
      return toResponse(finishedAnswer(made, request, common));
    },
  };
}

/** What no route and no server has a say in: pages, faults, and files of the build whose content never changes. */
function isQuick(asked: Asked, path: string): boolean {
  if (asked.method !== 'GET') return false;
  return isHashed(path) || isFaultPage(path) || (wantsDocument(asked, false) && !path.startsWith(OWN_PATHS));
}

function finishedAnswer(made: Answer, { method }: Asked, common: Answer['headers']): Answer {
  const { status, told } = knownStatus(made.status);
  return {
    status,
    headers: { ...common, ...made.headers, ...told },
    body: method === 'HEAD' ? null : made.body,
  };
}

/** Built anew, because the headers of a fetched answer cannot be changed. */
function finishedResponse(made: Response, { method }: Asked, common: Answer['headers']): Response {
  const { status, told } = knownStatus(made.status);
  const response = new Response(method === 'HEAD' ? null : made.body, { status, headers: made.headers });
  for (const [name, value] of Object.entries({ ...common, ...told })) {
    // A route may be stricter about what it answers, as images are.
    if (name !== POLICY || !response.headers.has(POLICY)) response.headers.set(name, value);
  }
  return response;
}
