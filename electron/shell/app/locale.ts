/** Linux without a UTF-8 locale: Chromium then supports only ASCII letters. */

/** Says what does not work with such a locale, installed or not; undefined if its name says UTF-8. */
export function localeProblem(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  // In the order in which setlocale(3) reads them.
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  if (platform !== 'linux' || /utf-?8/i.test(locale ?? '')) return undefined;
  return `The locale (${locale || 'none is set'}) is not UTF-8: pages cannot open files with non-ASCII letters in their names, and downloads lose such names. Start the app with a UTF-8 locale, such as LC_ALL=C.UTF-8.`;
}
