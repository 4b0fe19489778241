/** Linux with a locale that is not UTF-8, or none: Chromium then knows no letters outside ASCII. */

/**
 * What does not work with such a locale, in one sentence; undefined if its name says UTF-8. Whether the system has that
 * locale installed is not known. What pages save works with any: see userData.ts.
 */
export function localeProblem(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  // In the order in which setlocale(3) reads them.
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  if (platform !== 'linux' || /utf-?8/i.test(locale ?? '')) return undefined;
  return `The locale (${locale || 'none is set'}) is not UTF-8: a file with other letters than ASCII's in its name can't be chosen in a page, and a download loses such a name. Start the app with a UTF-8 locale, such as LC_ALL=C.UTF-8.`;
}
