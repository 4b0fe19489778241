import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importsTable, optionsTable } from './tables.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../../.github/NEXT.md'), 'utf8');

it.each([
  ['imports', importsTable],
  ['options', optionsTable],
])('NEXT.md has the table of %s as it is', (_, table) => {
  expect(PAGE).toContain(table);
});
