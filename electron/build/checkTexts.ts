/** Finds mistakes in a language's texts. Pure. */
import { nearest } from '../shared/nearest.ts';
import { type Part, parse } from '../shared/texts/message.ts';
import type { Messages } from '../shared/texts.ts';

/** Returns all texts of a file by their full name: `menu.about`. */
export function flatten(messages: Messages, path = ''): Map<string, string> {
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
export function problemsOf(messages: Messages, english: Messages): string[] {
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
