import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importsTable, optionsTable } from './tables.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../renderer/README.md'), 'utf8');

it.each([
  ['imports', importsTable],
  ['options', optionsTable],
])('renderer/README.md has the current table of %s', (_, table) => {
  expect(PAGE).toContain(table);
});
