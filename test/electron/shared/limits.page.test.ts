import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LIMITS, type Limit } from '../../../electron/shared/limits.ts';

it('electron/telemetry/README.md has the current table of limits', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../electron/telemetry/README.md'), 'utf8');
  const [, table = ''] = /<!-- limits -->\n(.*?)<!-- \/limits -->/s.exec(page) ?? [];
  const rows = Object.values<Limit>(LIMITS).map(
    ({ name, value, unit, enforcedBy }) =>
      `| ${name} | ${value.toLocaleString('en')} ${unit} | ${enforcedBy} |\n`,
  );
  expect(table).toBe(`| limit | value | kept by |\n|---|---|---|\n${rows.join('')}`);
});
