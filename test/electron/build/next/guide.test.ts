import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importsTable, optionsTable } from './tables.ts';

/** A test runs this in both builds: test/e2e/tool/realNext.long.test.ts. */
const APP = readFileSync(join(import.meta.dirname, '../../../support/realApp/src/pages/_app.tsx'), 'utf8');

it("the guide's lines for Emotion's nonce are in a real app", () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../electron/tool/README.md'), 'utf8');
  const [, lines = ''] = /```ts\n([^`]*createCache[^`]*)```/.exec(guide) ?? [];
  expect(APP).toContain(lines || 'nothing');
});

const PAGE = readFileSync(join(import.meta.dirname, '../../../../renderer/README.md'), 'utf8');

it.each([
  ['imports', importsTable],
  ['options', optionsTable],
])('renderer/README.md has the current table of %s', (_, table) => {
  expect(PAGE).toContain(table);
});
