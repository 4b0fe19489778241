/** The texts of all languages at build time. Run as a program it rewrites their types if en.json has changed. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { parse } from '../../shared/texts/message.ts';
import { PAGE_SECTIONS, type TextTree } from '../../shared/texts.ts';
import { flatten, hashesOf, type Sources, staleIn, valuesOf, without } from './checkTexts.ts';

export const TEXTS_FOLDER = join(import.meta.dirname, '../../shared/texts');

/** Returns the text of values.ts. */
export function typesOf(english: TextTree): string {
  const lines = [...flatten(english)].flatMap(([name, message]) => {
    const values = [...valuesOf(parse(message))];
    const members = values.map(([value, type]) => `${value}: ${type === 'text' ? 'Text' : type}`);
    return values.length > 0 ? [`  '${name}': { ${members.join('; ')} };`] : [];
  });
  return [
    '/** The values that texts take: made from en.json by electron/tool/texts/textsPlugin.ts. */',
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
      const all: TextTree = JSON.parse(code);
      const read = Object.entries(all).filter(([section]) => PAGE_SECTIONS.includes(section));
      return { code: JSON.stringify(Object.fromEntries(read)), map: null };
    },
    async generateBundle() {
      if (this.environment.name !== 'main') return;
      const english = await readJson<TextTree>(join(TEXTS_FOLDER, 'en.json'));
      const stale = staleIn(english, await readJson<Sources>(SOURCES));
      for (const [language, messages] of await readLanguages()) {
        const source = JSON.stringify(without(messages, stale));
        this.emitFile({ type: 'asset', fileName: `texts/${language}.json`, source });
      }
    },
  };
}

/** Which English the translations were made from. */
export const SOURCES = join(import.meta.dirname, 'translated.json');

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8'));

async function readLanguages(): Promise<Map<string, TextTree>> {
  const files = (await readdir(TEXTS_FOLDER)).filter((name) => name.endsWith('.json') && name !== 'en.json');
  const read = async (name: string) =>
    [basename(name, '.json'), await readJson<TextTree>(join(TEXTS_FOLDER, name))] as const;
  return new Map(await Promise.all(files.map(read)));
}

if (import.meta.main) {
  const english = await readJson<TextTree>(join(TEXTS_FOLDER, 'en.json'));
  const file = join(TEXTS_FOLDER, 'values.ts');
  const types = typesOf(english);
  if ((await readFile(file, 'utf8').catch(() => '')) !== types) await writeFile(file, types);
  if (process.argv.includes('--looked'))
    await writeFile(SOURCES, `${JSON.stringify(hashesOf(english), null, 2)}\n`);
  const stale = staleIn(english, await readJson<Sources>(SOURCES));
  for (const [language, messages] of await readLanguages()) {
    const own = stale.filter((name) => flatten(messages).has(name));
    if (own.length > 0)
      console.log(
        `texts: ${language}.json has translations of English that has changed, so these are shown in English: ${own.join(', ')}. Correct or remove them in each language, then run: node electron/tool/texts/textsPlugin.ts --looked`,
      );
  }
}
