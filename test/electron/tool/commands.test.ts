import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VERBS } from '../../../electron/tool/cli/commands.ts';
import manifest from '../../../package.json' with { type: 'json' };

const PROJECT = join(import.meta.dirname, '../../..');
const DOCUMENTS = globSync(
  ['README.md', '.github/CONTRIBUTING.md', '{electron,renderer,test}/**/README.md'],
  {
    cwd: PROJECT,
  },
);
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

it.each(DOCUMENTS)('%s names only scripts of package.json, verbs, and options of theirs', (file) => {
  const text = read(file);
  const scripts = [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  const typed = [...text.matchAll(/\bnpx holdfast ([a-z]+)([^`\n]*)/g)];
  for (const [line, verb = '', rest = ''] of typed) {
    expect(Object.keys(VERBS), line).toContain(verb);
    const { options = {}, forApp = '' } = VERBS[verb] ?? {};
    for (const [, option = ''] of rest.matchAll(/ --([a-z-]+)/g))
      expect(`${Object.keys(options)} ${forApp} help verbose`, line).toContain(option);
  }
});
