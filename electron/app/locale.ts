/** Linux with a locale that is not UTF-8, as where none is set: Chromium then knows no letters outside ASCII. */

/**
 * What such a locale takes from the app, in one sentence; undefined where it is UTF-8 by its name. Whether the system
 * has that locale installed it does not tell. What pages save is safe in any: see userData.ts.
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
