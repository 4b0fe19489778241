/** From a request to an answer: checks, routes, files, and an error page for whatever goes wrong. */
import { APP_HOST, APP_SCHEME } from '../contract/channels.ts';
import { httpFault } from '../contract/fault.ts';
import { errorResponse } from './errorPage.ts';
import { answerFile } from './files.ts';
import { securityHeaders } from './headers.ts';
import { resolvePath } from './path.ts';

/**
 * Answers the paths it knows and returns undefined for all others, at once.
 * It only sees GET and HEAD for the app's own host and a well-formed path; the protocol adds the security
 * headers and takes the body away for HEAD. An exception or rejection is answered with 500.
 *
 * @param path the path as it stands in the URL, still percent-encoded, without query and fragment
 */
export type Handler = (request: Request, path: string) => Promise<Response> | Response | undefined;

export interface ProtocolOptions {
  /** The built renderer, on the disk or inside app.asar. */
  folder: string;
  /** The error page as documents that need no script, for a fault with and without a code. */
  documents: { readonly coded: string; readonly uncoded: string };
  /** The app's version, for the details on the error page. */
  version: string;
  /** CSP sources of the inline styles in the documents. */
  styleHashes: readonly string[];
  /** Asked in this order, before the files. */
  routes: readonly Handler[];
  /** Whether the page of a 500 also shows the stack, with the machine's paths in it. */
  showStack: boolean;
  /** Gets every exception that was answered with 500. */
  onError: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

function describe(error: unknown, showStack: boolean): string {
  if (!(error instanceof Error)) return String(error);
  return (showStack && error.stack) || `${error.name}: ${error.message}`;
}

/** Makes the function that answers every request for the app's scheme. It never rejects because of a request. */
export function createHandler(options: ProtocolOptions): (request: Request) => Promise<Response> {
  const { folder, routes, showStack, onError, now } = options;
  const headers = Object.entries(securityHeaders(options.styleHashes));

  async function answer(request: Request, url: URL): Promise<Response> {
    const fail = (status: number, detail: string) =>
      errorResponse(httpFault(status, (url.pathname || '/') + url.search, now(), detail), request, options);
    try {
      if (url.protocol !== `${APP_SCHEME}:` || url.host !== APP_HOST) {
        return fail(404, `The app has no host "${url.host}".`);
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        const refusal = fail(405, `${request.method} is not answered here; use GET or HEAD.`);
        refusal.headers.set('Allow', 'GET, HEAD');
        return refusal;
      }
      const path = url.pathname || '/';
      const resolved = resolvePath(path);
      if (resolved.kind === 'bad') return fail(400, `The path ${resolved.reason}.`);
      for (const route of routes) {
        const routed = route(request, path);
        if (routed) return await routed;
      }
      return (await answerFile(folder, resolved)) ?? fail(404, 'The app holds no such file.');
    } catch (error) {
      // Not here and now: a reporter that throws must not take the error page away.
      queueMicrotask(() => onError(error));
      return fail(500, describe(error, showStack));
    }
  }

  return async (request) => {
    const made = await answer(request, new URL(request.url));
    // Built anew, because the headers of a fetched answer cannot be changed.
    const response = new Response(request.method === 'HEAD' ? null : made.body, made);
    for (const [name, value] of headers) response.headers.set(name, value);
    return response;
  };
}
