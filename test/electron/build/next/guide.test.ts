import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importsTable, optionsTable } from './tables.ts';

/** What a test runs in both builds: test/e2e/tool/realNext.long.test.ts. */
const APP = readFileSync(join(import.meta.dirname, '../../../support/realApp/src/pages/_app.tsx'), 'utf8');

it('the guide gives Emotion its nonce by lines that a real app has', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../electron/tool/README.md'), 'utf8');
  const [, lines = ''] = /```ts\n([^`]*createCache[^`]*)```/.exec(guide) ?? [];
  expect(APP).toContain(lines || 'nothing');
});

const PAGE = readFileSync(join(import.meta.dirname, '../../../../renderer/README.md'), 'utf8');

it.each([
  ['imports', importsTable],
  ['options', optionsTable],
])('renderer/README.md has the table of %s as it is', (_, table) => {
  expect(PAGE).toContain(table);
});
