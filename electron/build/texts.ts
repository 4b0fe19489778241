/**
 * The texts of all languages at build time: the types of their values, and the files that main reads. Run as a program
 * it rewrites the types if en.json has changed: `npm run check` does this.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { parse } from '../shared/texts/message.ts';
import { type Messages, PAGE_SECTIONS } from '../shared/texts.ts';
import { flatten, valuesOf } from './checkTexts.ts';

export const TEXTS_FOLDER = join(import.meta.dirname, '../shared/texts');

/** Returns the text of values.ts. */
export function typesOf(english: Messages): string {
  const lines = [...flatten(english)].flatMap(([name, message]) => {
    const values = [...valuesOf(parse(message))];
    const members = values.map(([value, type]) => `${value}: ${type === 'text' ? 'Text' : type}`);
    return values.length > 0 ? [`  '${name}': { ${members.join('; ')} };`] : [];
  });
  return [
    '/** The values that texts take: made from en.json by electron/build/texts.ts. */',
    'type Text = string | number;',
    '',
    'export interface ValuesOf {',
    ...lines,
    '}\n',
  ].join('\n');
}

/** Removes texts that no page uses from the renderer, and writes the other languages beside main, which reads one. */
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
