/** Page data: what is made of an answer, and what worker and page agree on in addition to the framework's protocol. */

import { isObject } from './isObject.ts';

/** Name of the `<meta>` with the id of the pages' build, at their server's address. */
export const BUILD_META = 'holdfast-build';

/** Header of the worker's own answer if the server sent none: a Chromium error name such as `ERR_CONNECTION_REFUSED`. */
export const ERROR_HEADER = 'x-holdfast-error';

/** Header of a saved answer: when it was saved, in ms since the epoch. */
export const SAVED_HEADER = 'x-holdfast-saved-at';

/** Parses a JSON object; undefined if `text` is not one. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Access was withdrawn or the page removed: a copy must not reappear once the server is unreachable. */
const ENDED = new Set([401, 403, 410]);
/** Temporary statuses below 500: timeout, too early, too many requests. */
const NOT_NOW = new Set([408, 425, 429]);

/** Whether a response may be stored on a computer that several people share (RFC 9111, 5.2.2). */
function isStorable(cacheControl = ''): boolean {
  const directives = cacheControl.split(',').map((part) => part.split('=', 1)[0]?.trim().toLowerCase());
  return !directives.includes('no-store') && !directives.includes('private');
}

/**
 * `save`: page data, kept for when the server is unreachable. `forget`: pass it on and delete any saved copy. `copy`:
 * the response is not about this page, so prefer a saved copy. `pass`: pass it on unchanged.
 * @param savePrivate whether to save what the server marks as private or not to be stored
 */
export function dataVerdict(
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
  json: Readonly<Record<string, unknown>> | undefined,
  savePrivate: boolean,
): 'save' | 'forget' | 'copy' | 'pass' {
  if (headers['x-nextjs-redirect'] !== undefined) return 'pass';
  if (ENDED.has(status)) return 'forget';
  // Any other 404 comes from another build of the web app, or from a proxy in front of it.
  if (status === 404) return json?.notFound ? 'forget' : 'copy';
  if (status === 200) {
    // Middleware answers {} for a page without data.
    if (json && headers['x-nextjs-matched-path'] !== undefined && !json.pageProps) return 'pass';
    // Captive portals and login pages answer 200 with HTML.
    if (!json?.pageProps) return 'copy';
    return savePrivate || isStorable(headers['cache-control']) ? 'save' : 'forget';
  }
  // The redirect leads to a page, not to data.
  if (status >= 300 && status < 400) return 'copy';
  return status >= 500 || NOT_NOW.has(status) ? 'copy' : 'pass';
}

/** Returns the build id that the framework writes into each document; it changes with every deployment. */
export const currentBuildOf = (document: string): string | undefined =>
  /"buildId":"((?!\.)[^"\s/\\?#%]{1,200})"/.exec(document)?.[1];
