import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseObject } from '../../shared/pageData.ts';
import en from '../../shared/texts/en.json' with { type: 'json' };
import type { TextTree } from '../../shared/texts.ts';
import { problemsOf } from './checkTexts.ts';

/** In the app's repository: one file per language, such as `de.json`, with only the texts that differ. */
const FOLDER = 'desktop/texts';

/** Merges the app's texts over the shell's, and adds its languages. @param main the folder `main` of the app folder */
export async function addOwnTexts(root: string, main: string): Promise<void> {
  if (!existsSync(join(root, FOLDER))) return;
  const folder = join(main, 'texts');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(join(root, FOLDER))) {
    const own = await readTexts(root, name);
    const file = join(folder, name);
    const shells = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {};
    await writeFile(file, JSON.stringify(over(shells, own)));
  }
}

async function readTexts(root: string, name: string): Promise<TextTree> {
  const file = `${FOLDER}/${name}`;
  const [, language = ''] = /^(.+)\.json$/.exec(name) ?? [];
  if (!isLanguage(language))
    throw new Error(`${file} must be named after a language, such as de.json or pt-PT.json.`);
  const texts = parseObject(await readFile(join(root, file), 'utf8')) as TextTree | undefined;
  if (!texts) throw new Error(`${file} is not a JSON object.`);
  const problems = problemsOf(texts, en);
  if (problems.length > 0) throw new Error(`${file}: ${problems.join('; ')}.`);
  return texts;
}

function isLanguage(name: string): boolean {
  try {
    return new Intl.Locale(name).baseName === name;
  } catch {
    return false;
  }
}

function over(below: TextTree, above: TextTree): TextTree {
  const entries = Object.entries(above).map(([key, value]) => {
    const under = below[key];
    return [key, typeof value === 'object' && typeof under === 'object' ? over(under, value) : value];
  });
  return { ...below, ...Object.fromEntries(entries) };
}
