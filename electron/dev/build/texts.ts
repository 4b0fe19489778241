/**
 * The texts of all languages, at build time: the types of their values, what is wrong with a file, and the files that
 * main reads. Run as a program it writes the types anew, if en.json has changed: `npm run check` does.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { nearest } from '../../shared/nearest.ts';
import { type Part, parse } from '../../shared/texts/message.ts';
import { type Messages, PAGE_SECTIONS } from '../../shared/texts.ts';

export const TEXTS_FOLDER = join(import.meta.dirname, '../../shared/texts');

/** All texts of a file, by their whole name: `menu.about`. */
export function flatten(messages: Messages, path = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value] as const] : [...flatten(value, `${path}${key}.`)],
    ),
  );
}

/** The values that a message takes, by name. */
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

/** The text of values.ts. */
export function typesOf(english: Messages): string {
  const lines = [...flatten(english)].flatMap(([name, message]) => {
    const values = [...valuesOf(parse(message))];
    const members = values.map(([value, type]) => `${value}: ${type === 'text' ? 'Text' : type}`);
    return values.length > 0 ? [`  '${name}': { ${members.join('; ')} };`] : [];
  });
  return [
    '/** The values that texts take: made from en.json by electron/dev/build/texts.ts. */',
    'type Text = string | number;',
    '',
    'export interface ValuesOf {',
    ...lines,
    '}\n',
  ].join('\n');
}

/** What is wrong with a language's texts, each as a sentence. What is missing is no problem: it is English. */
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

/** Leaves out of the renderer what no page reads, and writes the other languages beside main, which reads one of them. */
export function texts(): Plugin {
  return {
    name: 'holdfast:texts',
    enforce: 'pre',
    transform(code, id) {
      if (this.environment.config.consumer !== 'client' || id !== join(TEXTS_FOLDER, 'en.json')) return;
      const all: Messages = JSON.parse(code);
      const read = Object.entries(all).filter(([section]) => PAGE_SECTIONS.includes(section));
      return { code: JSON.stringify(Object.fromEntries(read)), map: null };
    },
    async generateBundle() {
      if (this.environment.name !== 'main') return;
      for (const name of await readdir(TEXTS_FOLDER)) {
        if (!name.endsWith('.json') || name === 'en.json') continue;
        const messages: unknown = JSON.parse(await readFile(join(TEXTS_FOLDER, name), 'utf8'));
        this.emitFile({
          type: 'asset',
          fileName: `texts/${basename(name)}`,
          source: JSON.stringify(messages),
        });
      }
    },
  };
}

if (import.meta.main) {
  const file = join(TEXTS_FOLDER, 'values.ts');
  const types = typesOf(JSON.parse(await readFile(join(TEXTS_FOLDER, 'en.json'), 'utf8')));
  if ((await readFile(file, 'utf8').catch(() => '')) !== types) await writeFile(file, types);
}
