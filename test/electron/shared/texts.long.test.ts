/** Whoever adds an English text need not know all languages; a release needs them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { flatten, staleIn } from '../../../electron/tool/texts/checkTexts.ts';
import { SOURCES, TEXTS_FOLDER } from '../../../electron/tool/texts/textsPlugin.ts';

const namesIn = (file: string) => [
  ...flatten(JSON.parse(readFileSync(join(TEXTS_FOLDER, file), 'utf8'))).keys(),
];

it.each(readdirSync(TEXTS_FOLDER).filter((file) => file.endsWith('.json')))('%s has every text', (file) => {
  const known = new Set(namesIn(file));
  expect(namesIn('en.json').filter((name) => !known.has(name))).toEqual([]);
});

it('every translation is of the English that there is', () => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
  expect(staleIn(read(join(TEXTS_FOLDER, 'en.json')), read(SOURCES))).toEqual([]);
});
