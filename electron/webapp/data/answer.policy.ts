/** What main does with an answer for page data. Pure. */

/**
 * `save`: the page's data, kept for when the server is away. `forget`: it is given, and a saved copy is removed.
 * `copy`: the server did not answer for this page, so a saved copy is better. `pass`: it is given as it is.
 */
export type Verdict = 'save' | 'forget' | 'copy' | 'pass';

/** Access ended or the page is gone: what was saved before must not come back when the server is away. */
const ENDED = new Set([401, 403, 410]);
/** Statuses below 500 that say nothing about the page: a timeout, too early, too many requests. */
const NOT_NOW = new Set([408, 425, 429]);

/** Whether a server lets an answer be stored on a machine that several people may use (RFC 9111, 5.2.2). */
export function isStorable(cacheControl: string | null): boolean {
  const directives = (cacheControl ?? '')
    .split(',')
    .map((part) => part.split('=', 1)[0]?.trim().toLowerCase());
  return !directives.includes('no-store') && !directives.includes('private');
}

/**
 * @param json the body if it is a JSON object
 * @param savePrivate whether to save what the server marks as private or not to be stored
 */
export function classifyAnswer(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  json: Readonly<Record<string, unknown>> | undefined,
  savePrivate: boolean,
): Verdict {
  if (headers.has('x-nextjs-redirect')) return 'pass';
  if (ENDED.has(status)) return 'forget';
  // Any other 404 comes from a server that has another build, or from what stands before it.
  if (status === 404) return json?.notFound ? 'forget' : 'copy';
  if (status === 200) {
    // The server's middleware leads to a page that has no data.
    if (json && headers.has('x-nextjs-matched-path') && !json.pageProps) return 'pass';
    // A captive portal and a login page answer 200 with a document.
    if (!json?.pageProps) return 'copy';
    return savePrivate || isStorable(headers.get('cache-control')) ? 'save' : 'forget';
  }
  // A redirect that is not followed.
  if (status >= 300 && status < 400) return 'copy';
  return status >= 500 || NOT_NOW.has(status) ? 'copy' : 'pass';
}

/** The build of the web app that wrote a document, as the framework puts it there: after a redeploy it is another. */
export function currentBuildOf(document: string): string | undefined {
  return /"buildId":"((?!\.)[^"\s/\\?#%]{1,200})"/.exec(document)?.[1];
}
