/** Which headers of the server's response reach a page. Pure. */

/**
 * Excludes headers about the connection, headers about encoding or cookies, which are already handled, and headers that
 * a browser acts on: they open connections, load or leave pages, report to others, or change what a page may do
 * (Chromium's http_names.json5, and its features for advertisements).
 */
const NOT_RETURNED = new RegExp(
  `^(?:${[
    'connection|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*|alt-svc|strict-transport-security|expect-ct',
    'content-encoding|set-cookie|clear-site-data|set-login|(?:sec|secure)-.*|activate-storage-access',
    'refresh|speculation-rules|supports-loading-mode|use-as-dictionary|x-dns-prefetch-control',
    'report-to|reporting-endpoints|nel|(?:attribution-reporting|ad-auction|shared-storage)-.*|observe-browsing-topics',
    'content-security-policy.*|(?:access-control|cross-origin|document-policy|permissions-policy|feature-policy|integrity-policy).*',
    'accept-ch|critical-ch|delegate-ch|origin-agent-cluster|origin-trial|referrer-policy|x-frame-options|x-xss-protection',
    'service-worker-allowed|(?:x-)?sourcemap',
  ].join('|')})$`,
);

/** The pages of a list, in the relations that many servers use. Any other relation may make the browser connect or load. */
const PAGES_OF_LIST =
  /^(?:\s*<[^<>"'\\\s]*>\s*;\s*rel="?(?:next|prev|first|last|self)"?\s*(?:,(?!\s*$)|$))+$/i;

/** @param headers by name, in lower case */
export function returnedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const isReturned = ([name, value]: [string, string]) => {
    if (name === 'link') return PAGES_OF_LIST.test(value);
    // A decoded body has another length.
    return !NOT_RETURNED.test(name) && !(name === 'content-length' && headers['content-encoding']);
  };
  return Object.fromEntries(Object.entries(headers).filter(isReturned));
}
