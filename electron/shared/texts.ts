/**
 * The texts that users read, in their language: `TEXTS.menu.view`, or with values `TEXTS.menu.about({ name })`. Imported as
 * `* as TEXTS`: renderer builds contain only `PAGE_SECTIONS`. Reports, logs and details stay English: see `inEnglish`.
 */
import en from './texts/en.json' with { type: 'json' };
import { format, isRightToLeft, parse, type TextValues } from './texts/message.ts';
import type { ValuesOf } from './texts/values.ts';

export { settings } from './texts/settings.ts';

/** Texts by section and key, as in a language's file. English fills in missing texts. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** The sections that pages use; the renderer gets them in main's language. */
export const PAGE_SECTIONS: readonly string[] = ['errorPage', 'fault', 'pages'];

const ENGLISH: { language: string; messages: TextTree } = { language: 'en', messages: {} };
let chosen = ENGLISH;

/** Sets the language of all texts from now on. @param language as in `<html lang>` */
export function setTexts(language: string, messages: TextTree): void {
  chosen = { language, messages };
}

/** The language of the texts, and of dates and numbers beside them, as in `<html lang>`. */
export const language = (): string => chosen.language;
export const direction = (): 'ltr' | 'rtl' => (isRightToLeft(chosen.language) ? 'rtl' : 'ltr');

/** The texts for pages in the chosen language, for `setTexts` in the renderer; empty for English. */
export const pageMessages = (): TextTree =>
  Object.fromEntries(Object.entries(chosen.messages).filter(([section]) => PAGE_SECTIONS.includes(section)));

/** Returns a text by its name, such as `errorPage.details`. @throws Error if there is none, or it takes values */
export function textAt(name: string): string {
  const found = messageAt(all, name.split('.'));
  if (found === undefined) throw new Error(`"${name}" is not a text, or takes values`);
  return found;
}

/** Runs `make` with English texts: for developers, whose output must not depend on the user's language. */
export function inEnglish<T>(make: () => T): T {
  const before = chosen;
  chosen = ENGLISH;
  try {
    return make();
  } finally {
    chosen = before;
  }
}

type Section<T, P extends string> = {
  readonly [K in keyof T & string]: T[K] extends string
    ? `${P}.${K}` extends infer N extends keyof ValuesOf
      ? (values: ValuesOf[N]) => string
      : string
    : Section<T[K], `${P}.${K}`>;
};

/** Looks each text up on access, because the language is chosen later. */
function reader(english: TextTree, path: readonly string[]): TextTree {
  return new Proxy(english, {
    get(_, key: string) {
      const text = Object.hasOwn(english, key) ? english[key] : undefined;
      const here = [...path, key];
      if (typeof text !== 'string') return text && reader(text, here);
      const parts = parse(messageAt(chosen.messages, here) ?? text);
      if (parts.every((part) => typeof part === 'string')) return parts.join('');
      return (values: TextValues) => format(parts, values, chosen.language);
    },
  });
}

function messageAt(messages: TextTree, path: readonly string[]): string | undefined {
  let found: string | TextTree | undefined = messages;
  for (const key of path) found = typeof found === 'object' ? found[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}

const all = reader(en, []);

export const {
  errorPage,
  fault,
  pages,
  menu,
  find,
  start,
  dialogs,
  privacy,
  signIn,
  authentication,
  certificate,
  server,
  updates,
  diagnostics,
  permissions,
  about,
  desktop,
} = all as unknown as { readonly [P in keyof typeof en]: Section<(typeof en)[P], P> };
