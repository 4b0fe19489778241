/** Chooses the language. Pure. */

export interface LanguageChoice {
  /** The name of the file with the texts, such as `pt-BR`. */
  texts: string;
  /** The language as requested, for dates and numbers and `<html lang>`: `pt-PT`. */
  language: string;
}

/**
 * Picks the first requested language that has texts: in the same script, and in the same region if there are several.
 * @param wanted language tags or locale names, the best first: `zh-Hant-HK`, `de_AT.UTF-8`. Invalid ones are skipped
 * @param available names of the files
 */
export function chooseLanguage(wanted: readonly string[], available: readonly string[]): LanguageChoice {
  // Intl.Locale reads its tables on the first call: 2 ms of the start, which English does not need.
  const hasOneEnglish = !available.some((texts) => texts.startsWith('en-'));
  for (const name of wanted) {
    if (hasOneEnglish && /^en(-[A-Z]{2})?$/i.test(name)) return { texts: 'en', language: name };
    const locale = localeOf(name);
    if (!locale) continue;
    const found = available
      .map((texts) => ({ texts, of: localeOf(texts) }))
      .filter(({ of }) => of?.language === locale.language && of.script === locale.script)
      .sort((one, other) => rank(other.of, locale) - rank(one.of, locale));
    const [best] = found;
    if (best) return { texts: best.texts, language: tagOf(name) };
  }
  return { texts: 'en', language: 'en' };
}

/** Without the encoding and modifier of a POSIX locale. */
const tagOf = (name: string) => name.replace(/[.@].*/, '').replaceAll('_', '-');

function localeOf(name: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tagOf(name)).maximize();
  } catch {
    return undefined;
  }
}

const rank = (of: Intl.Locale | undefined, { region }: Intl.Locale) => (of?.region === region ? 1 : 0);
