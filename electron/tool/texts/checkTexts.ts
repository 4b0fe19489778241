/** Finds mistakes in a language's texts. Pure. */
import { hash } from 'node:crypto';
import { nearest } from '../../shared/nearest.ts';
import { type Part, parse } from '../../shared/texts/message.ts';
import type { TextTree } from '../../shared/texts.ts';

/** Returns all texts of a file by their full name: `menu.about`. */
export function flatten(messages: TextTree, path = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value] as const] : [...flatten(value, `${path}${key}.`)],
    ),
  );
}

/** Returns the values that a message takes, by name. */
export function valuesOf(parts: readonly Part[]): Map<string, 'text' | 'number'> {
  const values = new Map<string, 'text' | 'number'>();
  for (const part of parts) {
    if (typeof part === 'string') continue;
    values.set(part.name, part.as === 'text' ? 'text' : 'number');
    if (part.as !== 'plural') continue;
    for (const [name, type] of valuesOf(Object.values(part.cases).flat()))
      if (!values.has(name)) values.set(name, type);
  }
  return values;
}

/** Lists the mistakes in a language's texts, one sentence each. A missing text is not a mistake: English replaces it. */
export function problemsOf(messages: TextTree, english: TextTree): string[] {
  const known = flatten(english);
  return [...flatten(messages)].flatMap(([name, message]) => {
    const source = known.get(name);
    if (source === undefined) {
      const meant = nearest(name, [...known.keys()]);
      return [`there is no text "${name}"${meant ? `: is it "${meant}"?` : ''}`];
    }
    try {
      const [own, wanted] = [message, source].map((text) =>
        [...valuesOf(parse(text)).keys()].sort().join(', '),
      );
      return own === wanted
        ? []
        : [`"${name}" must take ${wanted || 'no values'}, as in English: "${source}"`];
    } catch (error) {
      return [`"${name}": ${(error as Error).message}`];
    }
  });
}

/** Hashes of the English that the translations were made from. */
export type Sources = Readonly<Record<string, string>>;

export const hashesOf = (english: TextTree): Sources =>
  Object.fromEntries([...flatten(english)].map(([name, text]) => [name, hash('sha256', text).slice(0, 8)]));

/** The names of texts whose English has changed since somebody looked at their translations. */
export function staleIn(english: TextTree, sources: Sources): string[] {
  const now = hashesOf(english);
  return Object.keys(now).filter((name) => sources[name] !== now[name]);
}

/** The language's texts without these, which English replaces until somebody looks at them. */
export function without(messages: TextTree, stale: readonly string[], path = ''): TextTree {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([key, value]): [string, string | TextTree][] => {
      if (typeof value !== 'string') return [[key, without(value, stale, `${path}${key}.`)]];
      return stale.includes(path + key) ? [] : [[key, value]];
    }),
  );
}
